/** Tools that note down what happens to them, as evidence for the invariants that no transcript can be judged by. */
import { checkGiven, checkOptions, isFields, type OptionCheck } from '../src/check-options.ts';
import { copyJson } from '../src/wire/json/copy-json.ts';
import { compileJsonSchema, type JsonSchema } from '../src/loop/json-schema-input.ts';
import type { Abort, KnownTool, Moment, RunRecord, ToolRun } from '../src/invariants/run-record.ts';

export interface SpyToolsOptions {
  /** What a tool does, by its name, where the tool does not say. Default: what its `effect` says, if it has one. */
  readonly effects?: Readonly<Record<string, 'read' | 'write'>>;
  /** The signal the app is given: when it is aborted, that is noted. Default: none. */
  readonly signal?: AbortSignal;
  /** The simulation the app asks, to tell which requests were sent after the abort. Default: none. */
  readonly simulation?: { readonly journal: readonly unknown[] };
}

export interface SpiedTools<Tools> {
  /** To be given to the app in place of the tools. */
  readonly tools: Tools;
  /** What has happened so far. */
  readonly run: RunRecord;
  /**
   * Notes that the app is told to stop by other means than the signal, as a chat that its user interrupts; what comes
   * back notes that it is told to go on.
   */
  interrupt(): () => void;
}

type Mutable<Fields> = { -readonly [Name in keyof Fields]: Fields[Name] };

/** What the tools of `defineTool` and those of the SDK have in common, and what tells them apart. */
interface RunnableTool {
  readonly name: string;
  readonly effect?: 'read' | 'write';
  readonly definition?: { readonly input_schema?: JsonSchema };
  readonly input_schema?: JsonSchema;
  parse?(input: unknown): unknown;
  run(input: unknown, context?: ToolContext): unknown;
}

interface ToolContext {
  readonly signal?: AbortSignal | null;
  /** From the loop of the kit. */
  readonly toolUseId?: string;
  /** From the SDK's tool runner. */
  readonly toolUse?: { readonly id?: string };
}

const CHECKS: Readonly<Record<keyof SpyToolsOptions, OptionCheck>> = {
  effects: [isFields, 'an object of "read" or "write" by the names of tools'],
  signal: [(value: unknown) => value instanceof AbortSignal, 'an AbortSignal'],
  simulation: [(value: unknown) => Array.isArray(Object(value).journal), 'a simulation'],
};

function isRunnable(tool: object): tool is RunnableTool {
  return 'run' in tool && typeof tool.run === 'function' && 'name' in tool;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

/** A schema is compiled once, however often the tool is spied on. */
const checks = new WeakMap<JsonSchema, (input: unknown) => boolean>();

/** Whether the schema that the model was shown takes an input; a tool without a valid one takes any. */
function checkOf({ definition, input_schema: own }: RunnableTool): (input: unknown) => boolean {
  const schema = definition?.input_schema ?? own;
  if (schema === undefined) return () => true;
  const known = checks.get(schema);
  if (known) return known;
  let check: (input: unknown) => boolean;
  try {
    const parse = compileJsonSchema(schema);
    check = (input) => parse(input).ok;
  } catch {
    check = () => true;
  }
  checks.set(schema, check);
  return check;
}

/** An input as a key; what is no JSON was not written by the model. */
function keyOf(input: unknown): string {
  try {
    return JSON.stringify(input) ?? '';
  } catch {
    return '';
  }
}

/** What a tool was given, or gave, as it was then. A promise is no JSON, and would be told as an empty object. */
function snapshot(value: unknown): unknown {
  if (value instanceof Promise) return 'a promise that was not awaited';
  try {
    return copyJson(value);
  } catch {
    return value;
  }
}

type End = (how: Pick<ToolRun, 'outcome' | 'output' | 'error'>) => void;

/** What came back, as it was then: the app may change it on the way to the model. */
function returned(output: unknown): Pick<ToolRun, 'outcome' | 'output'> {
  return { outcome: 'returned', output: snapshot(output) };
}

async function follow(output: PromiseLike<unknown>, end: End): Promise<unknown> {
  try {
    const value = await output;
    end(returned(value));
    return value;
  } catch (error) {
    end({ outcome: 'threw', error });
    throw error;
  }
}

class Spy {
  readonly toolRuns: ToolRun[] = [];
  readonly known: KnownTool[] = [];
  readonly aborts: Mutable<Abort>[] = [];
  #now = 0;
  readonly #effects: NonNullable<SpyToolsOptions['effects']>;
  readonly #simulation: SpyToolsOptions['simulation'];

  constructor({ effects = {}, signal, simulation }: SpyToolsOptions) {
    this.#effects = effects;
    this.#simulation = simulation;
    if (signal?.aborted === true) this.interrupt();
    else signal?.addEventListener('abort', () => this.interrupt(), { once: true });
  }

  /** Notes that the app is told to stop; what comes back notes that it goes on. */
  interrupt(): () => void {
    const abort: Mutable<Abort> = this.#moment();
    this.aborts.push(abort);
    return () => {
      abort.until = this.#moment();
    };
  }

  #moment(): Moment {
    const requests = this.#simulation?.journal.length;
    return { at: this.#tick(), ...(requests === undefined ? {} : { requests }) };
  }

  on<Tool extends object>(tool: Tool): Tool {
    if (!isRunnable(tool)) return tool;
    const { name, effect = this.#effects[name] } = tool;
    const refused = new Set<string>();
    this.known.push({
      name,
      ...(effect === undefined ? {} : { effect }),
      // What a zod schema refuses beyond its JSON Schema shows only when the app asks it.
      accepts: (input) => checkOf(tool)(input) && !refused.has(keyOf(input)),
    });
    const refuse = (input: unknown): unknown => refused.add(keyOf(input));
    const spied = {
      run: (input: unknown, context?: ToolContext) => this.#run(tool, input, context),
      ...(tool.parse && { parse: (input: unknown) => parseWith(tool, input, refuse) }),
    };
    // A frozen tool cannot be changed, and one of a class keeps its methods.
    return Object.assign(Object.create(Object.getPrototypeOf(tool)) as Tool, tool, spied);
  }

  #run(tool: RunnableTool, input: unknown, context?: ToolContext): unknown {
    const callId = context?.toolUseId ?? context?.toolUse?.id;
    const signal = context?.signal ?? undefined;
    const run: Mutable<ToolRun> = {
      ...(callId === undefined ? {} : { callId }),
      name: tool.name,
      input: snapshot(input),
      startedAt: this.#tick(),
      outcome: 'open',
      ...(signal === undefined ? {} : { signal }),
    };
    this.toolRuns.push(run);
    const end: End = (outcome) => {
      const { at, ...known } = this.#moment();
      Object.assign(run, outcome, { endedAt: at, ...known });
    };
    try {
      const output = tool.run(input, context);
      if (isPromise(output)) return follow(output, end);
      end(returned(output));
      return output;
    } catch (error) {
      end({ outcome: 'threw', error });
      throw error;
    }
  }

  #tick(): number {
    this.#now += 1;
    return this.#now;
  }
}

/** Asks the tool's own check, and notes what it refuses: by an answer, or by throwing. */
function parseWith(tool: RunnableTool, input: unknown, refuse: (input: unknown) => void): unknown {
  const note = (parsed: unknown): unknown => {
    if ((parsed as { ok?: unknown } | null | undefined)?.ok === false) refuse(input);
    return parsed;
  };
  try {
    const parsed = tool.parse!(input);
    // Only the tools of the loop answer with a verdict; what the SDK's parse gives is the input.
    return tool.definition && isPromise(parsed) ? parsed.then(note) : parsed;
  } catch (error) {
    refuse(input);
    throw error;
  }
}

/**
 * The same tools, which note when they run, for which call, on what input and how it ends. Takes the tools of
 * `defineTool` and the SDK's runnable tools (`betaZodTool`, `betaTool`); all else in the list is passed on as it is.
 * `run` goes to `checkInvariants`, with what else is known of the run.
 * @example
 * const { tools, run } = spyTools([getOrder]);
 * await myApp(client, tools);
 * expect(checkInvariants(client.simulation.transcripts[0]!, { run })).toEqual([]);
 * @throws EnsaioError `option-invalid`
 */
export function spyTools<const Tools extends readonly object[]>(
  tools: Tools,
  options: SpyToolsOptions = {},
): SpiedTools<{ -readonly [Index in keyof Tools]: Tools[Index] }> {
  const areTools = Array.isArray(tools) && tools.every((tool: unknown) => Object(tool) === tool);
  checkGiven(areTools, 'spyTools', 'a list of tools', tools);
  checkOptions(options, CHECKS);
  const spy = new Spy(options);
  const { toolRuns, known } = spy;
  return {
    tools: tools.map((tool) => spy.on(tool)) as { -readonly [Index in keyof Tools]: Tools[Index] },
    run: {
      toolRuns,
      tools: known,
      get abort() {
        return spy.aborts.length > 1 ? spy.aborts : spy.aborts[0];
      },
    },
    interrupt: () => spy.interrupt(),
  };
}
