/** A rehearsal as a scenario: what is played here is what a file with it says. */
import type { ScenarioExpectations } from '../../src/scenario/expect-schema.ts';
import { trustedTurn } from '../../src/scenario/turn-schema.ts';
import type { ScenarioOptions, Streaming } from '../../src/scenario/scenario-schema.ts';
import type { Location } from '../../src/scenario/source.ts';
import { toScript } from '../../src/scenario/to-script.ts';
import type { WrittenScenario } from '../../src/scenario/written.ts';
import type { Route } from '../../src/script/script.ts';
import type { AnyRehearsal } from '../arbitraries/rehearsal.ts';
import type { Scenario } from '../scenario.ts';
import { isComparable } from '../run/play.ts';
import { commandsIn } from '../session/session.ts';
import type { CheckSettings } from './settings.ts';
import { rehearsedTool, writtenTools } from './rehearsed-tools.ts';
import { sideRoutes } from './side-routes.ts';

const butFor = (key: 'invariants' | 'conversation' | 'client', except: readonly string[]) =>
  except.length === 0 ? {} : { [key]: { except } };

/** What must hold of any rehearsal. */
function expectationsOf({
  except,
  limit,
  rehearsal: { finalTools = [] },
}: CheckSettings): ScenarioExpectations {
  return {
    may_stop: true,
    ...(limit === undefined ? {} : { limit }),
    ...(finalTools.length === 0 ? {} : { final_tools: finalTools }),
    ...(except.timers ? {} : { left_timers: 0 }),
    ...butFor('invariants', except.invariants),
    ...butFor('conversation', except.conversation),
    client: true,
    ...butFor('client', except.client),
  };
}

function streamingOf({ models }: CheckSettings, { stream, ...told }: AnyRehearsal): Streaming {
  return models === 'both' && isComparable(told) ? 'both' : stream;
}

/** What is answered on the side. Of a session it is known what it asks for summaries, and turns are there for it. */
function routesOf({ input }: AnyRehearsal, { routes }: CheckSettings): readonly Route[] {
  return commandsIn(input) ? routes : sideRoutes(routes);
}

/** Nothing of it stands in a file. */
const NOWHERE: Location = { file: 'rehearsal', line: 1, column: 1, length: 0, lineText: '' };

/** `tools` are those of the user, if there are any. */
export function toScenario(
  rehearsal: AnyRehearsal,
  settings: CheckSettings,
  tools?: readonly object[],
): Scenario {
  const { input, turns, abort, threads } = rehearsal;
  const stop = abort === undefined ? {} : { abort };
  const { except } = settings;
  const options: ScenarioOptions = {
    ...(except.rules.length === 0 ? {} : { allow: except.rules }),
    ...(threads === undefined ? {} : { threads }),
  };
  const stream = streamingOf(settings, rehearsal);
  const expect = expectationsOf(settings);
  // What the user's own tools do, nobody has written.
  const toolsTold = tools ? [] : writtenTools(rehearsal);
  const told = toScript(turns.map(trustedTurn));
  const written: WrittenScenario = {
    name: 'a rehearsal',
    ...(Object.keys(options).length === 0 ? {} : { options }),
    input,
    ...(stream === false ? {} : { stream }),
    tools: toolsTold,
    turns,
    ...stop,
    expect,
  };
  return {
    type: 'scenario',
    file: 'rehearsal',
    name: written.name,
    tags: [],
    options,
    input,
    stream,
    ...told,
    script: { ...told.script, routes: [...told.script.routes, ...routesOf(rehearsal, settings)] },
    ...stop,
    expect,
    written,
    locate: () => NOWHERE,
    // The tools of the user are handed on as they are, whatever type they have.
    tools: (tools as Scenario['tools'] | undefined) ?? toolsTold.map(rehearsedTool),
  };
}
