// Work that is done side by side is told in order.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder } from '../../cli/in-order.ts';

test('gives each result in its place, begins in order, and never works on more at a time than it may', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (scheduler, count, concurrency) => {
        const items = Array.from({ length: count }, (_, index) => index);
        const begun: number[] = [];
        let under = 0;
        let most = 0;
        const work = async (item: number): Promise<string> => {
          begun.push(item);
          most = Math.max(most, (under += 1));
          await scheduler.schedule(Promise.resolve(), `item ${item}`);
          under -= 1;
          return `result ${item}`;
        };
        const results = (async () => {
          const all: string[] = [];
          for await (const result of inOrder(items, concurrency, work)) all.push(result);
          return all;
        })();
        await scheduler.waitFor(results);
        expect(await results).toEqual(items.map((item) => `result ${item}`));
        expect(begun).toEqual(items);
        expect(most).toBe(Math.min(count, concurrency));
      },
    ),
  );
});

test('fails when the work does', async () => {
  const work = async (item: number): Promise<number> => {
    if (item === 2) throw new Error('no');
    return item;
  };
  const results: number[] = [];
  const all = async (): Promise<void> => {
    for await (const result of inOrder([0, 1, 2, 3], 2, work)) results.push(result);
  };
  await expect(all()).rejects.toThrow('no');
  expect(results).toEqual([0, 1]);
});
