/** The user's own tools, told as a scenario tells them: with what they answered in one run. */
import { isRecord } from '../../src/wire/json/is-record.ts';
import type { ToolAnswer } from '../../src/scenario/tool-schema.ts';
import type { WrittenTool } from '../../src/scenario/written.ts';
import { knownSchema, schemaOf, type ToolSource } from '../arbitraries/known-tool.ts';

type Run = (input: unknown, context?: unknown) => unknown;

export interface RecordedTools {
  /** To be given to the app in place of the tools. */
  readonly tools: readonly object[];
  /** What has happened so far, as tools of a scenario. */
  written(): WrittenTool[];
}

/** What is no JSON cannot stand in a file; the model is only told its text. */
function toJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value) ?? '""') as unknown;
  } catch {
    return String(value);
  }
}

const isOwnError = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'ToolError';

/** Notes what tools answer. */
export function recordTools(tools: readonly object[]): RecordedTools {
  const answers = new Map<object, ToolAnswer[]>();

  function record(tool: object): object {
    const { run } = tool as { readonly run?: Run };
    if (typeof run !== 'function') return tool;
    const own: ToolAnswer[] = [];
    answers.set(tool, own);
    const recorded = async (input: unknown, context?: unknown): Promise<unknown> => {
      const given = isRecord(input) ? { input: toJson(input) as Record<string, unknown> } : {};
      try {
        const result = await run.call(tool, input, context);
        own.push({ ...given, result: toJson(result) });
        return result;
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        own.push({ ...given, ...(isOwnError(error) ? { error: message } : { throws: message }) });
        throw error;
      }
    };
    return Object.assign(Object.create(Object.getPrototypeOf(tool)) as object, tool, {
      run: recorded,
    });
  }

  return {
    tools: tools.map(record),
    written: () =>
      [...answers].map(([tool, own]) => {
        const source = tool as ToolSource;
        const { name, effect } = source;
        return {
          name,
          description: source.description ?? source.definition?.description ?? '',
          input_schema: knownSchema(schemaOf(source)).json,
          ...(effect === undefined ? {} : { effect }),
          answers: own,
        };
      }),
  };
}
