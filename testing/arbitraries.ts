/** `arbitraries`, which need fast-check only where they are used. */
import { extname } from 'node:path';
import { fastCheckError } from './fast-check-error.ts';
// Only its types: the file itself imports fast-check.
import type * as all from './arbitraries/index.ts';

type Arbitraries = typeof all;

/** Every name; a new one that is missing here does not compile. */
const NAMES: Readonly<Record<keyof Arbitraries, true>> = {
  chunking: true,
  conversation: true,
  faults: true,
  message: true,
  mutatedConversation: true,
  rehearsal: true,
  script: true,
  toolInput: true,
  toolset: true,
};

let loaded: Arbitraries | undefined;

function load(): Arbitraries {
  // The real one: under Jest the import of node:module is another, which cannot load this file.
  const { createRequire } = process.getBuiltinModule('node:module');
  // The same file as this one is: of the source, or of the package.
  const file = `./arbitraries/index${extname(import.meta.url)}`;
  try {
    loaded ??= createRequire(import.meta.url)(file) as Arbitraries;
    return loaded;
  } catch (error) {
    throw fastCheckError(error);
  }
}

type Make = (...options: unknown[]) => unknown;

/**
 * Arbitraries of fast-check for all that a model, an app and the network between them may come up with. Each says what
 * it makes, what it never makes, and how it shrinks.
 * @example
 * fc.assert(
 *   fc.asyncProperty(arbitraries.script({ tools: [getOrder] }), async (script) => {
 *     const client = fakeAnthropic(script);
 *     await myApp(client).catch(() => undefined);
 *     expect(checkInvariants(client.simulation.transcripts[0]!)).toEqual([]);
 *   }),
 * );
 * @throws EnsaioError `fast-check-missing` when one of them is called and fast-check is not installed
 */
export const arbitraries: Arbitraries = Object.fromEntries(
  Object.keys(NAMES).map((name): [string, Make] => [
    name,
    (...options) => (load()[name as keyof Arbitraries] as Make)(...options),
  ]),
) as Arbitraries;
