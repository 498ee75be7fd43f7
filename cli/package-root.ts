/** Where the package is, whether its source runs or its build. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

function findRoot(folder: URL): URL {
  const isRoot = existsSync(new URL('package.json', folder));
  return isRoot ? folder : findRoot(new URL('..', folder));
}

const root = findRoot(new URL('.', import.meta.url));

/** The folder of the scenarios that come with the package. */
export const bundledScenarios: string = fileURLToPath(new URL('scenarios', root));

/** The version of the package. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  return String((manifest as { version?: unknown }).version);
}
