// An abort ends the loop at once, with the signal's own reason, and leaves nothing behind.
import { getEventListeners } from 'node:events';
import type { Message } from '@anthropic-ai/sdk/resources/messages';
import { expect, test } from 'vitest';
import { defineTool, runToolLoop } from '../../src/loop/index.ts';
import type { LoopClient, LoopTool, ToolContext, ToolEffect } from '../../src/loop/index.ts';
import { untilAborted } from '../../src/loop/until-aborted.ts';
import { basics, call, deferred, readyClient, reply } from './ready-client.ts';

function tool(
  name: string,
  effect: ToolEffect,
  run: (context: ToolContext) => string | Promise<string>,
): LoopTool {
  return defineTool({
    name,
    description: name,
    inputSchema: { type: 'object' },
    effect,
    run: (_, context) => run(context),
  });
}

const never = new Promise<never>(() => {});

function expectNoListeners(signal: AbortSignal): void {
  expect(getEventListeners(signal, 'abort')).toEqual([]);
}

test('makes no request when the signal has aborted before', async () => {
  const client = readyClient(reply('Hi.'));
  const signal = AbortSignal.abort();
  await expect(runToolLoop(client, { ...basics, tools: [], signal })).rejects.toBe(signal.reason);
  expect(signal.reason).toMatchObject({ name: 'AbortError' });
  expect(client.requests).toEqual([]);
});

test('rejects with a reason of any kind as it is', async () => {
  const controller = new AbortController();
  controller.abort('enough');
  await expect(
    runToolLoop(readyClient(), { ...basics, tools: [], signal: controller.signal }),
  ).rejects.toBe('enough');
});

test('hands the signal to each request and each tool', async () => {
  const { signal } = new AbortController();
  const seen: AbortSignal[] = [];
  const look = tool('look', 'read', (context) => {
    seen.push(context.signal);
    return 'seen';
  });
  const client = readyClient(reply([call('toolu_1', 'look')]), reply('Seen.'));
  await runToolLoop(client, { ...basics, tools: [look], signal });
  expect(client.signals).toEqual([signal, signal]);
  expect(client.signals.every((one) => one === signal)).toBe(true);
  expect(seen).toEqual([signal]);
  expect(seen[0]).toBe(signal);
  expectNoListeners(signal);
});

test('gives a tool a signal that never aborts when the loop has none', async () => {
  const seen: AbortSignal[] = [];
  const look = tool('look', 'read', ({ signal }) => {
    seen.push(signal);
    return 'seen';
  });
  await runToolLoop(readyClient(reply([call('toolu_1', 'look')]), reply('Seen.')), {
    ...basics,
    tools: [look],
  });
  expect(seen[0]?.aborted).toBe(false);
});

test('does not wait for a client that ignores the signal', async () => {
  const controller = new AbortController();
  const asked = deferred();
  const client: LoopClient = {
    messages: {
      create: () => {
        asked.resolve();
        return never;
      },
    },
  };
  const running = runToolLoop(client, { ...basics, tools: [], signal: controller.signal });
  await asked.promise;
  controller.abort();
  await expect(running).rejects.toBe(controller.signal.reason);
  expectNoListeners(controller.signal);
});

test('rejects with the reason of the signal and not with the error the client makes of it', async () => {
  const controller = new AbortController();
  const client: LoopClient = {
    messages: {
      create: (_, options) =>
        new Promise<Message>((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new Error('user abort')));
          controller.abort();
        }),
    },
  };
  await expect(
    runToolLoop(client, { ...basics, tools: [], signal: controller.signal }),
  ).rejects.toBe(controller.signal.reason);
});

test('does not wait for a tool that ignores the signal, and lets it fail late in silence', async () => {
  const controller = new AbortController();
  const [started, gate] = [deferred(), deferred<string>()];
  const [errors, unhandled]: unknown[][] = [[], []];
  const onUnhandled = (error: unknown): number => unhandled!.push(error);
  process.on('unhandledRejection', onUnhandled);
  const slow = tool('slow', 'write', () => {
    started.resolve();
    return gate.promise;
  });
  const client = readyClient(reply([call('toolu_1', 'slow'), call('toolu_2', 'slow')]));
  const running = runToolLoop(client, {
    ...basics,
    tools: [slow],
    signal: controller.signal,
    onToolError: (error) => errors!.push(error),
  });
  await started.promise;
  controller.abort();
  await expect(running).rejects.toBe(controller.signal.reason);
  expectNoListeners(controller.signal);

  gate.reject(new Error('too late'));
  // Node reports unhandled rejections once the microtasks are done: two macrotasks later is enough.
  for (let n = 0; n < 2; n++) await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled).toEqual([]);
  expect(errors).toEqual([]);
  expect(client.requests).toHaveLength(1);
});

test('starts no tool and no request after an abort between them', async () => {
  const controller = new AbortController();
  const ran: string[] = [];
  const stop = tool('stop', 'write', () => {
    ran.push('stop');
    controller.abort();
    return 'stopped';
  });
  const look = tool('look', 'read', () => {
    ran.push('look');
    return 'seen';
  });
  const client = readyClient(reply([call('toolu_1', 'stop'), call('toolu_2', 'look')]));
  const { signal } = controller;
  const running = runToolLoop(client, {
    ...basics,
    tools: [stop, look],
    signal,
    onCall: ({ name }) => ran.push(`call of ${name}`),
  });
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(ran).toEqual(['call of stop', 'stop']);
});

test('makes no request after an abort in the last tool', async () => {
  const controller = new AbortController();
  const stop = tool('stop', 'read', () => {
    controller.abort();
    return 'stopped';
  });
  const client = readyClient(reply([call('toolu_1', 'stop')]), reply('Too late.'));
  const { signal } = controller;
  const running = runToolLoop(client, { ...basics, tools: [stop], signal });
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(client.requests).toHaveLength(1);
});

test('starts no work under an aborted signal', async () => {
  const started: string[] = [];
  const work = async (): Promise<void> => void started.push('work');
  await expect(untilAborted(AbortSignal.abort('no'), work)).rejects.toBe('no');
  expect(started).toEqual([]);
});

test('runs no tool of a call whose hook aborts', async () => {
  const controller = new AbortController();
  const ran: string[] = [];
  const look = tool('look', 'read', () => String(ran.push('look')));
  const client = readyClient(reply([call('toolu_1', 'look')]), reply('Seen.'));
  const running = runToolLoop(client, {
    ...basics,
    tools: [look],
    signal: controller.signal,
    onCall: () => controller.abort(),
  });
  await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(ran).toEqual([]);
});

test('adds one listener to the signal however many tools run, and takes it off at the end', async () => {
  const { signal } = new AbortController();
  const counts: number[] = [];
  const look = tool('look', 'read', () => {
    counts.push(getEventListeners(signal, 'abort').length);
    return 'seen';
  });
  const calls = Array.from({ length: 20 }, (_, n) => call(`toolu_${n}`, 'look'));
  await runToolLoop(readyClient(reply(calls), reply('Seen.')), {
    ...basics,
    tools: [look],
    signal,
  });
  expect(counts).toEqual(Array.from({ length: 20 }, () => 1));
  expectNoListeners(signal);
});

test('takes its listener off when the client fails and when the turns run out', async () => {
  const { signal } = new AbortController();
  await expect(runToolLoop(readyClient(), { ...basics, tools: [], signal })).rejects.toThrow(
    'no message left',
  );
  expectNoListeners(signal);
  const paused = readyClient(reply('…', 'pause_turn'));
  await expect(
    runToolLoop(paused, { ...basics, tools: [], signal, maxTurns: 1 }),
  ).rejects.toMatchObject({ name: 'TurnLimitError' });
  expectNoListeners(signal);
});
