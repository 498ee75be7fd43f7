// What the model and the developer learn of a tool that fails.
import { expect, vi } from 'vitest';
import { fakeAnthropic } from '../../../fakes/index.ts';
import { rowEitherWay, type Threads } from '../row.ts';
import { asked, callWeather, resultOf, textOf, weather } from './desk.ts';

const broken = weather(() => {
  throw new Error('the station is closed');
});

interface Logged {
  readonly level: string;
  readonly line: string;
}

/** What the SDK logs of a run whose tool fails, at a level of ANTHROPIC_LOG. */
async function logsAt(level: string | undefined, threads: Threads): Promise<Logged[]> {
  const logged: Logged[] = [];
  const levels = ['debug', 'info', 'warn', 'error'] as const;
  const spies = levels.map((name) =>
    vi.spyOn(console, name).mockImplementation((...parts: unknown[]) => {
      logged.push({ level: name, line: parts.map((part) => JSON.stringify(part)).join(' ') });
    }),
  );
  vi.stubEnv('ANTHROPIC_LOG', level);
  try {
    const client = fakeAnthropic([[callWeather], 'Closed.']);
    await client.beta.messages.toolRunner({ ...asked, ...threads, tools: [broken] });
  } finally {
    vi.unstubAllEnvs();
    for (const spy of spies) spy.mockRestore();
  }
  return logged;
}

const levelsOf = (logged: readonly Logged[]): Set<string> =>
  new Set(logged.map(({ level }) => level));

rowEitherWay(
  'TR-80 TR-81',
  'a failure is told by its message alone, and the run goes on',
  async (threads) => {
    const client = fakeAnthropic([[callWeather], 'Closed.']);
    const answer = await client.beta.messages.toolRunner({ ...asked, ...threads, tools: [broken] });
    expect(textOf(answer)).toBe('Closed.');
    expect(resultOf(client)).toEqual({
      type: 'tool_result',
      tool_use_id: 'toolu_weather',
      content: 'Error: the station is closed',
      is_error: true,
    });
  },
);

rowEitherWay(
  'TR-82',
  'at info each request is logged, and nothing of its body',
  async (threads) => {
    const logged = await logsAt('info', threads);
    expect(levelsOf(logged)).toEqual(new Set(['info']));
    expect(logged.filter(({ line }) => line.includes('/v1/messages'))).toHaveLength(2);
    expect(JSON.stringify(logged)).not.toContain('Paris');
  },
);

rowEitherWay('TR-83', 'at debug headers and bodies are logged, and no key', async (threads) => {
  const logged = await logsAt('debug', threads);
  expect(levelsOf(logged)).toEqual(new Set(['info', 'debug']));
  expect(JSON.stringify(logged)).toMatch(/anthropic-version[^]*Paris/);
  expect(JSON.stringify(logged)).not.toContain('sk-ant-test');
});

rowEitherWay('TR-84 LG-01', 'a failure of a tool is not logged by the SDK', async (threads) => {
  expect(await logsAt(undefined, threads)).toEqual([]);
  expect(JSON.stringify(await logsAt('info', threads))).not.toContain('the station is closed');
});
