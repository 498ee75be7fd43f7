/** Keeps a failure as a scenario file, which nothing that is there already is lost by. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { printScenario } from '../../src/scenario/print-scenario.ts';
import type { WrittenScenario } from '../../src/scenario/written.ts';
import { digest } from '../../src/wire/hash.ts';

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The same failure gets the same name, whatever seed has found it. */
function nameOf(id: string, written: WrittenScenario): string {
  const { turns, tools, input, stream, abort, expect } = written;
  const text = JSON.stringify({ turns, tools, input, stream, abort, expect });
  return `${id}-${digest(text, 6, LETTERS)}`;
}

/** Writes a file that is not there; of one that is there with another text, says so. */
async function isTaken(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' });
    return false;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readFile(path, 'utf8')) !== text;
  }
}

/** Writes a scenario into a folder and returns the path of its file. */
export async function writeRegression(
  folder: string,
  id: string,
  scenario: WrittenScenario,
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const schema = relative(folder, 'node_modules/ensaio/scenario.schema.json').replaceAll('\\', '/');
  const text = printScenario(scenario, { schema });
  const name = nameOf(id, scenario);
  for (let number = 1; ; number++) {
    const file = join(folder, number === 1 ? `${name}.yaml` : `${name}-${number}.yaml`);
    if (!(await isTaken(file, text))) return file;
  }
}
