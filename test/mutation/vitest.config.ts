// The tests that mutants are tried on: those of the folder in MUTATED.
import type { ViteUserConfig } from 'vitest/config';
import { folders } from './folders.ts';
import { closeWarmPool, warmPool } from './warm-pool.ts';

const config: ViteUserConfig = {
  plugins: [
    {
      name: 'warm-pool',
      // Stryker names a pool of its own, which counts for more than the option `pool`.
      configureVitest({ project, vitest }) {
        Object.assign(project.config, { pool: warmPool.name, poolRunner: warmPool });
        vitest.onClose(closeWarmPool);
      },
    },
  ],
  test: {
    include: [...(folders[process.env['MUTATED'] ?? ''] ?? [])],
    setupFiles: [`${import.meta.dirname}/fixed-values.ts`],
    // Waiting for ever is being found; sooner than Stryker would see it, which has to begin anew then.
    testTimeout: 15_000,
  },
};

export default config;
