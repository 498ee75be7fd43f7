/** What CI runs once stands in one job of its matrix, whatever versions of Node there are. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = new URL('../../', import.meta.url);

interface Workflow {
  readonly jobs: {
    readonly check: {
      readonly strategy: { readonly matrix: { readonly node: readonly number[] } };
      readonly steps: readonly { readonly run?: string; readonly env?: Record<string, string> }[];
    };
  };
}

test('the SDKs of other languages are tested in one job', () => {
  const text = readFileSync(new URL('.github/workflows/ci.yml', root), 'utf8');
  const { strategy, steps } = (parse(text) as Workflow).jobs.check;
  const { env } = steps.find(({ run }) => run === 'bash .ci/run')!;
  const [, version] = /matrix\.node == (\d+) && 'yes' \|\| 'no'/.exec(env!['TEST_LANGUAGES']!)!;
  expect(strategy.matrix.node.filter((node) => node === Number(version))).toHaveLength(1);
  const script = readFileSync(new URL('.ci/run', root), 'utf8');
  expect(script).toContain(
    'if [ "${TEST_LANGUAGES:-yes}" = yes ]; then npm run --silent test:languages',
  );
});
