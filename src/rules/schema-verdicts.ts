/** Keeps what was found out about a schema: a loop sends the same tools with every request. */
import type { Json } from './json-value.ts';

const MOST_SCHEMAS = 512;
/** A longer schema is judged anew each time; keeping many of them would cost more than that. */
const LONGEST_TEXT = 65_536;

/** The same function, that judges schemas with the same text once. */
export function oncePerSchema<Verdict>(
  judge: (schema: Json) => Verdict,
): (schema: Json) => Verdict {
  const verdicts = new Map<string, Verdict>();
  return (schema) => {
    const text = JSON.stringify(schema);
    if (text.length > LONGEST_TEXT) return judge(schema);
    if (verdicts.has(text)) return verdicts.get(text) as Verdict;
    const verdict = judge(schema);
    if (verdicts.size === MOST_SCHEMAS) verdicts.delete(verdicts.keys().next().value!);
    verdicts.set(text, verdict);
    return verdict;
  };
}
