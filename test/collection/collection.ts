/** The shipped scenarios, and how each of them is meant to end. */
import { relative, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunProblemCode } from '../../src/scenario/problem.ts';
import { loadScenarios, type Scenario } from '../../testing/index.ts';
import { exceptions, isAbout, type Exception } from './exceptions.ts';
import type { Variant } from './variants.ts';

export const root: string = fileURLToPath(new URL('../../', import.meta.url));

export const collection: readonly Scenario[] = await loadScenarios('scenarios', { cwd: root });

/** The path of a scenario's file in `scenarios/`. */
export function fileOf({ file }: Scenario): string {
  return relative(join(root, 'scenarios'), join(root, file)).replaceAll('\\', '/');
}

/** Why a scenario fails on an app; nothing when it is to pass. */
export function exceptionTo(file: string, variant: Variant): Exception | undefined {
  return exceptions.find((each) => file in each.fails && isAbout(each, variant));
}

/** How a scenario fails on an app: the codes of its problems, none when it is to pass. */
export function failureOf(file: string, variant: Variant): readonly RunProblemCode[] {
  return exceptionTo(file, variant)?.fails[file] ?? [];
}
