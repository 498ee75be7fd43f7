import type { ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = {
  test: {
    // A busy machine is no failure; what hangs fails all the same.
    testTimeout: 60_000,
    expect: { poll: { timeout: 50_000 } },
    // Properties draw new values in each run of `npm test`, and the same ones in each of .ci/run.
    setupFiles: process.env['FC_SEED'] === undefined ? [] : ['test/support/fixed-seed.ts'],
    // People read the default report; .ci/run reads its numbers from the file.
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: '.vitest/results.json' }]]
      : ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'kit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/browser/**', 'test/clients/**'],
        },
        // What the examples import is the package; here it is the source.
        resolve: {
          alias: [
            { find: /^ensaio$/, replacement: `${import.meta.dirname}/fakes/index.ts` },
            { find: /^ensaio\/loop$/, replacement: `${import.meta.dirname}/src/loop/index.ts` },
          ],
        },
      },
      // The MSW door once more, on the older MSW that the peer range allows.
      {
        extends: true,
        test: {
          name: 'msw 2',
          include: [
            'test/fakes/msw*.test.ts',
            'test/doors/{conformance,scenarios,stage,aborts.properties}.test.ts',
          ],
        },
        resolve: { alias: [{ find: /^msw(?=\/|$)/, replacement: 'msw2' }] },
      },
    ],
  },
};

export default config;
