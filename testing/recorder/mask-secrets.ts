/** Takes out whatever looks like a secret, by the same look as `refuseSecrets`: it finds nothing afterwards. */
import { SECRET_FORMS, secretIn } from '../../src/invariants/secrets.ts';
import { mapTexts } from './map-texts.ts';
import { escaped } from './redaction.ts';

/** From where to where in a text. */
type Range = readonly [start: number, end: number];

/** Ranges in their order, those that overlap as one. */
function merged(ranges: readonly Range[]): Range[] {
  const whole: Range[] = [];
  for (const [start, end] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const [from, to] = whole.at(-1) ?? [0, -1];
    if (start < to) whole[whole.length - 1] = [from, Math.max(to, end)];
    else whole.push([start, end]);
  }
  return whole;
}

/**
 * The same value, a placeholder in place of each secret in its texts and keys.
 * @param named secrets that are known, such as the key that requests carried
 */
export function maskSecrets<Value>(
  value: Value,
  named: readonly string[],
  placeholder: (secret: string) => string,
): Value {
  const patterns = [
    ...named.filter((secret) => secret !== '').map((secret) => new RegExp(escaped(secret), 'g')),
    ...SECRET_FORMS.map(([, form]) => new RegExp(form, `${form.flags}g`)),
  ];
  const masked = (text: string): string => {
    const found = patterns.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ 0: { length }, index }): Range => [index, index + length]),
    );
    let rest = '';
    let at = 0;
    for (const [start, end] of merged(found)) {
      rest += text.slice(at, start) + placeholder(text.slice(start, end));
      at = end;
    }
    rest += text.slice(at);
    // What stood around a secret may look like one with the placeholder.
    return secretIn(rest, named) === undefined ? rest : placeholder(text);
  };
  return mapTexts(value, masked, masked);
}
