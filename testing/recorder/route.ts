/** What tells the conversations of one run apart, as the condition that routes a turn. */
import type { RequestExpectations } from '../../src/scenario/request-schema.ts';
import type { RoutedRequest } from '../../src/script/routed-request.ts';

/** What a text may have in front, to be told by it: more is not read by anybody. */
const TELLING = 60;

type Sign = 'user' | 'system' | 'model';

const SIGNS: readonly Sign[] = ['user', 'system', 'model'];

const firstLine = (text: string): string => text.trim().split('\n')[0]!.slice(0, TELLING).trim();

/** The shortest condition on a text that none of the others fulfils. */
function telling(text: string, others: readonly string[]): RequestExpectations['user'] | undefined {
  if (text === '' || others.includes(text)) return undefined;
  const line = firstLine(text);
  if (line === text) return text;
  const isTelling = line !== '' && !others.some((other) => other.includes(line));
  return isTelling ? { contains: line } : text;
}

/**
 * The condition for the requests that begin as `opening` does; undefined when another one begins alike. `others` begin the
 * other conversations.
 */
export function routeFor(
  opening: RoutedRequest,
  others: readonly RoutedRequest[],
): RequestExpectations | undefined {
  for (const sign of SIGNS) {
    const condition = telling(
      opening[sign],
      others.map((other) => other[sign]),
    );
    if (condition !== undefined) return { [sign]: condition };
  }
  return undefined;
}
