/** Counts what one guard asks for, in a process of its own with the flags that counting needs. */
import { count } from './count.ts';

// Only now, as `count.ts` says.
const [{ growth }, { hotPaths }] = await Promise.all([
  import('./growth.ts'),
  import('./hot-paths.ts'),
]);
const [, , name = ''] = process.argv;
process.send!(await { ...hotPaths, ...growth }[name]!.measure(count));
process.disconnect();
