/** The check of the grammar sees what the API never does, reported faults of other servers among it. */
import { expect, test } from 'vitest';
import { fallback, simulate, text, thinking, toolUse } from '../../fakes/index.ts';
import type { WireEvent } from '../support/accumulate.ts';
import { readEvents } from '../support/read-events.ts';
import { body } from '../support/send.ts';
import { grammarProblems } from '../support/stream-grammar.ts';

const TURN = [
  fallback('claude-opus-4-8'),
  thinking('Hm.'),
  text('Now.'),
  toolUse('look', { at: 'left' }),
  toolUse('look', { at: 'right' }),
];

async function events(): Promise<WireEvent[]> {
  return (await readEvents(simulate([TURN]), body())).map(({ data }) => data);
}

const is =
  (type: string, index?: number) =>
  (event: WireEvent): boolean =>
    event.type === type && (index === undefined || event['index'] === index);

const isDelta =
  (type: string) =>
  ({ delta }: WireEvent): boolean =>
    (delta as { type?: string } | undefined)?.type === type;

/** Takes the first event that is `wanted` out of the list. */
function take(all: WireEvent[], wanted: (event: WireEvent) => boolean): WireEvent {
  return all.splice(all.findIndex(wanted), 1)[0]!;
}

function put(all: WireEvent[], event: WireEvent, before: (event: WireEvent) => boolean): void {
  all.splice(all.findIndex(before), 0, event);
}

const FAULTS: Readonly<Record<string, (all: WireEvent[]) => void>> = {
  'an index left out (C059)': (all) => {
    for (const event of all)
      if (Number(event['index']) >= 2) event['index'] = Number(event['index']) + 1;
  },
  'two calls at once (C058)': (all) => {
    put(all, take(all, is('content_block_start', 4)), is('content_block_stop', 3));
  },
  'an end without message_stop (C062)': (all) => void all.pop(),
  'an end without message_delta (C061)': (all) => void take(all, is('message_delta')),
  'no usage (C076)': (all) => delete all.find(is('message_delta'))!['usage'],
  'no usage at the start (C076)': (all) => {
    delete (all[0]!['message'] as Record<string, unknown>)['usage'];
  },
  'a second message_start': (all) => put(all, all[0]!, is('message_delta')),
  'an error': (all) => put(all, { type: 'error' }, is('message_delta')),
  'a block that never stops': (all) => void take(all, is('content_block_stop', 4)),
  'a block that stops twice': (all) =>
    put(all, all.find(is('content_block_stop', 1))!, is('content_block_start', 2)),
  'a delta outside of a block': (all) =>
    put(all, take(all, isDelta('text_delta')), is('message_delta')),
  'a delta of another kind': (all) => {
    (all.find(isDelta('text_delta'))!['delta'] as { type: string }).type = 'thinking_delta';
  },
  'a fallback with a delta': (all) =>
    put(all, { ...all.find(isDelta('text_delta'))!, index: 0 }, is('content_block_stop', 0)),
  'no empty first fragment': (all) => void take(all, isDelta('input_json_delta')),
  'arguments in the start (C055)': (all) => {
    (all.find(is('content_block_start', 3))!['content_block'] as { input: object }).input = {
      a: 1,
    };
  },
  'no signature': (all) => void take(all, isDelta('signature_delta')),
  'a signature before the thinking': (all) =>
    put(all, take(all, isDelta('signature_delta')), isDelta('thinking_delta')),
  'no ping': (all) => void take(all, is('ping')),
  'a ping elsewhere': (all) => put(all, { type: 'ping' }, is('content_block_stop', 3)),
};

test('finds nothing in a stream of every kind', async () => {
  expect(grammarProblems(await events())).toEqual([]);
});

test.each(Object.entries(FAULTS))('finds %s', async (_what, breakIt) => {
  const broken = structuredClone(await events());
  breakIt(broken);
  expect(grammarProblems(broken)).not.toEqual([]);
});
