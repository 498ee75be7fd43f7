// The tests that need a browser and the built package: `npm run test:browser`.
import type { ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = {
  test: {
    include: ['test/browser/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Says why a test is skipped.
    reporters: process.env['CI']
      ? ['verbose', ['json', { outputFile: '.vitest/browser.json' }]]
      : ['verbose'],
  },
};

export default config;
