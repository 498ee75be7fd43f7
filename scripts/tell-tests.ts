// After a run of .ci/run: each failed test with its words, and one plain line that counts, from Vitest's own reports in
// .vitest. A file that fails before its tests run counts as one failure.
import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

interface TestFile {
  name: string;
  status: string;
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
}

/** Lines of one failure that are told; the seed of a property stands in the first. */
const LINES = 25;

const files = readdirSync('.vitest')
  .filter((name) => name.endsWith('.json'))
  .flatMap(
    (name) =>
      (JSON.parse(readFileSync(`.vitest/${name}`, 'utf8')) as { testResults: TestFile[] })
        .testResults,
  );

const failures = files.flatMap(({ name, status, message, assertionResults }) => {
  const file = relative('.', name);
  const failed = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => ({
      test: `${file} > ${test.fullName}`,
      words: test.failureMessages.join('\n'),
    }));
  return status === 'failed' && failed.length === 0 ? [{ test: file, words: message }] : failed;
});

for (const { test, words } of failures) {
  const lines = stripVTControlCharacters(words)
    .split('\n')
    .filter((line) => !line.includes('node_modules'))
    .slice(0, LINES);
  console.log(`\nfailed: ${test}\n${lines.map((line) => `  ${line}`).join('\n')}`);
}

const tests = files.flatMap((file) => file.assertionResults);
const passed = tests.filter((test) => test.status === 'passed').length;
const skipped = tests.filter((test) => !['passed', 'failed'].includes(test.status)).length;
console.log(
  `\n${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
