/** What the SDK is given at once of a stream that nothing holds up, and what it may still leave. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fakeAnthropic,
  streamed,
  type FakeAnthropic,
  type StreamShape,
} from '../../fakes/index.ts';

const params = {
  model: 'claude-opus-5',
  max_tokens: 1024,
  stream: true as const,
  messages: [{ role: 'user' as const, content: 'Hi.' }],
};

/** A stream of so many events, six of which are no deltas. */
function clientOf(events: number, shape: StreamShape = {}): FakeAnthropic {
  return fakeAnthropic([streamed('x'.repeat(events - 6), { pieces: 1, ...shape })]);
}

/** How many events each chunk has. */
async function eventsAChunk(client: FakeAnthropic): Promise<number[]> {
  const { body } = await client.messages.create(params).asResponse();
  const counts: number[] = [];
  for await (const chunk of body!) {
    counts.push(new TextDecoder().decode(chunk).match(/^(event|data: \[)/gm)!.length);
  }
  return counts;
}

const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

test.each<[events: number, shape: StreamShape, chunks: number[]]>([
  [7, {}, ones(7)],
  [17, {}, ones(17)],
  [18, {}, ones(18)],
  [19, {}, [...ones(16), 2, 1]],
  [100, {}, [...ones(16), 64, 19, 1]],
  [30, { pace: { delaysMs: [...ones(20), 0] } }, [...ones(19), 10, 1]],
  [30, { cutAfter: { events: 25 } }, [...ones(16), 9]],
  [30, { faults: ['done-marker'] }, [...ones(16), 13, 1, 1]],
])('a stream of %i events, shaped by %o', async (events, shape, chunks) => {
  expect(await eventsAChunk(clientOf(events, shape))).toEqual(chunks);
});

/** Reads so many events and leaves, by an abort or by reading no further. */
async function leave(client: FakeAnthropic, after: number, byAbort: boolean): Promise<void> {
  const stream = await client.messages.create(params);
  let read = 0;
  for await (const _event of stream) {
    read += 1;
    if (read < after) continue;
    if (byAbort) stream.controller.abort();
    else break;
  }
}

test('who leaves before the last word has aborted, however much is there', async () => {
  const place = fc.integer({ min: 8, max: 200 }).chain((events) =>
    // The SDK keeps the ping to itself, and the last word is one of the events.
    fc.record({ events: fc.constant(events), after: fc.integer({ min: 1, max: events - 2 }) }),
  );
  await fc.assert(
    fc.asyncProperty(place, fc.boolean(), async ({ events, after }, byAbort) => {
      const client = clientOf(events);
      await leave(client, after, byAbort);
      expect(client.simulation.journal[0]!.outcome).toBe('aborted');
    }),
    { numRuns: 60 },
  );
});

test('who has read the last word has got all of it', async () => {
  const client = clientOf(100);
  await leave(client, 99, false);
  expect(client.simulation.journal[0]!.outcome).toBe('answered');
});
