/** The three paths that every test goes again and again. */
import type Anthropic from '@anthropic-ai/sdk';
import { fakeAnthropic, simulate, streamed } from '../../fakes/index.ts';
import { CheckedRequest } from '../../src/rules/checked-request.ts';
import { judge } from '../../src/rules/judge.ts';
import { params } from '../pieces/looking.ts';
import { stubClient } from '../pieces/stubs.ts';
import { wholeBodies } from '../pieces/turns.ts';
import type { Guard } from './guard.ts';

/** What `JSON.parse` does is done in no JavaScript: a walk along what it made is. */
function walk(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const part of Object.values(value)) walk(part);
}

const headers = new Headers({ 'x-api-key': 'test', 'anthropic-version': '2026-10-21' });
const policy = { strict: true, allow: new Set<string>(), refuse: new Set<string>() };

function check(text: string): void {
  const request = new CheckedRequest({ method: 'POST', path: '/v1/messages', headers, text });
  const { violations } = judge(request, policy);
  if (violations.length > 0) throw new Error(violations[0]!.message);
}

const checkRequest: Guard = {
  work: 'the check of a request of 51 messages',
  floor: 'its body parsed and walked along once',
  limits: { steps: 4.3, bytes: 2.05 },
  async measure(count) {
    const body = (await wholeBodies(26))[25]!;
    return {
      work: await count(() => check(body)),
      floor: await count(() => walk(JSON.parse(body))),
    };
  },
};

const ANSWER = 'There is nothing to be seen.';

const create = (client: Anthropic): Promise<unknown> => client.messages.create(params);

const createGuard: Guard = {
  work: 'a client of one turn and its `create`, client door',
  floor: 'the same on a stub',
  limits: { steps: 1.75, bytes: 1.7 },
  async measure(count) {
    const recorded = fakeAnthropic([ANSWER]);
    const body = JSON.stringify(await create(recorded));
    return {
      work: await count(() => create(fakeAnthropic([ANSWER]))),
      floor: await count(() => create(stubClient([body]))),
    };
  },
};

const PIECE = 'a word ';
const script = [streamed(PIECE.repeat(500), { pieces: PIECE.length })];

const stream = (client: Anthropic): Promise<unknown> =>
  client.messages.stream(params).finalMessage();

const streamGuard: Guard = {
  work: 'a stream of 500 deltas, client door',
  floor: 'the same bytes in one chunk from a stub',
  limits: { steps: 1.7, bytes: 1.67 },
  async measure(count) {
    const response = await simulate(script).fetch('https://api.anthropic.com/v1/messages', {
      method: 'POST',
      headers,
      body: JSON.stringify({ ...params, stream: true }),
    });
    const bytes = await response.text();
    const own = { 'content-type': 'text/event-stream' };
    return {
      work: await count(() => stream(fakeAnthropic(script))),
      floor: await count(() => stream(stubClient([bytes], own))),
    };
  },
};

export const hotPaths: Readonly<Record<string, Guard>> = {
  check: checkRequest,
  create: createGuard,
  stream: streamGuard,
};
