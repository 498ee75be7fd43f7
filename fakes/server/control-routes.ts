/** The control endpoints: what can be asked of a server about its runs, and told to it. */
import { EnsaioError } from '../../src/error.ts';
import { rules } from '../../src/rules/index.ts';
import { decodeUtf8 } from '../../src/scenario/decode.ts';
import { invalidScenario } from '../../src/scenario/invalid-scenario.ts';
import { safeParseScript } from '../../src/scenario/parse-script.ts';
import { LARGEST_BODY } from '../../src/wire/routes.ts';
import type { HttpAnswer } from './http-answer.ts';
import type { HttpRequest } from './http-request.ts';
import { acceptsPage, inspectorAnswer } from './inspector-answer.ts';
import type { ServedRun, Runs } from './runs.ts';
import { scriptName } from './script-name.ts';
import { notBegun, ruleView, runView, scriptView, transcriptView, verdictOf } from './views.ts';

/** A request to a control endpoint. */
export interface ControlCall {
  readonly request: HttpRequest;
  readonly runs: Runs;
  /** The segment of the path that names a run or a script; empty where there is none. */
  readonly name: string;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

export interface ControlRoute {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The path behind `/_ensaio`; `<name>` stands for one segment. */
  readonly path: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** Whether a request is answered whoever sends it. Default: only to those who may. */
  isOpen?(request: HttpRequest): boolean;
  answer(call: ControlCall): HttpAnswer | Promise<HttpAnswer>;
}

export function json(body: unknown, status = 200): HttpAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: `${JSON.stringify(body, null, 2)}\n`,
  };
}

const nothing = (): HttpAnswer => ({ status: 204, headers: {}, body: null });

const runOf = ({ runs, name }: ControlCall): ServedRun => runs.look(name);

async function putScript({ request, runs, name }: ControlCall): Promise<HttpAnswer> {
  const served = scriptName(name);
  if (served === '') {
    throw new EnsaioError('option-invalid', `A script cannot be named "${name}".`, {
      hint: 'Use letters, digits, dots and dashes.',
    });
  }
  const bytes = await request.readBody(LARGEST_BODY);
  if (!bytes) {
    throw new EnsaioError('body-too-large', `A script has at most ${LARGEST_BODY} bytes.`);
  }
  const source = decodeUtf8(served, bytes);
  const parsed = source.ok ? safeParseScript(source.value) : source;
  if (!parsed.ok) throw invalidScenario(parsed.problems);
  return json(scriptView(runs.put(served, parsed.value)));
}

function journalOf(call: ControlCall): HttpAnswer {
  const written = call.request.url.searchParams.get('from') ?? '0';
  if (!/^\d+$/.test(written)) {
    throw new EnsaioError('option-invalid', `from is a whole number, received "${written}".`, {
      hint: 'It is the index of the first exchange that is wanted: ?from=2.',
    });
  }
  const from = Number(written);
  const { journal } = runOf(call).simulation;
  return json(journal.filter(({ index }) => index >= from));
}

function verify(call: ControlCall): HttpAnswer {
  const { runs, name } = call;
  const verdict = runs.has(name) ? verdictOf(runOf(call)) : notBegun(runOf(call));
  return json(verdict, verdict.done ? 200 : 409);
}

function events({ request, runs, closing }: ControlCall): HttpAnswer {
  const names = (): string[] => runs.all.map(({ name }) => name);
  const end = AbortSignal.any([request.signal, closing]);
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
    body: runs.changes.stream(names, end),
  };
}

const index: ControlRoute = {
  method: 'GET',
  path: '',
  summary: 'what is here; for browsers the inspector, a page that shows runs as they happen',
  isOpen: acceptsPage,
  answer: ({ request }) =>
    acceptsPage(request)
      ? inspectorAnswer()
      : json({
          endpoints: controlRoutes.map(
            ({ method, path, summary }) => `${method} /_ensaio${path}: ${summary}`,
          ),
        }),
};

export const controlRoutes: readonly ControlRoute[] = [
  index,
  {
    method: 'GET',
    path: '/scripts',
    summary: 'the scripts',
    answer: ({ runs }) => json(runs.scripts.map(scriptView)),
  },
  {
    method: 'PUT',
    path: '/scripts/<name>',
    summary: 'gives a script, YAML or JSON; its runs start over',
    answer: putScript,
  },
  {
    method: 'DELETE',
    path: '/scripts/<name>',
    summary: 'takes a script away, and its runs',
    answer: ({ runs, name }) => {
      runs.removeScript(name);
      return nothing();
    },
  },
  {
    method: 'GET',
    path: '/runs',
    summary: 'the runs that have begun',
    answer: ({ runs }) => json(runs.all.map(runView)),
  },
  {
    method: 'GET',
    path: '/runs/<name>',
    summary: 'where a run stands',
    answer: (call) => json(runView(runOf(call))),
  },
  {
    method: 'DELETE',
    path: '/runs/<name>',
    summary: 'forgets a run',
    answer: ({ runs, name }) => {
      runs.remove(name);
      return nothing();
    },
  },
  {
    method: 'POST',
    path: '/runs/<name>/reset',
    summary: 'starts a run over from its first turn',
    answer: ({ runs, name }) => json(runView(runs.reset(name))),
  },
  {
    method: 'GET',
    path: '/runs/<name>/journal',
    summary: 'its exchanges; ?from=<index> leaves out the ones before',
    answer: journalOf,
  },
  {
    method: 'GET',
    path: '/runs/<name>/transcripts',
    summary: 'its conversations, and what a good loop would not have done',
    answer: (call) => json(runOf(call).simulation.transcripts.map(transcriptView)),
  },
  {
    method: 'GET',
    path: '/runs/<name>/pending',
    summary: 'its turns that were not asked for yet',
    answer: (call) =>
      json(runOf(call).simulation.pending.map(({ place, turn }) => ({ place, turn }))),
  },
  {
    method: 'GET',
    path: '/runs/<name>/verify',
    summary: '200 when it is done, 409 with the report of assertDone when not',
    answer: verify,
  },
  {
    method: 'GET',
    path: '/rules',
    summary: 'what the simulated API refuses',
    answer: () => json(rules.map(ruleView)),
  },
  {
    method: 'GET',
    path: '/events',
    summary: 'server-sent events that tell which runs have changed',
    answer: events,
  },
];
