/** A script as a value: turns in order, and turns routed by what the request looks like. */
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';
import { builderOptions } from './builder-options.ts';
import { checkMatch, type Match } from './match.ts';
import { toTurn } from './to-turn.ts';
import type { Turn, TurnInput } from './turn.ts';

/** Turns for the requests that a match is for. */
export interface Route {
  readonly type: 'route';
  readonly match: Match;
  readonly turns: readonly Turn[];
  /** Whether each conversation on it gets its turns over and over: none is ever missing, and none left over. */
  readonly repeats?: boolean;
}

export interface RouteOptions {
  /**
   * Whether the turns are for requests on the side, of which nobody knows how many there are: each conversation gets
   * them from the first on, over and over, and none of them has to be asked for. What such a route answers is never taken
   * for a part of another conversation, though it may hold all of it, as a request for a summary does. Default false.
   */
  readonly repeats?: boolean;
}

export interface Script {
  readonly type: 'script';
  /** The turns of requests that no route matches, in order. */
  readonly turns: readonly Turn[];
  readonly routes: readonly Route[];
}

export type ScriptItem = TurnInput | Route;
export type ScriptInput = Script | readonly ScriptItem[];

function hasType(value: unknown, type: string): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === type;
}

const isScript = (value: unknown): value is Script => hasType(value, 'script');
const isRoute = (value: ScriptItem): value is Route => hasType(value, 'route');

/** The script that `input` stands for. Throws `EnsaioError` (`script-invalid`, `turn-invalid`) naming the turn. */
export function toScript(input: ScriptInput): Script {
  if (isScript(input)) return input;
  if (!Array.isArray(input)) {
    throw new EnsaioError(
      'script-invalid',
      `A script is a list of turns, received ${typeof input}.`,
      {
        hint: 'Wrap a single turn in a list: simulate(["Hello."]).',
      },
    );
  }
  const items: readonly ScriptItem[] = input;
  let turn = 0;
  return Object.freeze({
    type: 'script',
    turns: Object.freeze(
      items.flatMap((item) => (isRoute(item) ? [] : [toTurn(item, `turn ${++turn}`)])),
    ),
    routes: Object.freeze(items.filter(isRoute)),
  });
}

/**
 * A script from turns in order: `script('one', 'two')`, or the same as a list.
 * Throws `EnsaioError` (`turn-invalid`) naming the turn that is none.
 */
export function script(...items: readonly ScriptItem[] | readonly [readonly ScriptItem[]]): Script {
  const [first] = items;
  const isList = items.length === 1 && Array.isArray(first);
  return toScript((isList ? first : items) as readonly ScriptItem[]);
}

/**
 * Turns for the requests that `match` is for. Routes are tried in order, before the unrouted turns; a conversation
 * stays on its route while no other one matches.
 * @example when({ system: 'You are the planner' }, ['First, look.', 'Then, act.'])
 * @example when({ user: 'Sum up' }, 'A summary.', { repeats: true })
 * @throws EnsaioError `script-invalid`, `turn-invalid`
 */
export function when(match: Match, turns: ScriptInput | string, options: RouteOptions = {}): Route {
  checkMatch(match);
  const { repeats = false } = builderOptions('when', options, ['repeats']);
  if (typeof (repeats as unknown) !== 'boolean') {
    throw new EnsaioError(
      'script-invalid',
      `when: \`repeats\` is true or false, received ${show(repeats)}.`,
    );
  }
  const { turns: own, routes } = toScript(typeof turns === 'string' ? [turns] : turns);
  if (routes.length > 0) {
    throw new EnsaioError('script-invalid', 'when: a route cannot hold another route.', {
      hint: 'Put both conditions into one match.',
    });
  }
  if (repeats && own.length === 0) {
    throw new EnsaioError('script-invalid', 'when: there is no turn to repeat.', {
      hint: 'Give one: when(match, ["A summary."], { repeats: true }).',
    });
  }
  return Object.freeze({ type: 'route', match, turns: own, ...(repeats && { repeats }) });
}
