// What the linter holds the files to: the habits of the house, and the arrows of scripts/arrows.ts.
import type { OxlintConfig, OxlintOverride } from 'oxlint';
import { arrows } from './scripts/arrows.ts';

const CLOCK = 'Time comes from src/simulation/clock.ts.';
const SEED = 'Derive it from the seed.';

/** Same script, same seed, same bytes. */
const determinism: OxlintOverride = {
  files: ['src/**'],
  excludeFiles: ['src/simulation/clock.ts'],
  rules: {
    'no-restricted-globals': [
      'error',
      ...['setTimeout', 'setInterval', 'setImmediate', 'performance'].map((name) => ({
        name,
        message: CLOCK,
      })),
    ],
    'no-restricted-properties': [
      'error',
      { object: 'Date', property: 'now', message: CLOCK },
      { object: 'AbortSignal', property: 'timeout', message: CLOCK },
      { object: 'globalThis', property: 'setTimeout', message: CLOCK },
      { object: 'Math', property: 'random', message: SEED },
      { object: 'crypto', property: 'randomUUID', message: SEED },
      { object: 'crypto', property: 'getRandomValues', message: SEED },
    ],
  },
};

const config: OxlintConfig = {
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist', 'coverage', 'fakes/server/inspector-page.ts'],
  rules: {
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    // Requests, scripts and YAML arrive as unknown; a checked value has to be named somewhere.
    'typescript/no-unsafe-type-assertion': 'off',
    // It also reports assertions that tsc needs.
    'typescript/no-unnecessary-type-assertion': 'off',
    // Rules, invariants and tools are records of functions without `this`.
    'typescript/unbound-method': 'off',
    // A switch over every member of a union returns without a default; tsc checks it.
    'typescript/consistent-return': 'off',
    // A string is spread to count its code points.
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    // zod keeps its definitions under `_zod`.
    'no-underscore-dangle': 'off',
    // `fc.nat()` is how fast-check is written.
    'import/no-named-as-default-member': 'off',
    // What is sorted here is a fresh array.
    'unicorn/no-array-sort': 'off',
    // A helper may stand beside its only use.
    'unicorn/consistent-function-scoping': 'off',
    // A `then` may end a chain.
    'promise/always-return': 'off',
  },
  overrides: [
    {
      // Shared suites, properties and `assertDone()` assert outside the pattern these rules know,
      // JSON Schema has a `then`, and matchers are there once they are imported.
      files: ['test/**'],
      rules: {
        'import/no-unassigned-import': ['error', { allow: ['**/testing/vitest.ts'] }],
        'typescript/no-base-to-string': 'off',
        'unicorn/no-thenable': 'off',
        'vitest/expect-expect': 'off',
        'vitest/no-conditional-expect': 'off',
        'vitest/no-standalone-expect': 'off',
        'vitest/valid-expect': ['error', { maxArgs: 2 }],
      },
    },
    { files: ['*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    { files: ['{src,fakes,testing}/**'], rules: { 'no-console': 'error' } },
    {
      // The titles and the assertions of its tests are those of scenarios.
      files: ['testing/vitest.ts'],
      rules: { 'vitest/expect-expect': 'off', 'vitest/valid-title': 'off' },
    },
    determinism,
    ...arrows,
  ],
};

export default config;
