/** A tool that answers what its scenario says. */
import {
  defineTool,
  ToolError,
  type LoopTool,
  type ToolContext,
  type ToolOutput,
} from '../src/loop/index.ts';
import { firstMismatch } from '../src/scenario/matcher.ts';
import { quote } from '../src/scenario/quote.ts';
import type { ScenarioTool, ToolAnswer } from '../src/scenario/tool-schema.ts';

/** A call as a tool sees it. */
interface Call {
  readonly id: string;
  readonly input: unknown;
}

/** The first answer that is for a call: its id is the call's, where it has one, and the call's input holds its input. */
export function answerFor(answers: readonly ToolAnswer[], call: Call): ToolAnswer | undefined {
  return answers.find(
    ({ call: id = call.id, input }) =>
      id === call.id && (input === undefined || firstMismatch(input, call.input) === undefined),
  );
}

function noAnswer({ name, answers }: ScenarioTool, received: unknown): ToolError {
  const known = answers.map(({ input }) => quote(input)).join(', ');
  const has = known === '' ? 'it has no answers at all' : `it has answers for ${known}`;
  return new ToolError(`${name} has no answer for ${quote(received)} in this scenario; ${has}.`);
}

/**
 * Makes a tool of its description in YAML. Of its answers the first one counts that is for the call.
 * @throws TypeError when the API would refuse the definition
 */
export function scriptedTool(tool: ScenarioTool): LoopTool {
  const { name, description, inputSchema, effect, answers } = tool;
  return defineTool({
    name,
    description,
    inputSchema,
    effect,
    run: (received, context): ToolOutput => {
      // An app that calls the tool by itself may leave the context out.
      const { toolUseId: id = '' } = (context as Partial<ToolContext> | undefined) ?? {};
      const answer = answerFor(answers, { id, input: received });
      if (!answer) throw noAnswer(tool, received);
      if ('error' in answer) throw new ToolError(answer.error);
      // A copy: what an app does to a result must not reach the next call.
      return structuredClone(answer.result) as ToolOutput;
    },
  });
}
