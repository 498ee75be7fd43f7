/** The tools that an app declared, with the answers that they gave, so that a replay needs none of them. */
import { isConditions } from '../../src/scenario/conditions.ts';
import { isRecord } from '../../src/wire/json/is-record.ts';
import { toSentToolResult } from '../../src/scenario/sent-tool-results.ts';
import type { ToolAnswer } from '../../src/scenario/tool-schema.ts';
import type { WrittenTool } from '../../src/scenario/written.ts';
import type { ToolOutput } from '../../src/loop/index.ts';
import { toolSuccess } from '../../src/loop/tool-result.ts';
import type { ToolCall } from '../../src/transcript/transcript.ts';
import type { Block } from '../../src/wire/conversation.ts';
import { toolName } from '../../src/wire/request/scalars.ts';
import { acceptorOf } from '../../src/wire/schema/acceptor.ts';
import { sameJson } from '../../src/wire/json/same-json.ts';
import { answerFor, scriptedTool } from '../load/scripted-tool.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A call with its result. */
interface Answered extends ToolCall {
  readonly result: Block;
}

const isAnswered = (call: ToolCall): call is Answered => call.result !== undefined;

/** What a tool returned to get this content sent, as a mapping or a list where that is the same. */
function outputOf(content: unknown): unknown {
  if (typeof content !== 'string') return content ?? '';
  if (!/^[{[]/.test(content)) return content;
  try {
    const value: unknown = JSON.parse(content);
    const sent = toolSuccess('', value as ToolOutput).content;
    return sent === content && isPlain(value) ? value : content;
  } catch {
    return content;
  }
}

function outcomeOf({ result }: Answered): { result: unknown } | { error: string } {
  if (result['is_error'] === true) return { error: toSentToolResult(result).content };
  return { result: outputOf(result['content']) };
}

/** How many levels a value may have to be read by anybody; YAML takes a hundred. */
const DEEPEST = 50;

/** Whether a value can stand in a file as it is: not too deep, and with nothing in it that is taken for conditions. */
function isPlain(value: unknown, levels = DEEPEST): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0 || isConditions(value)) return false;
  return Object.values(value).every((part) => isPlain(part, levels - 1));
}

/** Whether a failed call kept others of its turn from being run: they say so by its id. */
function stopsOthers(failed: Answered, calls: readonly Answered[]): boolean {
  return (
    failed.result['is_error'] === true &&
    calls.some(
      ({ id, result }) =>
        id !== failed.id &&
        result['is_error'] === true &&
        toSentToolResult(result).content.includes(`(${failed.id})`),
    )
  );
}

const outcome = ({ call: _call, input: _input, ...rest }: ToolAnswer): object => rest;

/** An answer for each input, and one for each call that would get another one's. */
function answersOf(calls: readonly Answered[]): ToolAnswer[] {
  const byInput: ToolAnswer[] = [];
  const byId: ToolAnswer[] = [];
  for (const call of calls) {
    const { id, input } = call;
    const given = outcomeOf(call);
    const isTold = isRecord(input) && isPlain(input);
    const before = isTold ? answerFor(byInput, call) : undefined;
    if (before && sameJson(outcome(before), given)) continue;
    if (isTold && !before) byInput.push({ input, ...given } as ToolAnswer);
    else byId.push({ call: id, ...given } as ToolAnswer);
  }
  return [...byId, ...byInput];
}

interface Definition {
  readonly name: string;
  readonly description?: string;
  readonly input_schema: Fields;
}

/** A tool that the app itself runs, as far as a scenario can tell of it. */
function isOwn(tool: unknown): tool is Definition {
  if (!isRecord(tool)) return false;
  return (
    acceptorOf(toolName)(tool['name']) &&
    [undefined, null, 'custom'].includes(tool['type'] as undefined) &&
    isRecord(tool['input_schema'])
  );
}

const LOOSE: Fields = { type: 'object' };

/** Whether the tool can be made and takes all these inputs. */
async function takes(tool: WrittenTool, inputs: readonly unknown[]): Promise<boolean> {
  try {
    const { input_schema: inputSchema, effect = 'read' } = tool;
    const made = scriptedTool({ ...tool, inputSchema, effect });
    const parsed = await Promise.all(inputs.map((input) => made.parse(input)));
    return parsed.every(({ ok }) => ok);
  } catch {
    return false;
  }
}

async function writtenTool(
  { name, description = '', input_schema }: Definition,
  all: readonly Answered[],
): Promise<WrittenTool> {
  const calls = all.filter((call) => call.name === name);
  const isWrite = calls.some((call) => stopsOthers(call, all));
  const tool: WrittenTool = {
    name,
    description,
    input_schema,
    ...(isWrite ? { effect: 'write' } : {}),
    answers: answersOf(calls),
  };
  // A call that went well had an input that the schema took, before anything in it was redacted.
  const taken = calls.filter(({ result }) => result['is_error'] !== true);
  const fits = await takes(
    tool,
    taken.map(({ input }) => input),
  );
  return fits ? tool : { ...tool, input_schema: LOOSE };
}

/** The tools in lists of definitions, each by the first that has its name. */
export async function recordedTools(
  lists: readonly unknown[],
  calls: readonly ToolCall[],
): Promise<WrittenTool[]> {
  const definitions = new Map<string, Definition>();
  for (const tool of lists.flat().filter(isOwn)) {
    if (!definitions.has(tool.name)) definitions.set(tool.name, tool);
  }
  const answered = calls.filter(isAnswered);
  return Promise.all(
    [...definitions.values()].map((definition) => writtenTool(definition, answered)),
  );
}
