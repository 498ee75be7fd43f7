/** A stream on its way through MSW: the reader gets it whole and in pieces, a copy gets what the reader got. */
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unhurried } from '../../fakes/unhurried.ts';

interface Source {
  readonly answer: Response;
  /** How many chunks were asked for, and whether the reader left. */
  readonly seen: { pulled: number; left: boolean };
}

function source(chunks: readonly Uint8Array[], failure?: Error): Source {
  const seen = { pulled: 0, left: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[seen.pulled];
        seen.pulled += 1;
        if (chunk) controller.enqueue(chunk);
        else if (failure) controller.error(failure);
        else controller.close();
      },
      cancel() {
        seen.left = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { answer: new Response(body, { status: 200, headers: { 'x-kept': 'yes' } }), seen };
}

/** The two ways in which an answer is copied. */
const COPIES: Record<string, (response: Response) => ReadableStream<Uint8Array>> = {
  'clone()': (response) => response.clone().body!,
  'body.tee()': (response) => response.body!.tee()[1],
};

const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 8 }), { maxLength: 12 });
const bytes = (parts: readonly Uint8Array[]): number[] => parts.flatMap((part) => [...part]);

async function readAll(stream: ReadableStream<Uint8Array>): Promise<number[]> {
  return [...new Uint8Array(await new Response(stream).arrayBuffer())];
}

test('gives the reader all of it', async () => {
  await fc.assert(
    fc.asyncProperty(chunks, async (parts) => {
      const response = unhurried(source(parts).answer);
      expect(response.headers.get('x-kept')).toBe('yes');
      expect(await readAll(response.body!)).toEqual(bytes(parts));
    }),
  );
});

test.each(Object.entries(COPIES))('gives a copy by %s what the reader took', async (_, copy) => {
  await fc.assert(
    fc.asyncProperty(chunks, fc.nat({ max: 12 }), async (parts, most) => {
      const { answer, seen } = source(parts);
      const response = unhurried(answer);
      const copied = readAll(copy(response));
      const reader = response.body!.getReader();
      const taken = Math.min(most, parts.length);
      // oxlint-disable-next-line no-await-in-loop
      for (let read = 0; read < taken; read++) await reader.read();
      await reader.cancel();
      expect(await copied).toEqual(bytes(parts.slice(0, taken)));
      expect(seen).toEqual({ pulled: taken, left: true });
    }),
  );
});

test.each(Object.entries(COPIES))('goes on when a copy by %s is given up', async (_, copy) => {
  const { answer, seen } = source([Uint8Array.of(1), Uint8Array.of(2)]);
  const response = unhurried(answer);
  await copy(response).cancel();
  expect(await readAll(response.body!)).toEqual([1, 2]);
  expect(seen.left).toBe(false);
});

test('breaks for the reader where the source breaks, and ends a copy there', async () => {
  const response = unhurried(source([Uint8Array.of(1)], new TypeError('cut')).answer);
  const copied = readAll(response.clone().body!);
  await expect(readAll(response.body!)).rejects.toThrow('cut');
  expect(await copied).toEqual([1]);
});

test('lets others have their turn before each chunk', async () => {
  const parts = [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)];
  const reader = unhurried(source(parts).answer).body!.getReader();
  const order: string[] = [];
  for (const _ of parts) {
    setImmediate(() => order.push('another'));
    // oxlint-disable-next-line no-await-in-loop
    await reader.read();
    order.push('chunk');
  }
  expect(order).toEqual(['another', 'chunk', 'another', 'chunk', 'another', 'chunk']);
});

describe.each([
  ['a browser', ['setImmediate']],
  ['jsdom', ['setImmediate', 'MessageChannel']],
])('in %s', (_, missing) => {
  beforeEach(() => {
    for (const name of missing) vi.stubGlobal(name, undefined);
    vi.resetModules();
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test('gives the reader all of it', async () => {
    const here = await import('../../fakes/unhurried.ts');
    const parts = [Uint8Array.of(1), Uint8Array.of(2)];
    expect(await readAll(here.unhurried(source(parts).answer).body!)).toEqual([1, 2]);
  });
});
