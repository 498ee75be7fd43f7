/** The door without the SDK: an object with `messages.create` and `messages.stream`, and nothing in between. */
import type { FakeAnthropic, OwnClientOptions } from '../../fakes/client.ts';
import { messagesOf } from '../../fakes/messages.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { VERSION, type ApiVersion } from '../../src/wire/headers.ts';
import type { OpenDoor } from './door.ts';

/** Whoever chooses this door has an app that asks no more of a client. */
export function fakeMessagesDoor(
  simulation: Simulation,
  { defaultHeaders = {} }: OwnClientOptions = {},
): OpenDoor {
  const version = (defaultHeaders as Record<string, unknown>)[VERSION] as ApiVersion | undefined;
  const client = messagesOf(simulation, { version }) as unknown as FakeAnthropic;
  return { client, close: () => undefined };
}
