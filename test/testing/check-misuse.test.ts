// What is wrong with a check, and not with the loop, is told as that.
import Anthropic from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { checkLoop, reportLoop, type App } from '../../testing/index.ts';

const request = {
  model: 'claude-opus-5',
  max_tokens: 10,
  messages: [{ role: 'user' as const, content: 'x' }],
};

test('an app that asks for betas cannot go through the door fakeMessages', async () => {
  const app: App = ({ client }) => client.beta.messages.create(request);
  await expect(checkLoop(app, { seed: 1, door: 'fakeMessages' })).rejects.toThrow(
    '[ensaio] The door fakeMessages has no `client.beta`.\n\nIts client has `messages.create` and `messages.stream` only. Go through the door client.',
  );
});

test('an app that asks with a client of its own is asked whether it does', async () => {
  const own = new Anthropic({
    apiKey: 'x',
    maxRetries: 0,
    logLevel: 'off',
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  const { failure } = await reportLoop(() => own.messages.create(request), { seed: 1, runs: 3 });
  expect(failure!.text).toContain(
    '\n\nThe client that the app was given saw no request. Does the app ask with `client` of its context, and not with one of its own?\n\n',
  );
});

test('an app that asks with the client it is given is not', async () => {
  const app: App = ({ client }) => client.messages.create({ ...request, max_tokens: 0 });
  const { failure } = await reportLoop(app, { seed: 1, runs: 3 });
  expect(failure!.text).not.toContain('saw no request');
});
