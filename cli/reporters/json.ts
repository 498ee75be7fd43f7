/** The reporter for programs: one JSON document, whose shape `version` stands for. `docs/cli.md` describes it. */
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import { formatTranscript } from '../../src/transcript/format-transcript.ts';
import { reportedScenario } from '../../testing/report/reported-scenario.ts';
import {
  countsOf,
  isGood,
  type FinishedRun,
  type RunReport,
  type StrayError,
} from '../finished-run.ts';
import { answerOf, reasonOf } from '../format-result.ts';
import type { Reporter } from './reporter.ts';

/** Goes up when something is taken away or comes to mean something else, not when something is added. */
const VERSION = 1;

function problemAsJson(problem: ScenarioProblem): object {
  const { code, message, file, line, column, path, difference } = problem;
  return { code, message, file, line, column, path, ...difference };
}

function runAsJson(run: FinishedRun): object {
  const { scenario, title: name, status } = run;
  const { file, tags } = scenario;
  const { line } = scenario.locate(['name']);
  const planned = { name, scenario: scenario.name, file, line, tags, status };
  if (run.status === 'skipped') return { ...planned, reason: run.reason };
  const { door, elapsedMs, printed, result } = run;
  const { error, problems, toolCalls, transcripts } = result;
  const answer = answerOf(result);
  return {
    ...planned,
    door,
    elapsed_ms: Math.round(elapsedMs),
    problems: problems.map(problemAsJson),
    ...(answer === undefined ? {} : { answer }),
    ...(error === undefined ? {} : { error: reasonOf(error) }),
    tool_calls: toolCalls.map(({ turn, id, name: tool, input }) => ({
      turn,
      id,
      name: tool,
      input,
    })),
    transcripts: transcripts.map((transcript) => formatTranscript(transcript)),
    conversations: reportedScenario(run).conversations.map(
      ({ told: { messages }, invariants }) => ({
        messages,
        invariants,
      }),
    ),
    printed,
  };
}

function strayAsJson({ error, after, during }: StrayError): object {
  return { error: reasonOf(error), ...(after === undefined ? {} : { after }), during };
}

function reportAsJson(report: RunReport): object {
  const { runs, strays, elapsedMs } = report;
  return {
    version: VERSION,
    success: isGood(report),
    counts: countsOf(runs),
    elapsed_ms: Math.round(elapsedMs),
    scenarios: runs.map(runAsJson),
    strays: strays.map(strayAsJson),
  };
}

export const json: Reporter = {
  end: (report) => `${JSON.stringify(reportAsJson(report), null, 2)}\n`,
};
