/** Works on several things at once, and gives what came of them in their order. */

/**
 * Gives the results of `work`, in the order of `items`; at most `concurrency` are worked on at a time, and each is
 * begun after those before it.
 */
export async function* inOrder<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const results = items.map(() => Promise.withResolvers<Result>());
  let next = 0;
  async function worker(): Promise<void> {
    while (next < items.length) {
      const index = next++;
      results[index]!.resolve(await work(items[index]!));
    }
  }
  const workers = Array.from({ length: Math.min(concurrency, items.length) }, worker);
  for (const { promise } of results) yield await Promise.race([promise, failed(workers)]);
}

/** Never resolves; rejects when one of the workers does. */
function failed(workers: readonly Promise<void>[]): Promise<never> {
  return new Promise((_, reject) => {
    for (const worker of workers) worker.catch(reject);
  });
}
