/** Loops to play a report to: our own through every door, and the SDK's tool runner. */
import type Anthropic from '@anthropic-ai/sdk';
import type { Message, MessageParam, ScriptInput } from '../../fakes/index.ts';
import { defineTool, runToolLoop, type LoopClient } from '../../src/loop/index.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { doorsInProcess as doors } from '../doors/doors.ts';
import { params } from './readers.ts';

/** A tool that ran. */
export interface ToolRun {
  readonly name: string;
  readonly input: unknown;
}

/** What became of a loop. */
export interface Played {
  readonly ran: readonly ToolRun[];
  readonly message: Message | undefined;
  readonly error: unknown;
  readonly simulation: Simulation;
  /** The messages of each request, threads put back together. */
  readonly sent: readonly (readonly MessageParam[])[];
}

export interface LoopOptions {
  readonly tools?: readonly string[];
  /** How many turns the model may have. Default: what the loop allows. */
  readonly most?: number;
}

export interface Loop {
  readonly name: string;
  /** The name of its door. */
  readonly door: string;
  play(script: ScriptInput, options?: LoopOptions): Promise<Played>;
}

const inputSchema = { type: 'object', additionalProperties: true } as const;
const TOOL_NAMES = ['transfer', 'write_text', 'edit', 'price', 'news', 'look', 'pay', 'add', 'sh'];

/** Turns that were paused in a search refuse to go on without it. */
const webSearch = { type: 'web_search_20250305', name: 'web_search' } as const;

type Run = (
  client: LoopClient,
  note: (run: ToolRun) => string,
  options: LoopOptions,
) => Promise<Message>;

const overDoors = (what: string, run: Run): Loop[] =>
  doors.map(({ name, open }) => ({
    name: `${what} over ${name}`,
    door: name,
    play: async (script, options = {}) => {
      const { client, simulation, close } = open(script);
      const ran: ToolRun[] = [];
      const note = (one: ToolRun): string => `${one.name} ${ran.push(one)}`;
      const outcome = await run(client, note, options)
        .then((message) => ({ message, error: undefined }))
        .catch((error: unknown) => ({ message: undefined, error }))
        .finally(close);
      return { ...outcome, ran, simulation, sent: simulation.journal.map((one) => one.messages) };
    },
  }));

const ours = (stream: boolean): Loop[] =>
  overDoors(
    `runToolLoop (stream: ${stream})`,
    async (client, note, { tools = TOOL_NAMES, most }) => {
      const { message } = await runToolLoop(client, {
        ...params,
        tools: [
          webSearch,
          ...tools.map((name) =>
            defineTool({
              name,
              description: `Does ${name}.`,
              inputSchema,
              effect: 'write',
              run: (input) => note({ name, input }),
            }),
          ),
        ],
        stream,
        ...(most === undefined ? {} : { maxTurns: most }),
      });
      return message as Message;
    },
  );

const runner = (stream: boolean, eager = false): Loop[] =>
  overDoors(
    `toolRunner (stream: ${stream}${eager ? ', eager' : ''})`,
    async (client, note, { tools = TOOL_NAMES, most }) => {
      const { beta } = client as unknown as Anthropic;
      const message = await beta.messages.toolRunner({
        ...params,
        tools: [
          webSearch,
          ...tools.map((name) => ({
            name,
            description: `Does ${name}.`,
            input_schema: inputSchema,
            parse: (input: unknown) => input,
            run: (input: unknown) => note({ name, input }),
          })),
        ],
        stream,
        ...(eager ? { runToolsEagerly: true } : {}),
        ...(most === undefined ? {} : { max_iterations: most }),
      });
      return message as unknown as Message;
    },
  ).filter(({ door }) => door !== 'fakeMessages');

/** Our loop, streaming. */
export const streamingLoops: readonly Loop[] = ours(true);
/** Our loop, streaming and not. */
export const ownLoops: readonly Loop[] = [...ours(false), ...streamingLoops];
/** The SDK's runner, streaming. */
export const streamingRunners: readonly Loop[] = runner(true);
/** The SDK's runner, streaming and not. */
export const runners: readonly Loop[] = [...runner(false), ...streamingRunners];
/** The SDK's runner that starts a call before the reply is whole. */
export const eagerRunners: readonly Loop[] = runner(true, true);
