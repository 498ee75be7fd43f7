/** The kit's own loop on the fake without an SDK. */
import { fakeMessages } from '../../fakes/index.ts';
import { defineTool, runToolLoop, type LoopClient } from '../../src/loop/index.ts';
import { compare, mapFigure } from '../measure.ts';
import type { Row } from '../row.ts';
import { looking, params, REQUESTS } from '../pieces/looking.ts';

const tools = [
  defineTool({
    name: 'look',
    description: 'Looks at a place. Changes nothing.',
    effect: 'read',
    inputSchema: {
      type: 'object',
      properties: { at: { type: 'string' } },
      required: ['at'],
      additionalProperties: false,
    },
    run: ({ at }) => `Nothing ${String(at)}.`,
  }),
];

const converse = (client: LoopClient): Promise<unknown> =>
  runToolLoop(client, { ...params, tools });

export const row: Row<'rate' | 'added'> = {
  work: '`runToolLoop` over `fakeMessages`, three requests',
  floor: 'the same loop over an object that returns ready messages',
  goals: {
    rate: { unit: 'loops a second', atLeast: 5000 },
    added: { unit: 'µs of CPU a request on top', atMost: 40 },
  },
  limits:
    'A third of the time goes into the check of a request, a quarter into the answer with its ids and its usage, a tenth into copying what was sent as JSON would (decision 23). Not tried: knowing messages that were sent before by their values.',
  async measure() {
    const recorded = fakeMessages(looking);
    await converse(recorded);
    const ready = recorded.simulation.journal.map(({ response }) => response!.body);
    const stub = (): LoopClient => {
      let next = 0;
      return { messages: { create: async () => ready[next++]! } } as unknown as LoopClient;
    };
    const { work, added } = await compare(
      () => converse(fakeMessages(looking)),
      () => converse(stub()),
    );
    return {
      rate: mapFigure(work, (us) => 1e6 / us),
      added: mapFigure(added, (us) => us / REQUESTS),
    };
  },
};
