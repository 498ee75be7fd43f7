/** A long stream over the client door. */
import type Anthropic from '@anthropic-ai/sdk';
import { fakeAnthropic, simulate, streamed } from '../../fakes/index.ts';
import { compare } from '../measure.ts';
import type { Row } from '../row.ts';
import { params } from '../pieces/looking.ts';
import { stubClient } from '../pieces/stubs.ts';

const DELTAS = 500;
const PIECE = 'a word ';
const script = [streamed(PIECE.repeat(DELTAS), { pieces: PIECE.length })];

const converse = async (client: Anthropic): Promise<unknown> =>
  client.messages.stream(params).finalMessage();

/** All bytes of the stream. */
async function recorded(): Promise<string> {
  const response = await simulate(script).fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers: { 'x-api-key': 'test', 'anthropic-version': '2026-10-21' },
    body: JSON.stringify({ ...params, stream: true }),
  });
  return response.text();
}

export const row: Row<'ratio'> = {
  work: 'SDK `messages.stream` of 500 deltas, client door',
  floor: 'the SDK on a stub that returns the same bytes in one chunk',
  goals: { ratio: { unit: '×', atMost: 1.25 } },
  limits:
    'What is left is half the one request, as in the row above, and half the making of 500 events, their JSON and its bytes: half a microsecond each. The first 16 come one by one, so that an abort ends a short stream where it was made (decision 12).',
  async measure() {
    const bytes = await recorded();
    const deltas = bytes.match(/^event: content_block_delta$/gm)?.length;
    if (deltas !== DELTAS) throw new Error(`${deltas} deltas`);
    const headers = { 'content-type': 'text/event-stream', 'request-id': 'req_1' };
    const { ratio } = await compare(
      () => converse(fakeAnthropic(script)),
      () => converse(stubClient([bytes], headers)),
    );
    return { ratio };
  },
};
