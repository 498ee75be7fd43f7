/** The program of `examples/python`, and each way to use the tool runner of its SDK that the page tells of. */
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

beforeAll(() => installPrograms('python'));
const way = (name: string, context: TestContext, more?: Way): Promise<Played> =>
  playWay('python', name, context, more);

row('PY-01 PY-02', 'the example ends, with tools made of functions', (context) =>
  playExample('python', context),
);
row('PY-03', 'async functions are tools of the async client', async (context) => {
  expect((await way('asynchronous', context)).stdout).toBe('Seen.');
});
row('PY-04', 'until_done gives the last message', async (context) => {
  expect((await way('last', context)).stdout).toBe('Seen.');
});
row('PY-05', 'what is appended takes the place of what the runner appends', async (context) => {
  const played = await way('append', context);
  expect(lengths(played)).toEqual([1, 4]);
  expect(played.result).toMatchObject({ content: 'seen left' });
});
row('PY-06', 'a parameter is changed and reply and result are appended', async (context) => {
  const played = await way('params', context);
  expect([budgets(played), lengths(played)]).toEqual([
    [1024, 2048],
    [1, 3],
  ]);
});
row('PY-07 PY-08', 'what a tool raises is told in short and logged in full', async (context) => {
  const { result, stderr } = await way('last', context, { at: 'nowhere' });
  expect(result).toMatchObject({
    is_error: true,
    content: expect.stringMatching(/^(?!.*Traceback).*ValueError.*there is nothing to see/),
  });
  expect(stderr).toMatch(/Traceback[^]*ValueError: there is nothing to see/);
});
row('PY-09', 'ANTHROPIC_LOG logs the requests', async (context) => {
  expect((await way('last', context)).stderr).toBe('');
  const { stderr } = await way('last', context, { env: { ANTHROPIC_LOG: 'info' } });
  expect(stderr).toContain('/v1/messages');
});
row('PY-10', 'a failure is seen before it is sent', async (context) => {
  const { simulation, stdout } = await way('intercept', context, { at: 'nowhere' });
  expect([stdout, simulation.journal.length]).toEqual(['stopped', 1]);
});
row('PY-11', 'a changed result is appended by the caller', async (context) => {
  expect((await way('change', context)).result).toMatchObject({ cache_control: MARK });
});
row('PY-12', 'streams end in their messages', async (context) => {
  const { stdout } = await way('stream', context);
  expect(stdout.split('\n')).toEqual(['message_stop tool_use', 'message_stop end_turn']);
});
row('PY-13', 'there is no compaction in the client', async (context) => {
  expect((await way('compaction', context)).stdout).toContain("'compaction_control'");
});
row('PY-14', 'max_iterations bounds the loop', async (context) => {
  const { simulation, stdout } = await way('limit', context);
  expect([stdout, simulation.journal.length]).toEqual(['tool_use', 1]);
});
row('PY-15 LG-02', 'a summary on demand takes the place of what it sums up', (context) =>
  playCompaction('python', context),
);
row('PY-16 LG-04', 'the server is told to compact in each request', (context) =>
  playEdits('python', context),
);
