/** The ways to read a stream: through every door, by the stream helper and event by event. */
import type Anthropic from '@anthropic-ai/sdk';
import type { MessageCreateParamsBase } from '@anthropic-ai/sdk/resources/messages';
import {
  fakeAnthropic,
  type Message,
  type StreamEvent,
  type TurnInput,
} from '../../fakes/index.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { doorsInProcess as doors } from '../doors/doors.ts';

/** What a reader saw. */
export interface Reading {
  readonly events: readonly StreamEvent[];
  /** What iterating threw; undefined when it ended as if all had been said. */
  readonly thrown: unknown;
  /** What `finalMessage` gave; undefined when it rejected, or where there is none. */
  readonly message: Message | undefined;
  /** What `finalMessage` rejected with. */
  readonly failed: unknown;
  readonly simulation: Simulation;
}

export interface Reader {
  readonly name: string;
  /** The name of its door. */
  readonly door: string;
  read(turn: TurnInput): Promise<Reading>;
}

export const params: Pick<MessageCreateParamsBase, 'model' | 'max_tokens' | 'messages'> = {
  model: 'claude-test',
  max_tokens: 512,
  messages: [{ role: 'user', content: 'Hi.' }],
};

type Events = AsyncIterable<unknown>;
type Helper = Events & { finalMessage(): Promise<unknown> };

async function iterate(source: Events): Promise<Pick<Reading, 'events' | 'thrown'>> {
  const events: StreamEvent[] = [];
  try {
    for await (const event of source) events.push(event as StreamEvent);
    return { events, thrown: undefined };
  } catch (thrown) {
    return { events, thrown };
  }
}

/** First the events, then the message: both are there whether or not the other failed. */
async function readHelper(stream: Helper): Promise<Omit<Reading, 'simulation'>> {
  const seen = await iterate(stream);
  return stream.finalMessage().then(
    (message) => ({ ...seen, message: message as Message, failed: undefined }),
    (failed: unknown) => ({ ...seen, message: undefined, failed }),
  );
}

type Client = Pick<Anthropic, 'messages'>;

const overDoors = (
  what: string,
  read: (client: Client) => Promise<Omit<Reading, 'simulation'>>,
): Reader[] =>
  doors.map(({ name, open }) => ({
    name: `${what} over ${name}`,
    door: name,
    read: async (turn) => {
      const { client, simulation, close } = open([turn]);
      try {
        return { ...(await read(client as unknown as Client)), simulation };
      } finally {
        close();
      }
    },
  }));

const plain = overDoors('messages.stream', (client) => readHelper(client.messages.stream(params)));

/** The SDK's helper of the plain API. */
export const plainHelpers: readonly Reader[] = plain.filter(({ door }) => door !== 'fakeMessages');

/** The helper of the fake without SDK. */
export const fakeHelpers: readonly Reader[] = plain.filter(({ door }) => door === 'fakeMessages');

/** The SDK's helper of the beta API. */
export const betaHelpers: readonly Reader[] = [
  {
    name: 'beta.messages.stream',
    door: 'fakeAnthropic',
    read: async (turn) => {
      const { beta, simulation } = fakeAnthropic([turn]);
      return { ...(await readHelper(beta.messages.stream(params))), simulation };
    },
  },
];

/** The helpers of the SDK. */
export const sdkHelpers: readonly Reader[] = [...plainHelpers, ...betaHelpers];

/** All that put the message together. */
export const helpers: readonly Reader[] = [...sdkHelpers, ...fakeHelpers];

/** Nothing but the events. */
export const raw: readonly Reader[] = overDoors('create({ stream: true })', async (client) => {
  const source = await client.messages.create({ ...params, stream: true });
  return { ...(await iterate(source)), message: undefined, failed: undefined };
});

export const readers: readonly Reader[] = [...helpers, ...raw];

/** Readers quick enough to be asked hundreds of times: with no transport between them and the simulation. */
export function quick(list: readonly Reader[]): readonly Reader[] {
  return list.filter(({ door }) => door.startsWith('fake'));
}

/** Names of readers with themselves, as rows of `test.each`. */
export function rows<Named extends { readonly name: string }>(
  list: readonly Named[],
): [string, Named][] {
  return list.map((one) => [one.name, one]);
}

/** The types of the events. */
export function typesOf({ events }: Pick<Reading, 'events'>): string[] {
  return events.map(({ type }) => type);
}

/** The text that the deltas carry. */
export function textOf({ events }: Pick<Reading, 'events'>): string {
  return events
    .map((event) =>
      event.type === 'content_block_delta' && event.delta.type === 'text_delta'
        ? event.delta.text
        : '',
    )
    .join('');
}
