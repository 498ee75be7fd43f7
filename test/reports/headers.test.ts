/** Reports about headers: names of betas that get lost, and one header in two spellings. */
import type Anthropic from '@anthropic-ai/sdk';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fakeAnthropic, fakeMessages, simulate, type Simulation } from '../../fakes/index.ts';
import { doorsInProcess as doors } from '../doors/doors.ts';
import { body } from '../support/send.ts';
import { params, rows } from './readers.ts';
import { describeReport } from './report.ts';
import { sdkFault } from './sdk-fault.ts';

type HeaderList = Readonly<Record<string, string>> | [string, string][];

/** Sends headers as they are given, spelling and all. */
async function post(simulation: Simulation, headers: HeaderList): Promise<Response> {
  return simulation.fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers,
    body: JSON.stringify(body()),
  });
}

const KEY = { 'x-api-key': 'sk-ant-test' };
const VERSION = { 'anthropic-version': '2023-06-01' };

describeReport('C091', ({ headers_in, good_header }) => {
  const betas = headers_in.map((headers) => headers['anthropic-beta']!);
  const last = (simulation: Simulation): readonly string[] =>
    simulation.journal.at(-1)!.request.betas;

  test('the journal has the names of a joined header as a list', async () => {
    const simulation = simulate(['Fine.']);
    await post(simulation, { ...KEY, ...VERSION, 'anthropic-beta': good_header });
    expect(last(simulation)).toEqual(betas);
    expect(simulation.journal[0]!.request.headers['anthropic-beta']).toBe(good_header);
  });

  test('two headers are one list, and the last one alone shows what was lost', async () => {
    const simulation = simulate(['Fine.', 'Fine.']);
    const several = headers_in.flatMap((headers) => Object.entries(headers));
    await post(simulation, [...Object.entries({ ...KEY, ...VERSION }), ...several]);
    expect(last(simulation)).toEqual(betas);
    await post(simulation, { ...KEY, ...VERSION, ...Object.assign({}, ...headers_in) });
    expect(last(simulation)).toEqual(betas.slice(-1));
  });

  test.each(rows(doors))('betas of a call reach the journal over %s', async (_name, { open }) => {
    const { client, simulation, close } = open(['Fine.']);
    const request = { ...params, betas };
    await ('beta' in client
      ? (client as unknown as Anthropic).beta.messages.create(request)
      : client.messages.create(request));
    close();
    expect(last(simulation)).toEqual(betas);
  });

  test('without a header the list is empty', async () => {
    const { messages, simulation } = fakeMessages(['Fine.']);
    await messages.create(params);
    expect(last(simulation)).toEqual([]);
  });

  test('any list comes through, whatever stands between the names', async () => {
    const name = fc.stringMatching(/^[a-z]{1,8}-20\d\d-\d\d-\d\d$/);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(name, fc.constantFrom(',', ', ', ' ,', ',,')), { maxLength: 5 }),
        async (parts) => {
          const simulation = simulate(['Fine.'], { strict: false });
          const list = parts.map((part) => part.join('')).join('');
          await post(simulation, { ...KEY, ...VERSION, 'anthropic-beta': list });
          expect(last(simulation)).toEqual(parts.map(([part]) => part));
        },
      ),
      { numRuns: 50 },
    );
  });

  sdkFault('a header of a call overwrites the betas of the same call', async () => {
    const client = fakeAnthropic(['Fine.']);
    const [first, second] = betas as [string, string];
    await client.beta.messages.create(
      { ...params, betas: [first] },
      { headers: { 'anthropic-beta': second } },
    );
    expect(last(client.simulation)).toEqual([second]);
  });

  sdkFault('the betas of a call overwrite those of the client', async () => {
    const [first, second] = betas as [string, string];
    const client = fakeAnthropic(['Fine.'], { defaultHeaders: { 'anthropic-beta': first } });
    await client.beta.messages.create({ ...params, betas: [second] });
    expect(last(client.simulation)).toEqual([second]);
  });

  test('the runner keeps the header of a call and adds its own beta', async () => {
    const client = fakeAnthropic(['Fine.']);
    await client.beta.messages.toolRunner(
      { ...params, tools: [] },
      { headers: { 'anthropic-beta': betas[0]! } },
    );
    expect(last(client.simulation)).toEqual([betas[0], 'message-threads-2026-08-12']);
  });
});

describeReport('C092', ({ http }) => {
  async function expectRefused(headers: HeaderList): Promise<void> {
    const simulation = simulate(['Fine.']);
    const response = await post(simulation, headers);
    const answer = (await response.json()) as { error: { type: string; message: string } };
    expect(response.status).toBe(http.status);
    expect(answer.error.type).toBe('invalid_request_error');
    expect(answer.error.message).toContain(http.message_contains);
    expect(simulation.pending).toHaveLength(1);
  }

  test('both spellings become one value, which is refused', async () => {
    const both = { ...KEY, 'anthropic-version': '2023-06-01', 'Anthropic-Version': '2023-06-01' };
    expect(new Headers(both).get('anthropic-version')).toBe('2023-06-01, 2023-06-01');
    await expectRefused(both);
    await expectRefused([...Object.entries({ ...KEY, ...VERSION }), ...Object.entries(VERSION)]);
  });

  test.each(['2023-06-02', '2023-06-01,', 'latest', ' ', '2023-06-01;2026-10-21'])(
    'the version "%s" is refused',
    async (version) => {
      await expectRefused({ ...KEY, 'anthropic-version': version });
    },
  );

  test('no version is refused', async () => {
    await expectRefused(KEY);
  });

  test.each<Record<string, string>>([
    { 'ANTHROPIC-VERSION': '2023-06-01', 'X-Api-Key': 'k' },
    { 'Anthropic-Version': '2026-10-21', 'x-API-key': 'k' },
    { 'anthropic-version': '2023-06-01', AUTHORIZATION: 'Bearer k' },
  ])('each spelling alone is taken: %o', async (headers) => {
    expect((await post(simulate(['Fine.']), headers)).status).toBe(200);
  });

  test.each(rows(doors))(
    'another spelling replaces the header of the client over %s',
    async (_name, { open }) => {
      const { client, simulation, close } = open(['Fine.']);
      const { messages } = client as unknown as Anthropic;
      await messages.create(params, { headers: { 'ANTHROPIC-Version': '2023-06-01' } });
      close();
      expect(simulation.journal[0]!.request.headers['anthropic-version']).toBe('2023-06-01');
    },
  );
});
