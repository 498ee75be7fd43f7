// Clients that others wrote, installed apart: `npm run test:clients`.
import type { ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = {
  test: {
    include: ['test/clients/*.test.ts'],
    testTimeout: 60_000,
    reporters: process.env['CI']
      ? ['default', ['json', { outputFile: '.vitest/clients.json' }]]
      : ['default'],
  },
};

export default config;
