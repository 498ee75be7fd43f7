/** `runToolLoop` taken apart: every step is a method, so that a mistake is one method that is another. */
import type Anthropic from '@anthropic-ai/sdk';
import type { LoopTool, ToolOutput } from '../../src/loop/index.ts';
import { ToolError, TurnLimitError } from '../../src/loop/index.ts';
import { formatProblems, type ParsedInput } from '../../src/loop/input-problem.ts';
import { nextStep } from '../../src/loop/next-step.ts';
import { requestTurn } from '../../src/loop/request-turn.ts';
import { toolFailure, toolSuccess } from '../../src/loop/tool-result.ts';
import { untilAborted } from '../../src/loop/until-aborted.ts';
import type { App, AppContext } from '../../testing/index.ts';

export type Message = Anthropic.Message;
export type Param = Anthropic.MessageParam;
export type Block = Anthropic.ContentBlockParam;
export type Call = Anthropic.ToolUseBlock;
export type Result = Anthropic.ToolResultBlockParam;
export type Body = Anthropic.MessageCreateParamsNonStreaming;

/** Of `runToolLoop`. */
const MOST_TURNS = 10;

/** One conversation with the steps of `runToolLoop`. Calls run one after another. */
export class ToolLoop {
  readonly context: AppContext;
  /** How many turns the model may have. */
  readonly limit: number;

  constructor(context: AppContext, limit: number = MOST_TURNS) {
    this.context = context;
    this.limit = limit;
  }

  run(): Promise<unknown> {
    return untilAborted(this.context.signal, () => this.converse());
  }

  async converse(): Promise<unknown> {
    const messages: Param[] = [{ role: 'user', content: String(this.context.input) }];
    for (let turn = 1; ; turn++) {
      this.heed();
      const message = await this.ask(this.body([...messages]));
      messages.push({ role: 'assistant', content: this.keep(message) });
      const next = this.next(message);
      if (next === 'end') return this.end(message);
      if (turn >= this.limit) return this.stop(messages, message);
      if (next === 'resume') messages.push(...this.resume());
      else messages.push(...this.say(await this.answerAll(this.callsOf(message))));
    }
  }

  /** Whether it was told to stop. */
  heed(): void {
    this.context.signal.throwIfAborted();
  }

  body(messages: Param[]): Body {
    const tools = this.context.tools.map(({ definition }) => definition);
    return { model: 'claude-opus-5', max_tokens: 1024, tools, messages };
  }

  ask(body: Body): Promise<Message> {
    const { client, signal, stream } = this.context;
    return requestTurn(client, body, { signal, stream });
  }

  /** What goes into the history of a reply. */
  keep({ content }: Message): Block[] {
    return content as Block[];
  }

  next(message: Message): 'answer' | 'resume' | 'end' {
    return nextStep(message).do;
  }

  callsOf({ content }: Message): Call[] {
    return content.filter((block) => block.type === 'tool_use');
  }

  /** Of a turn of which nothing more runs after a write that failed. */
  async answerAll(calls: readonly Call[]): Promise<Result[]> {
    const results: Result[] = [];
    let failed: Call | undefined;
    for (const call of calls) {
      this.heed();
      const result = failed ? this.skip(call, failed) : await this.answer(call);
      results.push(result);
      if (result.is_error && this.find(call)?.effect === 'write') failed ??= call;
    }
    return results;
  }

  find({ name }: Call): LoopTool | undefined {
    return this.context.tools.find((tool) => tool.name === name);
  }

  async answer(call: Call): Promise<Result> {
    const tool = this.find(call);
    if (!tool) return this.miss(call);
    try {
      const parsed = await this.check(tool, structuredClone(call.input));
      if (!parsed.ok) return toolFailure(call.id, formatProblems(parsed.problems));
      return this.succeed(call, await this.work(tool, call, parsed.input));
    } catch (error) {
      this.heed();
      return this.fail(call, error);
    }
  }

  check(tool: LoopTool, input: unknown): Promise<ParsedInput<unknown>> {
    return tool.parse(input);
  }

  async work(tool: LoopTool, { id }: Call, input: unknown): Promise<ToolOutput> {
    return tool.run(input, { toolUseId: id, signal: this.context.signal });
  }

  succeed({ id }: Call, output: ToolOutput): Result {
    return toolSuccess(id, output);
  }

  fail({ id }: Call, error: unknown): Result {
    return toolFailure(id, error instanceof ToolError ? error.message : 'It broke.');
  }

  /** The answer to a call of a tool that there is not. */
  miss({ id, name }: Call): Result {
    return toolFailure(id, `There is no tool ${name}.`);
  }

  skip({ id }: Call, failed: Call): Result {
    return toolFailure(id, `Not executed: the earlier call ${failed.name} failed.`);
  }

  /** What the user says when calls are answered. */
  say(results: readonly Result[]): Param[] {
    return [{ role: 'user', content: [...results] }];
  }

  /** What the user says to a turn that was paused. */
  resume(): Param[] {
    return [];
  }

  /** What it answers with when the model is done. */
  end(message: Message): unknown {
    return message;
  }

  /** What it does when the model had all its turns, and `last` is not its end. */
  stop(messages: Param[], last: Message): unknown {
    void last;
    throw new TurnLimitError(this.limit, messages);
  }
}

/** A loop as an app. */
export function appOf(Loop: typeof ToolLoop, limit?: number): App {
  return (context) => new Loop(context, limit).run();
}
