/** The programs in `examples/` and, of three languages, each way to use the tool runner that the page tells of. */
import { beforeAll, describe, expect, type TestContext } from 'vitest';
import { message } from '../../../fakes/index.ts';
import { row } from '../../seeds/row.ts';
import { installPrograms } from './languages.ts';
import { playExample, playWay, type Played, type Way } from './play-programs.ts';

const budgets = ({ simulation }: Played): unknown[] =>
  simulation.journal.map(({ request }) => request.body.max_tokens);

const lengths = ({ simulation }: Played): number[] =>
  simulation.journal.map(({ messages }) => messages.length);

const CUT = message('Half', { stop_reason: 'max_tokens' });
const MARK = { type: 'ephemeral' };

describe('Python', () => {
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
});

describe('Go', () => {
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
});

describe('Java', () => {
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
});

describe('C#, PHP and Ruby', () => {
  row('CS-01 CS-02', 'the example in C# ends', (context) => playExample('csharp', context));
  row('PH-01 PH-02', 'the example in PHP ends', (context) => playExample('php', context));
  row('RB-01 RB-02', 'the example in Ruby ends', (context) => playExample('ruby', context));
});
