/** What the SDK's stream helper refuses, the fake without SDK refuses with the same words. */
import { expect, test } from 'vitest';
import {
  emptyAnswer,
  events,
  fakeAnthropic,
  fakeMessages,
  streamed,
  text,
  toolUse,
  type TurnInput,
} from '../../fakes/index.ts';

const params = {
  model: 'claude-opus-5',
  max_tokens: 64,
  messages: [{ role: 'user' as const, content: 'Hi.' }],
};

type Stream = AsyncIterable<{ type: string }> & { finalMessage(): Promise<unknown> };

/** The types of the events that were given out, and the words of the error behind them. */
async function readOut(
  stream: Stream,
): Promise<{ types: string[]; thrown: string; failed: string }> {
  const types: string[] = [];
  const wordsOf = (error: unknown): string =>
    (error as Error).message.replace(/at position.*\)/, '…');
  let thrown = '';
  try {
    for await (const { type } of stream) types.push(type);
  } catch (error) {
    thrown = wordsOf(error);
  }
  const failed = await stream.finalMessage().then(() => '', wordsOf);
  return { types, thrown, failed };
}

const call = [text('So.'), toolUse('look', { at: 'left' })];

test.each<[string, TurnInput, string]>([
  [
    'a second message_start',
    streamed(call, { faults: ['second-message-start'] }),
    'Unexpected event order, got message_start before receiving "message_stop"',
  ],
  [
    'an input that is no JSON',
    streamed(call, { input: '{"at": "C:\\Home"}' }),
    'Unable to parse tool parameter JSON from model.',
  ],
  ['no events', events([]), 'request ended without sending any chunks'],
  [
    'no message',
    events(['data: {"type":"message_stop"}\n\n']),
    'request ended without sending any chunks',
  ],
  [
    'an empty answer',
    emptyAnswer({ contentType: 'text/event-stream' }),
    'request ended without sending any chunks',
  ],
  [
    'an early end',
    streamed(call, { cutAfter: { events: 4 } }),
    'stream ended without producing a Message',
  ],
  [
    'nothing wrong',
    streamed(call, { faults: ['unknown-event', 'unknown-delta', 'done-marker'] }),
    '',
  ],
])('%s', async (_what, turn, words) => {
  const bySdk = await readOut(
    fakeAnthropic([turn]).beta.messages.stream(params) as unknown as Stream,
  );
  const byFake = await readOut(fakeMessages([turn]).messages.stream(params));
  expect(bySdk.failed).toContain(words);
  expect(byFake).toEqual(bySdk);
});
