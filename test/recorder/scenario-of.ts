/** A scenario around turns that are made in code. */
import { toScript, type ScriptInput } from '../../src/script/script.ts';
import { Source } from '../../src/scenario/source.ts';
import type { Scenario } from '../../testing/index.ts';

export function scenarioOf(
  turns: ScriptInput,
  more: Partial<Pick<Scenario, 'tools' | 'input' | 'options'>> = {},
): Scenario {
  const { file, ...place } = new Source('made.yaml', '').at(0);
  return {
    type: 'scenario',
    file,
    name: 'made in code',
    tags: [],
    options: {},
    input: 'Go.',
    tools: [],
    script: toScript(turns),
    turns: [],
    expect: {},
    written: { name: 'made in code', input: 'Go.', turns: [] },
    locate: () => ({ file, ...place }),
    ...more,
  };
}
