/** The text of a script without the rest of a scenario around it: what a server is given to play. */
import type { Script } from '../script/script.ts';
import type { Outcome } from './outcome.ts';
import { problemsOf } from './problems-of.ts';
import { readYaml } from './read-yaml.ts';
import { scriptSchema, turnList } from './scenario-schema.ts';
import type { Source } from './source.ts';
import { turnsToScript } from './turns-to-script.ts';

/**
 * Reads YAML or JSON that holds a list of turns, or a mapping with `turns`, such as a scenario. Collects every problem
 * it has. Never throws.
 */
export function safeParseScript(source: Source): Outcome<Script> {
  const yaml = readYaml(source);
  if (!yaml.ok) return yaml;
  const { value, places } = yaml.value;
  const isList = Array.isArray(value);
  const problems = problemsOf(isList ? turnList : scriptSchema, yaml.value);
  if (problems.length > 0) return { ok: false, problems };
  return isList
    ? turnsToScript(turnList.parse(value), [], places)
    : turnsToScript(scriptSchema.parse(value).turns, ['turns'], places);
}
