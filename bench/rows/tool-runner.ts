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
    'By itself the simulation answers such a request in some 90 µs of CPU, the collector’s included; between requests of the SDK, whose code fills the caches of the processor, it takes twice that. It enters 38 % more functions and branches than the SDK does on the stub (counted): a fifth of them to read the headers, the rest spread thin over reading the body, the rules, ids, the message and its usage, and the journal. What is the same for all requests of a loop is made once (decision 23).',
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
