/** Tests that show a row of the documents: `docs/seeds.md` finds them by how they are written. */
import { test, type TestContext } from 'vitest';
import { seedRows } from './seed-rows.ts';

/** The ids in front of a title, as in `row('TR-10 TR-11', 'title', …)`. */
function known(ids: string): string {
  const unknown = ids.split(' ').filter((id) => !seedRows.has(id));
  if (unknown.length > 0) throw new Error(`test/seeds/rows has no row ${unknown.join(', ')}`);
  return ids;
}

/** A test that shows rows. */
export function row(ids: string, title: string, run: (context: TestContext) => unknown): void {
  test(`${known(ids)} ${title}`, async (context) => {
    await run(context);
  });
}

/** What a tool runner is told of threads: nothing, which is on, or to do without. */
export type Threads = Readonly<{ thread?: false }>;

/** A test that shows rows, on a message thread and with the history in every request. */
export function rowEitherWay(ids: string, title: string, run: (threads: Threads) => unknown): void {
  test.each<readonly [string, Threads]>([
    ['on a thread', {}],
    ['without a thread', { thread: false }],
  ])(`${known(ids)} ${title}, %s`, async (_how, threads) => {
    await run(threads);
  });
}
