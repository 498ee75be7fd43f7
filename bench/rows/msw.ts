/** One request through MSW. */
import Anthropic from '@anthropic-ai/sdk';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { simulate } from '../../fakes/index.ts';
import { anthropicHandlers } from '../../fakes/msw.ts';
import { compare } from '../measure.ts';
import type { Row } from '../row.ts';
import { params } from '../pieces/looking.ts';

const ANSWER = 'There is nothing to be seen.';
/** More than there are requests. */
const TURNS = 100_000;
const OWN = 'https://own.test';
const PLAIN = 'https://plain.test';

const clientOf = (baseURL: string): Anthropic => new Anthropic({ apiKey: 'test', baseURL });

export const row: Row<'ratio'> = {
  work: 'MSW door, one SDK request',
  floor: 'one plain MSW handler that returns a ready response',
  goals: { ratio: { unit: '×', atMost: 1.15 } },
  limits:
    'It lies about its limit: 1.08 to 1.22 in eight runs. What is left is the simulation, a tenth of the whole, and the copy that MSW takes of each answer. Tried: one `Response` in place of two.',
  async measure() {
    const script = Array.from({ length: TURNS }, () => ANSWER);
    const simulation = simulate(script, { journalLimit: 100 });
    const ready = await simulate([ANSWER]).fetch(`${OWN}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': 'test', 'anthropic-version': '2026-10-21' },
      body: JSON.stringify(params),
    });
    const body = (await ready.json()) as object;
    const plain = http.post(`${PLAIN}/v1/messages`, () => HttpResponse.json(body));
    const server = setupServer(plain, ...anthropicHandlers(simulation, { baseURL: OWN }));
    server.listen();
    const [own, floor] = [clientOf(OWN), clientOf(PLAIN)];
    const { ratio } = await compare(
      () => own.messages.create(params),
      () => floor.messages.create(params),
    );
    server.close();
    return { ratio };
  },
};
