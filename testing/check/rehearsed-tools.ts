/** The tools of a rehearsal, ready to be called: what they are is made once, what they do anew each time. */
import type { LoopTool } from '../../src/loop/index.ts';
import type { ScenarioTool, ToolAnswer } from '../../src/scenario/tool-schema.ts';
import type { WrittenTool } from '../../src/scenario/written.ts';
import type { AnyRehearsal } from '../arbitraries/rehearsal.ts';
import { scriptedRun, scriptedTool } from '../load/scripted-tool.ts';

/** By the schema: to compile one takes longer than a whole run. */
const made = new WeakMap<object, LoopTool>();

function toScenarioTool({
  input_schema: inputSchema,
  effect = 'read',
  ...rest
}: WrittenTool): ScenarioTool {
  return { ...rest, inputSchema, effect };
}

/** The tools as they are written: in front of what each always answers stands what it does at certain calls. */
export function writtenTools({
  tools,
  conduct,
}: Pick<AnyRehearsal, 'tools' | 'conduct'>): WrittenTool[] {
  return tools.map((tool) => {
    const own = conduct.filter((each) => each.tool === tool.name);
    if (own.length === 0) return tool;
    return {
      ...tool,
      answers: [...own.map(({ tool: _tool, ...answer }) => answer as ToolAnswer), ...tool.answers],
    };
  });
}

export function rehearsedTool(written: WrittenTool): LoopTool {
  const tool = toScenarioTool(written);
  const known = made.get(written.input_schema) ?? scriptedTool(tool);
  made.set(written.input_schema, known);
  return { ...known, run: scriptedRun(tool) };
}
