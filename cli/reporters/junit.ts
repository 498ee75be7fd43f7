/** The reporter for CI systems: the XML of JUnit, as GitLab and Jenkins read it. A file is a suite. */
import { countsOf, type FinishedRun, type RunReport, type StrayError } from '../finished-run.ts';
import { faultsOf, formatResult, formatStray } from '../format-result.ts';
import { plain } from '../paint.ts';
import type { Reporter } from './reporter.ts';
import { element, type Xml } from './xml.ts';

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function outcome(run: FinishedRun): Xml[] {
  if (run.status === 'skipped') return [element('skipped', { message: run.reason })];
  const { result, printed } = run;
  const [message = ''] = faultsOf(result);
  const type = result.problems[0]?.code ?? 'app-failed';
  return [
    ...(run.status === 'passed'
      ? []
      : [element('failure', { message, type }, [formatResult(result, plain)])]),
    ...(printed === '' ? [] : [element('system-out', {}, [printed])]),
  ];
}

function testCase(run: FinishedRun): Xml {
  const { file } = run.scenario;
  const { line } = run.scenario.locate(['name']);
  const time = seconds(run.status === 'skipped' ? 0 : run.elapsedMs);
  return element('testcase', { name: run.title, classname: file, file, line, time }, outcome(run));
}

function suite(file: string, runs: readonly FinishedRun[]): Xml {
  const { failed: failures, skipped } = countsOf(runs);
  const ms = runs.reduce((sum, run) => sum + (run.status === 'skipped' ? 0 : run.elapsedMs), 0);
  const counts = { tests: runs.length, failures, errors: 0, skipped, time: seconds(ms) };
  return element('testsuite', { name: file, ...counts }, runs.map(testCase));
}

/** A suite of its own for what belongs to no scenario. */
function straySuite(strays: readonly StrayError[]): Xml[] {
  if (strays.length === 0) return [];
  const name = 'errors that nobody caught';
  const cases = strays.map((stray, index) => {
    const text = formatStray(stray);
    const error = element('error', { message: text.split('\n')[0]!, type: 'stray' }, [text]);
    return element('testcase', { name: `error ${index + 1}`, classname: name }, [error]);
  });
  const counts = { tests: strays.length, failures: 0, errors: strays.length, skipped: 0 };
  return [element('testsuite', { name, ...counts }, cases)];
}

function toXml({ runs, strays, elapsedMs }: RunReport): Xml {
  const { failed: failures, skipped } = countsOf(runs);
  const byFile = Map.groupBy(runs, ({ scenario }) => scenario.file);
  const counts = { tests: runs.length + strays.length, failures, errors: strays.length, skipped };
  return element('testsuites', { name: 'ensaio', ...counts, time: seconds(elapsedMs) }, [
    ...[...byFile].map(([file, group]) => suite(file, group)),
    ...straySuite(strays),
  ]);
}

export const junit: Reporter = {
  end: (report) => `<?xml version="1.0" encoding="UTF-8"?>\n${toXml(report).xml}\n`,
};
