/** A tool that answers what its scenario says. */
import { defineTool, ToolError, type LoopTool, type ToolOutput } from '../src/loop/index.ts';
import { firstMismatch } from '../src/scenario/matcher.ts';
import { quote } from '../src/scenario/quote.ts';
import type { ScenarioTool, ToolAnswer } from '../src/scenario/tool-schema.ts';

function isFor({ input }: ToolAnswer, received: unknown): boolean {
  return input === undefined || firstMismatch(input, received) === undefined;
}

function noAnswer({ name, answers }: ScenarioTool, received: unknown): ToolError {
  const known = answers.map(({ input }) => quote(input)).join(', ');
  const has = known === '' ? 'it has no answers at all' : `it has answers for ${known}`;
  return new ToolError(`${name} has no answer for ${quote(received)} in this scenario; ${has}.`);
}

/**
 * Makes a tool of its description in YAML. Of its answers the first one counts whose `input` the call's input holds.
 * @throws TypeError when the API would refuse the definition
 */
export function scriptedTool(tool: ScenarioTool): LoopTool {
  const { name, description, inputSchema, effect, answers } = tool;
  return defineTool({
    name,
    description,
    inputSchema,
    effect,
    run: (received): ToolOutput => {
      const answer = answers.find((each) => isFor(each, received));
      if (!answer) throw noAnswer(tool, received);
      if ('error' in answer) throw new ToolError(answer.error);
      // A copy: what an app does to a result must not reach the next call.
      return structuredClone(answer.result) as ToolOutput;
    },
  });
}
