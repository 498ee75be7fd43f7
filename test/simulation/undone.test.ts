/** How the report of an unfinished run tells of turns and requests: each kind in a line. */
import { expect, test } from 'vitest';
import {
  connectionReset,
  delayed,
  events,
  hang,
  message,
  rawAnswer,
  respond,
  simulate,
  streamed,
  thinking,
  toolUse,
  type Simulation,
  type TurnInput,
} from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';

function reportOf(simulation: Simulation): string {
  try {
    simulation.assertDone();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing is left undone');
}

test.each<[string, TurnInput]>([
  ['"Hello."', 'Hello.'],
  ['no content', ''],
  ['thinking | tool_use look {"at":"left"}', [thinking('Hm.'), toolUse('look', { at: 'left' })]],
  ['streamed "Hello."', streamed('Hello.', {})],
  ['"Hello." (7 ms late)', delayed('Hello.', 7)],
  ['events(2)', events(['', ''])],
  ['503 "down"', rawAnswer({ status: 503, body: 'down' })],
  ['hang()', hang()],
  ['connection error: fetch failed (ECONNRESET)', connectionReset()],
  ['respond(…)', respond(() => 'Hello.')],
  ['"a\\n b"', 'a\n  b'],
  [`"${'x'.repeat(99)}… (1 more)`, 'x'.repeat(99)],
  [`"${'x'.repeat(98)}"`, 'x'.repeat(98)],
])('a turn that was not asked for is told as %s', (line, turn) => {
  const [, told] = reportOf(simulate([turn])).split('Turns not used (1):\n');
  expect(told!.split('\n')[0]).toBe(`  turn 1: ${line}`);
});

test.each<[string, object[]]>([
  ['user: "Look."', [{ role: 'user', content: 'Look.' }]],
  [
    'user: tool_result(a) | image | "And this?"',
    [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [toolUse('look', {}, { id: 'a' })] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: 'seen' },
          { type: 'image', source: { type: 'url', url: 'https://images.test/a.png' } },
          { type: 'text', text: 'And this?' },
        ],
      },
    ],
  ],
])('a request without a turn is told by its last message, %s', async (line, messages) => {
  const simulation = simulate([]);
  const tools = [{ name: 'look', input_schema: { type: 'object' } }];
  await send(simulation, body({ tools, messages }));
  expect(() => simulation.assertDone()).toThrow(`    its last message was ${line}`);
});

test('whatever is said is said at the pace of the stream: texts, thinking and inputs', async () => {
  const waits: number[] = [];
  const clock = { now: () => 0, sleep: (ms: number) => Promise.resolve(void waits.push(ms)) };
  const said = [thinking('abc', { signature: 's' }), toolUse('look', { at: 1 })];
  const turn = streamed(message(said), { pace: { tokensPerSecond: 1 } });
  await send(
    simulate([turn], { clock, tokens: (value) => value.length }),
    body({
      stream: true,
      thinking: { type: 'adaptive' },
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
    }),
  );
  // The thinking has three characters, the JSON of the input, `{"at": 1}`, nine.
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(12_000);
});
