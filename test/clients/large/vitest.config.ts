// The clients that take minutes to install: `npm run test:large-clients`.
import type { ViteUserConfig } from 'vitest/config';

const MINUTES = 60_000;

const config: ViteUserConfig = {
  test: {
    include: ['test/clients/large/*.test.ts'],
    testTimeout: 2 * MINUTES,
    // Downloads, and compiles the Go SDK.
    hookTimeout: 15 * MINUTES,
    fileParallelism: false,
    // Says why a test is skipped.
    reporters: process.env['CI']
      ? ['verbose', ['json', { outputFile: '.vitest/languages.json' }]]
      : ['verbose'],
  },
};

export default config;
