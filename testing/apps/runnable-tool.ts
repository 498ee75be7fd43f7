/** A tool of a scenario in the form in which the SDK's tool runner runs one. */
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import type { LoopTool } from '../../src/loop/index.ts';
import { formatProblems } from '../../src/loop/input-problem.ts';
import { toolContent } from '../../src/loop/tool-result.ts';

/** Checks its input before it runs, and gives structured results as text: the runner does neither. */
export function runnableTool(tool: LoopTool): BetaRunnableTool<unknown> {
  const run: BetaRunnableTool<unknown>['run'] = async (input, context) => {
    const parsed = await tool.parse(input);
    if (!parsed.ok) throw new Error(formatProblems(parsed.problems));
    const signal = context?.signal ?? new AbortController().signal;
    const output = await tool.run(parsed.input, { signal, toolUseId: context?.toolUse.id ?? '' });
    return toolContent(output) as Awaited<ReturnType<typeof run>>;
  };
  return { ...tool.definition, parse: (input) => input, run } as BetaRunnableTool<unknown>;
}
