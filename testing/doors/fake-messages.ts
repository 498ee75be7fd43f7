/** The door without the SDK: an object with `messages.create` and `messages.stream`, and nothing in between. */
import type { FakeAnthropic, OwnClientOptions } from '../../fakes/client.ts';
import { messagesOf } from '../../fakes/messages.ts';
import { EnsaioError } from '../../src/error.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { VERSION, type ApiVersion } from '../../src/wire/headers.ts';
import type { OpenDoor } from './door.ts';

/** What an app asks of it that it has not says so, and not that something is undefined. */
const noBeta: PropertyDescriptor = {
  get(): never {
    throw new EnsaioError('door-unavailable', 'The door fakeMessages has no `client.beta`.', {
      hint: 'Its client has `messages.create` and `messages.stream` only. Go through the door client.',
      details: { door: 'fakeMessages' },
    });
  },
};

/** Whoever chooses this door has an app that asks no more of a client. */
export function fakeMessagesDoor(
  simulation: Simulation,
  { defaultHeaders = {} }: OwnClientOptions = {},
): OpenDoor {
  const version = (defaultHeaders as Record<string, unknown>)[VERSION] as ApiVersion | undefined;
  const fake = messagesOf(simulation, { version });
  const client = Object.defineProperty(fake, 'beta', noBeta) as unknown as FakeAnthropic;
  return { client, close: () => undefined };
}
