/** Measures one row, in a process of its own: what one row warms up or leaves behind says nothing of the next. */
import type { Row } from './row.ts';

const [, , name] = process.argv;
const { row } = (await import(`./rows/${name}.ts`)) as { row: Row };
process.send!({ ...row, figures: await row.measure() });
// What a row opened for its measurement may still be open.
process.disconnect();
