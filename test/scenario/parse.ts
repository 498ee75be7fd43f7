/** Reads a text as a file would be read, for tests that want what it holds or what is wrong with it. */
import { formatProblems } from '../../src/scenario/format-problems.ts';
import { safeParseFile, type ToolsFile } from '../../src/scenario/parse-file.ts';
import type { ParsedScenario } from '../../src/scenario/scenario.ts';
import { Source } from '../../src/scenario/source.ts';

/** What the text holds. Throws what is wrong with it, so that a test shows it. */
export function parse(text: string): ParsedScenario | ToolsFile {
  const parsed = safeParseFile(new Source('a.yaml', text));
  if (!parsed.ok) throw new Error(formatProblems(parsed.problems));
  return parsed.value;
}

/** The scenario the text holds. */
export function parseScenario(text: string): ParsedScenario {
  const value = parse(text);
  if (value.type !== 'scenario') throw new Error('not a scenario');
  return value;
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
