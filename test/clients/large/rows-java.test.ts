/** The program of `examples/java`, and each way to use the tool runner of its SDK that the page tells of. */
import { beforeAll, expect, type TestContext } from 'vitest';
import { row } from '../../seeds/row.ts';
import { installPrograms } from './languages.ts';
import {
  budgets,
  CUT,
  lengths,
  MARK,
  playCompaction,
  playEdits,
  playExample,
  playWay,
  type Played,
  type Way,
} from './play-programs.ts';

beforeAll(() => installPrograms('java'));
const way = (name: string, context: TestContext, more?: Way): Promise<Played> =>
  playWay('java', name, context, more);

row('JA-01 JA-02', 'the example ends, with tools made of classes', (context) =>
  playExample('java', context),
);
row('JA-03', 'the last message is the last of the iteration', async (context) => {
  const { stdout } = await way('last', context);
  expect(stdout.split('\n')).toEqual(['false', 'tool_use', 'end_turn']);
});
row('JA-04', 'new parameters drop the message and are sent as they are', async (context) => {
  const played = await way('params', context, { script: [CUT, 'Whole.'] });
  expect([budgets(played), lengths(played)]).toEqual([
    [1024, 2048],
    [1, 1],
  ]);
});
row('JA-05', 'an exception becomes a result with is_error', async (context) => {
  const { result } = await way('last', context, { at: 'nowhere' });
  expect(result).toMatchObject({ is_error: true });
  expect(JSON.stringify(result)).toContain('there is nothing to see');
});
row('JA-06', 'the text inside a result is marked for the cache', async (context) => {
  const { result } = await way('last', context);
  expect(result).toMatchObject({ content: [{ text: 'seen left', cache_control: MARK }] });
  expect(result).not.toHaveProperty('cache_control');
});
row('JA-07', 'each turn is a stream', async (context) => {
  expect((await way('stream', context)).stdout.split('\n')).toEqual(['true', 'true']);
});
row('JA-08', 'ANTHROPIC_LOG logs the requests', async (context) => {
  const { stderr } = await way('last', context, { env: { ANTHROPIC_LOG: 'info' } });
  expect(stderr).toContain('/v1/messages');
});
row('JA-09', 'maxIterations bounds the loop', async (context) => {
  const { simulation, stdout } = await way('limit', context);
  expect([stdout, simulation.journal.length]).toEqual(['tool_use', 1]);
});
row('JA-10', 'the function of a tool uses an object of the application', async (context) => {
  expect((await way('desk', context)).stdout).toBe('left');
});
row('JA-11 LG-02', 'a summary on demand takes the place of what it sums up', (context) =>
  playCompaction('java', context),
);
row('JA-12 LG-04', 'the server is told to compact in each request', (context) =>
  playEdits('java', context),
);
row('JA-13 LG-03', 'the runner has no parameter that compacts in the client', async (context) => {
  const { stdout } = await way('parameters', context);
  expect(stdout).toContain('maxIterations');
  expect(stdout).not.toMatch(/compact/i);
});
row('JA-14 LG-01', 'a failure of a tool is not logged', async (context) => {
  const env = { ANTHROPIC_LOG: 'info' };
  const { stderr } = await way('last', context, { at: 'nowhere', env });
  expect(stderr).toContain('/v1/messages');
  expect(stderr).not.toContain('nothing to see');
});
row('JA-15', 'a class that supplies its own text is a tool too', async (context) => {
  expect((await way('supplier', context)).result).toMatchObject({ content: 'seen left' });
});
row('JA-16', 'results are told in the turn after the one that asked for them', async (context) => {
  expect((await way('results', context)).stdout.split('\n')).toEqual(['false', 'true']);
});
