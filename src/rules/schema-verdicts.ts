/** Keeps what was found out about a schema: a loop sends the same tools with every request. */
import { Memo } from '../wire/memo.ts';
import type { Json } from './json-value.ts';

const MOST_SCHEMAS = 512;
/** A longer schema is judged anew each time; keeping many of them would cost more than that. */
const LONGEST_SCHEMA = 65_536;

/** The same function, that judges schemas with the same text once. */
export function oncePerSchema<Verdict>(
  judge: (schema: Json) => Verdict,
): (schema: Json) => Verdict {
  const verdicts = new Memo<Verdict>(MOST_SCHEMAS, LONGEST_SCHEMA);
  return (schema) => verdicts.get(JSON.stringify(schema), () => judge(schema));
}
