/** The page of one scenario, for a test that failed to link to. */
import { resolve } from 'node:path';
import { checkGiven } from '../../src/check-options.ts';
import { scriptName } from '../../fakes/server/script-name.ts';
import { digest } from '../../src/wire/hash.ts';
import { writeText } from '../write-text.ts';
import { htmlReport } from './html-report.ts';
import { reportedScenario, type RanScenario } from './reported-scenario.ts';

const LONGEST_NAME = 60;

/** The name of the file: what people read, and what tells scenarios of the same name apart. */
function fileName({ scenario, title = scenario.name }: RanScenario): string {
  const readable = scriptName(title).slice(0, LONGEST_NAME);
  const own = digest(`${scenario.file}\n${title}`, 6, '0123456789abcdefghijklmnopqrstuvwxyz');
  return `${readable}${readable === '' ? '' : '-'}${own}.html`;
}

/**
 * Writes the report of one scenario into `folder` and returns the path of it, which is the same for the same scenario.
 * @throws EnsaioError `write-failed`
 */
export function writeScenarioPage(folder: string, ran: RanScenario): string {
  const { scenario, result } = Object(ran) as Partial<RanScenario>;
  const isRan = typeof folder === 'string' && Object(scenario).name !== undefined && result;
  checkGiven(Boolean(isRan), 'writeScenarioPage', 'a folder and { scenario, result }', ran);
  const path = resolve(folder, fileName(ran));
  const entry = reportedScenario(ran);
  writeText(path, htmlReport([entry], { title: entry.title }));
  return path;
}
