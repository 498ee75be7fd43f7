import type { ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = {
  test: {
    include: ['test/**/*.test.ts'],
    // A busy machine is no failure; what hangs fails all the same.
    testTimeout: 60_000,
    // People read the default report; .ci/run reads its numbers from the file.
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: '.vitest/results.json' }]]
      : ['default'],
  },
};

export default config;
