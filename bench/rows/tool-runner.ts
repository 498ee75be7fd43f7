/** The SDK's tool runner on the client door. */
import type Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import * as z from 'zod';
import { fakeAnthropic } from '../../fakes/index.ts';
import { compare, mapFigure } from '../measure.ts';
import type { Row } from '../row.ts';
import { looking, params, REQUESTS } from '../pieces/looking.ts';
import { stubClient } from '../pieces/stubs.ts';

const tools = [
  betaZodTool({
    name: 'look',
    description: 'Looks at a place. Changes nothing.',
    inputSchema: z.object({ at: z.string() }),
    run: ({ at }) => `Nothing ${at}.`,
  }),
];

const converse = async (client: Anthropic): Promise<unknown> =>
  client.beta.messages.toolRunner({ ...params, tools });

export const row: Row<'ratio' | 'added'> = {
  work: 'SDK `toolRunner`, three requests, strict rules on, client door',
  floor: 'the same SDK on a bare `fetch` stub that returns ready `Response`s',
  goals: {
    ratio: { unit: '×', atMost: 1.2 },
    added: { unit: 'µs of CPU a request on top', atMost: 30 },
  },
  limits:
    'Timed step by step between requests of the SDK, what the simulation adds takes 116 µs: reading the body 11, its pairing 10, headers 7, parameters 7, the journal 7, usage 5, and fifty steps of less (decision 23). By itself it takes less than half of that, the collector’s time included: the SDK fills the caches of the processor. A `fetch` that only copies the headers, parses the body and writes the answer is at 1.05 to 1.11. What is the same for all requests of a loop is made once.',
  async measure() {
    const recorded = fakeAnthropic(looking);
    await converse(recorded);
    const bodies = recorded.simulation.journal.map(({ response }) =>
      JSON.stringify(response!.body),
    );
    const { ratio, added } = await compare(
      () => converse(fakeAnthropic(looking)),
      () => converse(stubClient(bodies)),
    );
    return { ratio, added: mapFigure(added, (us) => us / REQUESTS) };
  },
};
