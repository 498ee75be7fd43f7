/** What a session has, and what its `compact` asks the model: found out by a conversation of its own. */
import type { RequestExpectations } from '../../src/scenario/request-schema.ts';
import type { WrittenTurn } from '../../src/scenario/written.ts';
import { entriesOf, textField } from '../../src/wire/conversation.ts';
import type { Exchange } from '../../src/wire/exchange.ts';
import { kitTools } from '../arbitraries/kit-tools.ts';
import { loadDoor } from '../doors/doors.ts';
import { play } from '../run/play.ts';
import { commandKinds, type CommandKind } from '../session/session.ts';
import type { OpenSession } from '../session/session-app.ts';
import { QUIET, type CheckSettings } from './settings.ts';
import { SUMMARY } from './side-routes.ts';
import { toScenario } from './to-scenario.ts';

export interface ProbedSession {
  readonly offered: readonly CommandKind[];
  /** One turn for each request that `compact` makes, with what tells such a request. */
  readonly compactTurns: readonly WrittenTurn[];
  /** What tells all other requests from these. Default: nothing need. */
  readonly otherWhen?: RequestExpectations;
}

const HELLO = 'Hello.';

/** As often as one may ask before it is no summary any more. */
const MOST = 5;

/** How much of what is asked for a summary stays the same, whatever is to be summed up. */
const PROMPT = 40;

/** What tells a request for a summary, if anything does. */
function whenOf({ request: { body }, messages }: Exchange): RequestExpectations | undefined {
  if (body.compaction != null) return { body: { compaction: {} } };
  const texts = entriesOf(messages)
    .filter(({ role }) => role === 'user')
    .flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'text'));
  const prompt = textField(texts.at(-1)!, 'text').slice(0, PROMPT);
  return prompt.includes(HELLO) ? undefined : { user: { contains: prompt } };
}

/** All other requests. */
const not = (when: RequestExpectations): RequestExpectations =>
  Object.fromEntries(Object.entries(when).map(([key, value]) => [key, { not: value as unknown }]));

/** The API is asked for a summary, or the model is, as for anything else. */
function summaryFor(exchange: Exchange): WrittenTurn {
  const when = whenOf(exchange);
  const reply = exchange.request.body.compaction == null ? 'A summary.' : SUMMARY;
  return { ...(when && { when }), reply };
}

/** What goes wrong here goes wrong in the check as well, which tells of it. */
export async function probeSession(
  open: OpenSession,
  settings: CheckSettings,
): Promise<ProbedSession> {
  let offered: readonly CommandKind[] = ['send'];
  let first = Infinity;
  const turns: WrittenTurn[] = [
    { reply: HELLO },
    ...Array.from({ length: MOST }, () => ({ reply: 'A summary.' })),
  ];
  const rehearsal = { input: HELLO, tools: kitTools, turns, conduct: [], stream: false };
  const { run } = await play(
    toScenario({ ...rehearsal, kinds: [] }, settings, settings.tools),
    async (context) => {
      const session = await open(context);
      offered = commandKinds.filter((kind) => typeof session[kind] === 'function');
      if (!session.compact) return;
      const { signal } = context;
      await session.send(HELLO, { signal });
      first = context.simulation.journal.length;
      await session.compact({ signal });
    },
    {
      door: await loadDoor(settings.door),
      timeLimitMs: settings.timeLimitMs,
      clientOptions: QUIET,
    },
  );
  const compactTurns = run.simulation.journal.slice(first).map(summaryFor);
  const [{ when } = {}] = compactTurns;
  return { offered, compactTurns, ...(when && { otherWhen: not(when) }) };
}
