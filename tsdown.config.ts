// Builds dist/: a file for each entry, and what they share in chunks.
import type { UserConfig } from 'tsdown';

const config: UserConfig = {
  entry: [
    'fakes/index.ts',
    'fakes/msw.ts',
    'fakes/server.ts',
    'src/invariants/index.ts',
    'src/rules/index.ts',
    'src/loop/index.ts',
    'testing/index.ts',
    // Loaded when it is first used.
    'testing/arbitraries/index.ts',
    'testing/apps/loop.ts',
    'testing/apps/tool-runner.ts',
    'testing/vitest.ts',
    'cli/main.ts',
  ],
  root: '.',
  format: 'esm',
  target: 'node22.12',
  fixedExtension: false,
  // Declarations come from isolatedDeclarations in tsconfig.json.
  dts: true,
  // What a function is for stands in its declaration, and need not be read at run time. For stack traces the names of functions and
  // the lines stay; what is local to a function gets a short name.
  outputOptions: {
    comments: false,
    minify: {
      compress: { target: 'node22.12' },
      mangle: { toplevel: false, keepNames: { function: true, class: true } },
      codegen: false,
    },
  },
  // Dependencies and peers stay imports; bundling anything from node_modules is an error.
  deps: { onlyBundle: [], neverBundle: ['#ajv', '#zod'] },
  failOnWarn: true,
  logLevel: 'warn',
};

export default config;
