/** Keeps a failure as a scenario file, which nothing that is there already is lost by. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { printScenario } from '../../src/scenario/print-scenario.ts';
import type { WrittenScenario } from '../../src/scenario/written.ts';
import { digest } from '../../src/wire/hash.ts';
import { writeNew } from '../write-text.ts';

const LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** The same failure gets the same name, whatever seed has found it. */
function nameOf(id: string, written: WrittenScenario): string {
  const { turns, routes, tools, input, stream, abort, expect } = written;
  const text = JSON.stringify({ turns, routes, tools, input, stream, abort, expect });
  return `${id}-${digest(text, 6, LETTERS)}`;
}

/**
 * Writes a scenario into a folder and returns the path of its file.
 * @throws EnsaioError `write-failed`
 */
export function writeRegression(folder: string, id: string, scenario: WrittenScenario): string {
  const schema = relative(folder, 'node_modules/ensaio/scenario.schema.json').replaceAll('\\', '/');
  const text = printScenario(scenario, { schema });
  const name = nameOf(id, scenario);
  for (let number = 1; ; number++) {
    const file = join(folder, number === 1 ? `${name}.yaml` : `${name}-${number}.yaml`);
    if (writeNew(file, text) || readFileSync(file, 'utf8') === text) return file;
  }
}
