/** The arrows between the folders, as the linter takes them. */
import type { OxlintOverride } from 'oxlint';

/** What a file may not import, by a pattern. */
type Refusal =
  | { regex: string; message: string; allowTypeImports?: boolean }
  | { group: string[]; message: string };

const refusing = (files: string, ...patterns: Refusal[]): OxlintOverride => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

/** Only types come from there. */
const typesAlone = (regex: string, message: string): Refusal => ({
  regex,
  allowTypeImports: true,
  message,
});

const TYPES_OF_SDK = typesAlone('^@anthropic-ai/sdk', 'src takes only types from the SDK.');

/** The files of src serve every folder but wire. */
const SHARED = ['../error.ts', '../show.ts', '../check-options.ts'];
const WIRE = ['../wire/*', '../wire/*/*'];

const WIRE_ROOMS = 'wire imports nothing, and its rooms only what is below them.';

/** Files of src list what they may import, besides each other; all else is refused. */
const importing = (
  files: string,
  allowed: readonly string[],
  message: string,
  types: Refusal = TYPES_OF_SDK,
): OxlintOverride => {
  const named = ['./*', '@anthropic-ai/sdk', '@anthropic-ai/sdk/**', ...allowed];
  return refusing(files, types, { group: ['**', ...named.map((path) => `!${path}`)], message });
};

// For values and types. What is allowed names levels (`../wire/*`), so a detour (`../wire/../script/a.ts`) is refused too.
// The last entry that matches a file counts, whole. test/package/arrows.test.ts proves them.
export const arrows: readonly OxlintOverride[] = [
  importing(
    'src/**',
    [],
    'the files of src import no folder; a new folder of src needs its own entry here.',
  ),
  // The rooms of wire: json, models and schema are below its files, the others above.
  importing('src/wire/*', ['./json/*', './models/*'], WIRE_ROOMS),
  importing('src/wire/*/*', ['../json/*', '../schema/*'], WIRE_ROOMS),
  importing('src/wire/{history,stream}/*', ['../*', '../json/*'], WIRE_ROOMS),
  importing(
    'src/rules/**',
    [...SHARED, ...WIRE, '#ajv', 'ajv', 'ajv/**'],
    'rules imports wire and ajv.',
  ),
  importing('src/script/**', [...SHARED, ...WIRE], 'script imports wire.'),
  importing(
    'src/{transcript,verdict}/**',
    [...SHARED, ...WIRE],
    'transcript and verdict import wire.',
  ),
  importing(
    'src/invariants/**',
    [...SHARED, ...WIRE, '../transcript/*'],
    'invariants imports transcript and wire.',
  ),
  importing(
    'src/simulation/**',
    [...SHARED, ...WIRE, '../rules/*', '../script/*', '../transcript/*'],
    'simulation imports rules, script, transcript and wire.',
  ),
  importing(
    'src/scenario/**',
    [...SHARED, '../nearest.ts', ...WIRE, '../script/*', 'yaml', 'zod'],
    'scenario imports script, wire, yaml and zod.',
  ),
  importing(
    'src/loop/**',
    [...SHARED, ...WIRE, '#ajv', 'ajv', 'ajv/**', '#zod', 'zod'],
    'loop imports the types of wire, ajv and zod.',
    typesAlone(
      String.raw`^(@anthropic-ai/sdk|\.\./wire/|zod$)`,
      'loop takes only types from wire, the SDK and zod.',
    ),
  ),
  refusing(
    'fakes/**',
    {
      regex: '^(msw|vitest|fast-check)(/|$)',
      message: 'msw belongs to fakes/msw.ts, the others to testing.',
    },
    { regex: String.raw`\.\./(testing|cli|test)/`, message: 'fakes imports src.' },
  ),
  refusing(
    'fakes/msw.ts',
    { regex: '^(vitest|fast-check)(/|$)', message: 'vitest and fast-check belong to testing.' },
    { regex: String.raw`\.\./(testing|cli|test)/`, message: 'fakes imports src.' },
  ),
  refusing(
    'testing/**',
    {
      regex: '^(msw|vitest)(/|$)',
      message: 'vitest belongs to testing/vitest.ts, msw to fakes/msw.ts and its door.',
    },
    { regex: String.raw`\.\./(cli|test)/`, message: 'testing imports fakes and src.' },
  ),
  refusing(
    'testing/doors/msw.ts',
    {
      regex: '^(vitest|fast-check)(/|$)',
      message: 'vitest belongs to testing/vitest.ts, fast-check to arbitraries.',
    },
    { regex: String.raw`\.\./(cli|test)/`, message: 'testing imports fakes and src.' },
  ),
  refusing(
    'testing/vitest.ts',
    { regex: '^msw(/|$)', message: 'msw belongs to fakes/msw.ts.' },
    { regex: String.raw`\.\./(cli|test)/`, message: 'testing imports fakes and src.' },
  ),
  refusing(
    'cli/**',
    {
      regex: '^(msw|vitest|fast-check)(/|$)',
      message: 'msw belongs to fakes/msw.ts, the others to testing.',
    },
    { regex: String.raw`\.\./test/`, message: 'cli imports testing, fakes and src.' },
  ),
];
