/** A scenario from its text, ready to be run. */
import { loadScenarios, type Scenario } from '../../testing/index.ts';
import { tempFolder } from './temp-folder.ts';

export async function load(text: string): Promise<Scenario> {
  const [scenario] = await loadScenarios('a.yaml', { cwd: await tempFolder({ 'a.yaml': text }) });
  return scenario!;
}
