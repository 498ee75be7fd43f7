// Long conversations: compaction by the server, on the way or on demand.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { compaction, fakeAnthropic } from '../../../fakes/index.ts';
import { row, rowEitherWay } from '../row.ts';
import { asked, callWeather, rolesOf, textOf, weather } from './desk.ts';

const edits = { edits: [{ type: 'compact_20260112' as const }] };
const byServer = { context_management: edits, betas: ['compact-2026-01-12'] };
const onDemand = { betas: ['compact-2026-09-04'] };

rowEitherWay(
  'TR-70 TR-71 LG-04',
  'the server is told to compact, and its summary goes back',
  async (threads) => {
    const summary = { type: 'compaction' as const, content: 'Paris.', encrypted_content: 'ZW5j' };
    const client = fakeAnthropic([[summary as never, callWeather], 'Sunny.']);
    const tools = [weather()];
    await client.beta.messages.toolRunner({ ...asked, ...threads, ...byServer, tools });
    const turns = client.simulation.journal.filter(({ outcome }) => outcome === 'answered');
    expect(turns.map(({ request }) => request.body['context_management'])).toEqual([edits, edits]);
    expect(turns[1]!.messages[1]!.content).toMatchObject([{ type: 'compaction' }, callWeather]);
  },
);

row('TR-72', 'there is no compaction in the client', () => {
  const runner = import.meta.resolve('@anthropic-ai/sdk/lib/tools/BetaToolRunner');
  expect(readFileSync(fileURLToPath(runner), 'utf8')).not.toMatch(/compactionControl/);
});

rowEitherWay(
  'TR-73 LG-02',
  'a summary on demand takes the place of what it sums up',
  async (threads) => {
    const client = fakeAnthropic([[callWeather], [compaction('They ask for Paris.')], 'Sunny.']);
    const tools = [weather(() => 'sunny')];
    const runner = client.beta.messages.toolRunner({ ...asked, ...threads, ...onDemand, tools });
    const reasons: unknown[] = [];
    for await (const { stop_reason } of runner) {
      if (stop_reason === 'tool_use') runner.compactBeforeNextTurn();
      reasons.push(stop_reason);
    }
    expect(reasons).toEqual(['tool_use', 'compaction', 'end_turn']);
    const [, asking, last] = client.simulation.journal;
    expect(asking!.request.body['compaction']).toEqual({ type: 'summarize' });
    expect(rolesOf(asking!.messages)).toEqual(['user', 'assistant', 'user']);
    expect(last!.messages).toMatchObject([
      { role: 'assistant', content: [{ type: 'compaction', content: 'They ask for Paris.' }] },
    ]);
    expect(textOf(await runner)).toBe('Sunny.');
  },
);

rowEitherWay(
  'TR-74',
  'the helper and an edit together are refused before anything is sent',
  (threads) => {
    const client = fakeAnthropic([]);
    const runner = client.beta.messages.toolRunner({
      ...asked,
      ...threads,
      ...byServer,
      tools: [],
    });
    expect(() => runner.compactBeforeNextTurn()).toThrow(
      "`compactBeforeNextTurn()` can't be used while `context_management` has a compaction edit",
    );
    const scheduled = client.beta.messages.toolRunner({ ...asked, ...threads, tools: [] });
    scheduled.compactBeforeNextTurn();
    expect(() => scheduled.setMessagesParams((params) => ({ ...params, ...byServer }))).toThrow(
      'Remove the edit first',
    );
    expect(client.simulation.journal).toEqual([]);
  },
);

rowEitherWay('TR-75', 'compaction in every request is refused', (threads) => {
  const client = fakeAnthropic([]);
  const params = { ...asked, ...threads, tools: [], compaction: { type: 'summarize' as const } };
  expect(() => client.beta.messages.toolRunner(params)).toThrow(
    '`compaction` cannot be set on a tool runner',
  );
});
