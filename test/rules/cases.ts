/** The form of a rule's test: an offending request with its whole answer, and the nearest request that is accepted. */
import { expect, test } from 'vitest';
import { simulate, type SimulationOptions } from '../../fakes/index.ts';
import { send, type SendOptions } from '../support/send.ts';
import { facts, type Fact } from './facts.ts';

export interface Case {
  /** What is wrong, as in "refuses <name>". */
  readonly name: string;
  /** The rule that answers. */
  readonly rule: string;
  /** Rows of the collected facts that this request is a vector of: `T01`, `K02`, `4.6`. */
  readonly facts?: readonly string[];
  readonly sent: unknown;
  readonly options?: SendOptions;
  /** Options of the simulation for both requests, e.g. `refuse` for a doubtful rule. */
  readonly simulation?: SimulationOptions;
  /** The whole answer as `status type: message`, with ` [error_code]` at the end where there is one. */
  readonly answer: string;
  /** The nearest request that is accepted, and its own options if they are not the defaults. */
  readonly accepted: unknown;
  readonly acceptedOptions?: SendOptions;
}

/** The start of most answers. */
export const refused = (message: string): string => `400 invalid_request_error: ${message}`;

interface ErrorAnswer {
  error: { type: string; message: string; details?: { error_code: string } };
}

function toLine(status: number, { error }: ErrorAnswer): string {
  const code = error.details ? ` [${error.details.error_code}]` : '';
  return `${status} ${error.type}: ${error.message}${code}`;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** An answer with the words of a row: what stands in braces may be anything, and so may what the source left out. */
function inWordsOf({ status, text = '' }: Fact): RegExp {
  const words = text
    .split(/(\{[a-z][^{}]*\}|\.\.\.)/)
    .map((part, index) => (index % 2 === 0 ? escaped(part) : '.+'));
  return new RegExp(`^${status} [a-z_]+: ${words.join('')}( \\[[a-z_]+\\])?$`);
}

/** The rows that the cases show, as far as their words are known. */
function rowsOf(cases: readonly Case[]): readonly Fact[] {
  const shown = new Set(cases.flatMap(({ facts: rows = [] }) => rows));
  return facts.filter(({ row, text }) => shown.has(row) && text !== undefined);
}

/** One test a case, and one a row of the facts, which some case answers word for word. */
export function checkCases(cases: readonly Case[]): void {
  test.each(rowsOf(cases))('answers $row word for word: $condition', (fact) => {
    const showing = cases.filter(({ facts: rows = [] }) => rows.includes(fact.row));
    expect(showing.map(({ answer }) => answer)).toContainEqual(
      expect.stringMatching(inWordsOf(fact)),
    );
  });
  test.each(cases)(
    'refuses $name, and takes the nearest that is right',
    async ({
      rule,
      sent,
      options = {},
      simulation: settings = {},
      answer,
      accepted,
      acceptedOptions,
    }) => {
      // Any request may be answered with nothing, one for a summary too.
      const simulation = simulate([''], settings);
      const no = await send(simulation, sent, options);
      expect(toLine(no.status, no.body)).toBe(answer);
      expect(simulation.violations[0]?.rule).toBe(rule);
      expect(no.body).toEqual({
        type: 'error',
        error: no.body.error,
        request_id: no.headers.get('request-id'),
      });
      expect(no.headers.get('x-should-retry')).toBe('false');
      const yes = await send(simulation, accepted, acceptedOptions);
      expect(yes.status, JSON.stringify(yes.body)).toBe(200);
      expect(simulation.violations.filter(({ exchange }) => exchange === 1)).toEqual([]);
    },
  );
}
