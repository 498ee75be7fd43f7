/** The program of `examples/go`, and each way to use the tool runner of its SDK that the page tells of. */
import { beforeAll, expect, type TestContext } from 'vitest';
import { row } from '../../seeds/row.ts';
import { installPrograms } from './languages.ts';
import {
  budgets,
  lengths,
  MARK,
  playCompaction,
  playEdits,
  playExample,
  playWay,
  type Played,
  type Way,
} from './play-programs.ts';

beforeAll(() => installPrograms('go'));
const way = (name: string, context: TestContext, more?: Way): Promise<Played> =>
  playWay('go', name, context, more);

row('GO-01 GO-02', 'the example ends, with tools made of structs', (context) =>
  playExample('go', context),
);
row('GO-03', 'RunToCompletion gives the last message', async (context) => {
  expect((await way('last', context)).stdout).toBe('Seen.');
});
row('GO-04 GO-05', 'changed parameters are sent and take nothing over', async (context) => {
  const played = await way('params', context);
  expect([budgets(played), lengths(played)]).toEqual([
    [1024, 2048],
    [1, 3],
  ]);
});
row('GO-06', 'an error of a handler becomes a result with is_error', async (context) => {
  const { result } = await way('last', context, { at: 'nowhere' });
  expect(result).toMatchObject({
    is_error: true,
    content: [{ text: 'Error: there is nothing to see' }],
  });
});
row('GO-07', 'the block inside a result is marked for the cache', async (context) => {
  const { result } = await way('last', context);
  expect(result).toMatchObject({ content: [{ text: 'seen left', cache_control: MARK }] });
  expect(result).not.toHaveProperty('cache_control');
});
row('GO-08', 'each request is a stream of events', async (context) => {
  const { stdout } = await way('stream', context);
  expect(stdout.split('\n')).toEqual(['message_stop', 'message_stop']);
});
row('GO-09', 'ANTHROPIC_LOG is not read', async (context) => {
  const { stderr } = await way('last', context, { env: { ANTHROPIC_LOG: 'debug' } });
  expect(stderr).toBe('');
});
row('GO-10', 'MaxIterations bounds the loop', async (context) => {
  const { simulation, stdout } = await way('limit', context);
  expect([stdout, simulation.journal.length]).toEqual(['tool_use', 1]);
});
row('GO-11 LG-02', 'a summary on demand takes the place of what it sums up', (context) =>
  playCompaction('go', context),
);
row('GO-12 LG-04', 'the server is told to compact in each request', (context) =>
  playEdits('go', context),
);
row('GO-13 LG-03', 'the runner has no parameter that compacts in the client', async (context) => {
  expect((await way('parameters', context)).stdout).toBe('BetaMessageNewParams MaxIterations');
});
row('GO-14 LG-01', 'a failure of a tool is not logged', async (context) => {
  expect((await way('last', context, { at: 'nowhere' })).stderr).toBe('');
});
