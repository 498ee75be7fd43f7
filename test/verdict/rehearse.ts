/** A script and a clock for clients that are judged: small ones written here, and the real SDK. */
import Anthropic, { type ClientOptions } from '@anthropic-ai/sdk';
import {
  clientVerdict,
  manualClock,
  simulate,
  type ClientVerdictOptions,
  type ManualClock,
  type ManualClockOptions,
  type ScriptInput,
  type Simulation,
  type SimulationOptions,
} from '../../fakes/index.ts';
import { body, send, type Sent } from '../support/send.ts';

export const params: { model: string; max_tokens: number; messages: Anthropic.MessageParam[] } = {
  model: 'claude-opus-5',
  max_tokens: 64,
  messages: [{ role: 'user', content: 'Hello.' }],
};

export interface Rehearsal {
  readonly clock: ManualClock;
  readonly simulation: Simulation;
  /** Sends a body with fields of its own; a broken connection is no answer. */
  post(fields?: object, headers?: Readonly<Record<string, string>>): Promise<Sent | undefined>;
  /** A client of the SDK. */
  sdk(options?: ClientOptions): Anthropic;
  /** The findings as `id exchange`. */
  verdict(options?: ClientVerdictOptions): string[];
}

export function rehearse(
  script: ScriptInput,
  options: SimulationOptions & Pick<ManualClockOptions, 'timers'> = {},
): Rehearsal {
  const { timers, ...rest } = options;
  const clock = manualClock(timers ? { timers } : {});
  const simulation = simulate(script, { clock, ...rest });
  return {
    clock,
    simulation,
    post: (fields = {}, headers = {}) =>
      send(simulation, body({ ...fields }), { headers }).catch(() => undefined),
    sdk: (clientOptions = {}) =>
      new Anthropic({ fetch: simulation.fetch, apiKey: 'sk-ant-test', ...clientOptions }),
    verdict: (verdictOptions) =>
      clientVerdict(simulation, verdictOptions).map(({ id, exchange }) => `${id} ${exchange}`),
  };
}
