/** The form of a rule's test: an offending request with its whole answer, and the nearest request that is accepted. */
import { expect, test } from 'vitest';
import { simulate, type SimulationOptions } from '../../fakes/index.ts';
import { send, type SendOptions } from '../support/send.ts';

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

/** One test a case. */
export function checkCases(cases: readonly Case[]): void {
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
      const simulation = simulate(['Fine.'], settings);
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
