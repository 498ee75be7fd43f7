/** A tool that does what its scenario says. */
import { copyJson } from '../../src/wire/json/copy-json.ts';
import {
  defineTool,
  ToolError,
  type LoopTool,
  type ToolContext,
  type ToolOutput,
} from '../../src/loop/index.ts';
import { firstMismatch } from '../../src/scenario/matcher.ts';
import { quote } from '../../src/scenario/quote.ts';
import type { ScenarioTool, ToolAnswer } from '../../src/scenario/tool-schema.ts';
import { systemClock } from '../../src/simulation/clock.ts';
import { untilAborted } from '../../src/simulation/until-aborted.ts';
import { stageHere } from '../stage/stage.ts';

/** A call as a tool sees it. */
interface Call {
  /** Not every app tells its tools which call they run for. */
  readonly id?: string | undefined;
  readonly input: unknown;
}

function isFor({ input, call }: ToolAnswer, { id, input: received }: Call): boolean {
  if (call !== undefined && id !== undefined && call !== id) return false;
  return input === undefined || firstMismatch(input, received) === undefined;
}

/** The first answer that is for a call. */
export function answerFor(answers: readonly ToolAnswer[], call: Call): ToolAnswer | undefined {
  return answers.find((each) => isFor(each, call));
}

function noAnswer({ name, answers }: ScenarioTool, received: unknown): ToolError {
  const known = answers.map(({ input }) => quote(input)).join(', ');
  const has = known === '' ? 'it has no answers at all' : `it has answers for ${known}`;
  return new ToolError(`${name} has no answer for ${quote(received)} in this scenario; ${has}.`);
}

function told(answer: ToolAnswer): ToolOutput {
  if ('error' in answer) throw new ToolError(answer.error);
  if ('throws' in answer) throw new Error(answer.throws);
  // A copy: what an app does to a result must not reach the next call.
  return 'result' in answer ? (copyJson(answer.result) as ToolOutput) : undefined;
}

/** Waits on the clock of its run, if it has one: of a timer the app would seem to be the owner, who has to clear it. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return stageHere()?.clock.pause(ms, signal) ?? systemClock.sleep(ms, signal);
}

async function toldLate(
  answer: ToolAnswer,
  ms: number,
  signal?: AbortSignal | null,
): Promise<ToolOutput> {
  if ('hangs' in answer)
    await untilAborted(new Promise<never>(() => undefined), signal ?? undefined);
  else await pause(ms, signal ?? undefined);
  return told(answer);
}

/** What tools are told besides their input, by the loop of the kit and by the SDK's tool runner. */
interface Told extends Partial<ToolContext> {
  readonly toolUse?: { readonly id?: string };
}

/**
 * What the tool does at a call: of its answers the first one counts that is for it. The id of the call is known where
 * the app passes it on.
 */
export function scriptedRun(
  tool: ScenarioTool,
): (received: unknown, context?: Told) => ToolOutput | Promise<ToolOutput> {
  return (received, { signal, toolUseId, toolUse } = {}) => {
    const answer = answerFor(tool.answers, { id: toolUseId ?? toolUse?.id, input: received });
    if (!answer) throw noAnswer(tool, received);
    const { delay = 0 } = answer;
    return delay > 0 || 'hangs' in answer ? toldLate(answer, delay, signal) : told(answer);
  };
}

/**
 * Makes a tool of its description in YAML.
 * @throws TypeError when the API would refuse the definition
 */
export function scriptedTool(tool: ScenarioTool): LoopTool {
  const { name, description, inputSchema, effect } = tool;
  return defineTool({ name, description, inputSchema, effect, run: scriptedRun(tool) });
}
