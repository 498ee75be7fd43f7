/** Reads a text as a file would be read, for tests that want what it holds or what is wrong with it. */
import { formatProblems } from '../../src/scenario/format-problems.ts';
import { safeParseFile, type ParsedFile } from '../../src/scenario/parse-file.ts';
import type { ParsedScenario } from '../../src/scenario/scenario.ts';
import { Source } from '../../src/scenario/source.ts';

/** What the text holds. Throws what is wrong with it, so that a test shows it. */
export function parse(text: string): ParsedFile {
  const parsed = safeParseFile(new Source('a.yaml', text));
  if (!parsed.ok) throw new Error(formatProblems(parsed.problems));
  return parsed.value;
}

/** The scenarios the text holds. */
export function parseAll(text: string): readonly ParsedScenario[] {
  const file = parse(text);
  if (file.type !== 'scenarios') throw new Error('no scenarios');
  return file.scenarios;
}

/** The scenario the text holds. */
export function parseScenario(text: string): ParsedScenario {
  const [scenario, ...others] = parseAll(text);
  if (!scenario || others.length > 0) throw new Error('not one scenario');
  return scenario;
}

/** A scenario of one turn, given as the lines of the turn. */
export function parseTurn(...lines: string[]): ParsedScenario {
  const turn = lines.map((line) => `    ${line}\n`).join('');
  return parseScenario(`name: x\ninput: y\nturns:\n  -\n${turn}`);
}

/** Everything that is wrong with the text, as people see it; empty when nothing is. */
export function problemsIn(text: string): string {
  const parsed = safeParseFile(new Source('a.yaml', text));
  return parsed.ok ? '' : formatProblems(parsed.problems);
}
