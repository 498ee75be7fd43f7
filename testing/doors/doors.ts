/** The doors by their names. Each is a file, and loaded when a run first goes through it. */
import { EnsaioError } from '../../src/error.ts';
import type { Door } from './door.ts';
// oxlint-disable-next-line no-unassigned-import -- It is loaded before MSW is.
import './bare-fetch.ts';

/** How an app reaches the simulation of a scenario. */
export type DoorName = 'client' | 'msw' | 'server';

/** Besides, what `fakeMessages` makes: no client of the SDK, and the fastest. */
export type AnyDoorName = DoorName | 'fakeMessages';

const DOORS: Readonly<Record<AnyDoorName, () => Promise<Door>>> = {
  client: async () => (await import('./client.ts')).clientDoor,
  msw: async () => (await import('./msw.ts')).mswDoor,
  server: async () => (await import('./server.ts')).serverDoor,
  fakeMessages: async () => (await import('./fake-messages.ts')).fakeMessagesDoor,
};

export const anyDoorNames: readonly AnyDoorName[] = Object.keys(DOORS) as AnyDoorName[];

/** Every door that a client of the SDK goes through. */
export const doorNames: readonly DoorName[] = anyDoorNames.filter(
  (name) => name !== 'fakeMessages',
);

function unknown(name: string): EnsaioError {
  return new EnsaioError('option-invalid', `There is no door "${name}".`, {
    hint: `The doors are ${anyDoorNames.join(', ')}.`,
    details: { option: 'door', received: name },
  });
}

/** The package of the same name is a peer that not everyone has. */
function notInstalled(name: string, cause: unknown): EnsaioError {
  return new EnsaioError(
    'door-unavailable',
    `The door ${name} needs the package ${name}, which is not installed.`,
    {
      hint: `Install it (npm install --save-dev ${name}), or go through another door: client or server.`,
      details: { door: name },
      cause,
    },
  );
}

/**
 * The door of that name.
 * @throws EnsaioError `option-invalid` when there is none, `door-unavailable` when what it stands on is not installed
 */
export async function loadDoor(name: AnyDoorName): Promise<Door> {
  if (!Object.hasOwn(DOORS, name)) throw unknown(name);
  try {
    return await DOORS[name]();
  } catch (error) {
    // A file of our own that is missing is another matter.
    const { code, message } = Object(error) as NodeJS.ErrnoException;
    const isMissing = code === 'ERR_MODULE_NOT_FOUND' && /package '?msw\b/.test(message);
    throw isMissing ? notInstalled(name, error) : error;
  }
}
