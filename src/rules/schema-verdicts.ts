/** Keeps what was found out about a schema: a loop sends the same tools with every request. */
import type { Json } from './json-value.ts';

const MOST_SCHEMAS = 512;
/** A longer schema is judged anew each time; keeping many of them would cost more than that. */
const LONGEST_TEXT = 65_536;

/** Several verdicts are asked of each schema. */
const texts = new WeakMap<Json, string>();

function textOf(schema: Json): string {
  let text = texts.get(schema);
  if (text === undefined) texts.set(schema, (text = JSON.stringify(schema)));
  return text;
}

/** The same function, that judges schemas with the same text once, and one and the same schema without a look at its text. */
export function oncePerSchema<Verdict>(
  judge: (schema: Json) => Verdict,
): (schema: Json) => Verdict {
  const byText = new Map<string, Verdict>();
  const bySchema = new WeakMap<Json, { readonly verdict: Verdict }>();

  function judgeText(schema: Json): Verdict {
    const text = textOf(schema);
    if (text.length > LONGEST_TEXT) return judge(schema);
    if (byText.has(text)) return byText.get(text) as Verdict;
    const verdict = judge(schema);
    if (byText.size === MOST_SCHEMAS) byText.delete(byText.keys().next().value!);
    byText.set(text, verdict);
    return verdict;
  }

  return (schema) => {
    const known = bySchema.get(schema);
    if (known) return known.verdict;
    const verdict = judgeText(schema);
    bySchema.set(schema, { verdict });
    return verdict;
  };
}
