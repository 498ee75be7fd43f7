/** Holds a run where its app is told to stop: a turn that does not come, a stream that falls silent, a tool that waits. */
import type { AbortMoment } from '../../src/scenario/abort-schema.ts';
import { isRecord } from '../../src/wire/json/is-record.ts';
import type { Script } from '../../src/script/script.ts';
import { hang, streamed } from '../../src/script/transport.ts';
import type { RespondTurn, Turn } from '../../src/script/turn.ts';
import { untilAborted } from '../../src/simulation/until-aborted.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import type { Scenario } from '../scenario.ts';

/** What is played in the place of the scenario's own. */
export interface Held {
  readonly script: Script;
  readonly tools: Scenario['tools'];
  /** Whether the run has come to where it is held; `isStuck` says that the simulation gives nothing more. */
  isHeld(simulation: Simulation, isStuck: boolean): boolean;
}

/** A turn of which no more comes; without a stream, nothing of it. */
function stalled(turn: Turn, events: number | undefined): RespondTurn {
  return {
    type: 'respond',
    respond: ({ stream }) =>
      events !== undefined && stream === true ? streamed(turn, { stallAfter: { events } }) : hang(),
  };
}

/** The script with another turn at a place: "turn 2", "turn 1 of route 3". */
function withTurn(script: Script, place: string, change: (turn: Turn) => Turn): Script {
  const [, number, route] = /^turn (\d+)(?: of route (\d+))?$/.exec(place)!;
  const changed = (turns: readonly Turn[]): readonly Turn[] =>
    turns.map((turn, index) => (index === Number(number) - 1 ? change(turn) : turn));
  if (route === undefined) return { ...script, turns: changed(script.turns) };
  return {
    ...script,
    routes: script.routes.map((each, index) =>
      index === Number(route) - 1 ? { ...each, turns: changed(each.turns) } : each,
    ),
  };
}

function holdTurn(scenario: Scenario, number: number, events: number | undefined): Held {
  const { script, tools, turns } = scenario;
  const place = turns[number - 1]?.places[0];
  return {
    script: place === undefined ? script : withTurn(script, place, (turn) => stalled(turn, events)),
    tools,
    // A stream that was told to its last word counts as answered, and may be read on all the same.
    isHeld: ({ journal }, isStuck) =>
      isStuck &&
      journal.some(
        (exchange) =>
          exchange.turn !== undefined &&
          exchange.turn === place &&
          (exchange.outcome === 'open' || exchange === journal.at(-1)),
      ),
  };
}

/** What tools are told besides their input, by the loop of the kit and by the SDK's tool runner. */
interface Told {
  readonly signal?: AbortSignal | null;
  readonly toolUseId?: string;
  readonly toolUse?: { readonly id?: string };
}

type Run = (input: unknown, context?: Told) => unknown;

/** The name of the tool that a call asks for: not every app says which call its tools run for. */
function toolOf(id: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => toolOf(id, item)).find(Boolean);
  if (!isRecord(value)) return undefined;
  const { tool_use: call } = value as { readonly tool_use?: unknown };
  if (isRecord(call) && call['id'] === id) return call['name'];
  return toolOf(id, Object.values(value));
}

/** The tools, one of which does something else at one call. */
function withCall(
  { tools, written }: Scenario,
  id: string,
  run: (own: Run, input: unknown, context: Told | undefined) => unknown,
): Scenario['tools'] {
  const called = toolOf(id, written.turns);
  return tools.map((tool) => {
    const own = tool.run?.bind(tool) as Run | undefined;
    if (tool.name !== called || !own) return tool;
    const held: Run = (input, context) => {
      const known = context?.toolUseId ?? context?.toolUse?.id ?? id;
      return known === id ? run(own, input, context) : own(input, context);
    };
    return Object.assign(Object.create(Object.getPrototypeOf(tool)) as typeof tool, tool, {
      run: held,
    });
  });
}

function holdCall(scenario: Scenario, id: string): Held {
  let isHeld = false;
  const wait: Run = (_input, context) => {
    isHeld = true;
    return untilAborted(new Promise<never>(() => undefined), context?.signal ?? undefined);
  };
  return {
    script: scenario.script,
    tools: withCall(scenario, id, (_own, input, context) => wait(input, context)),
    isHeld: () => isHeld,
  };
}

/** What is played so that the run can be told to stop at a moment; `stop` is called where nothing can be held. */
export function holdAt(
  scenario: Scenario,
  moment: AbortMoment | undefined,
  stop: () => void,
): Held {
  const { script, tools } = scenario;
  const never = { script, tools, isHeld: () => false };
  if (moment === undefined || moment === 'start') return never;
  if ('turn' in moment) return holdTurn(scenario, moment.turn, moment.events);
  if ('call' in moment) return holdCall(scenario, moment.call);
  const after = async (own: Run, input: unknown, context: Told | undefined): Promise<unknown> => {
    try {
      return await own(input, context);
    } finally {
      stop();
    }
  };
  return { ...never, tools: withCall(scenario, moment.after_call, after) };
}
