/** Calls that ran: sending a result again is right, running the call again is not. */
import type Anthropic from '@anthropic-ai/sdk';
import { describe, expect, test } from 'vitest';
import {
  apiError,
  clientVerdict,
  connectionError,
  overloaded,
  streamed,
  text,
  toolUse,
  type TurnInput,
} from '../../fakes/index.ts';
import { params, rehearse, type Rehearsal } from './rehearse.ts';

type Message = Anthropic.MessageParam;
const tools = [{ name: 'pay', input_schema: { type: 'object' as const } }];
const pay = [toolUse('pay', {}, { id: 'toolu_pay' })];

const result = (content: string, fields: object = {}): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'toolu_pay', content, ...fields }],
});

/** Asks, is told to pay, and hands in results until one is accepted; `pay` says what the tool gives each time. */
async function run(
  { post, clock }: Rehearsal,
  results: readonly Message[],
  fields: object = {},
): Promise<Message[]> {
  const first = await post({ tools });
  const history: Message[] = [
    ...params.messages,
    { role: 'assistant', content: first!.body.content },
  ];
  for (const each of results) {
    await post({ tools, messages: [...history, each], ...fields });
    await clock.advance(1000);
  }
  return history;
}

describe('call-sent-again', () => {
  const failures: [string, TurnInput, object?][] = [
    ['an overload', overloaded()],
    ['a broken connection', connectionError()],
    ['a stream that was cut', streamed('Paid.', { cutAfter: { events: 2 } }), { stream: true }],
    ['an answer', 'Paid.'],
  ];

  test.each(failures)(
    'is found when a call runs again after %s',
    async (_failure, turn, fields) => {
      const rehearsal = rehearse([pay, turn, 'Paid.']);
      await run(rehearsal, [result('receipt 1'), result('receipt 2')], fields);
      expect(rehearsal.verdict()).toEqual(['call-sent-again 2']);
    },
  );

  test.each(failures)(
    'is not found when its result is sent again after %s',
    async (_failure, turn, fields) => {
      const rehearsal = rehearse([pay, turn, 'Paid.']);
      const marked = result('receipt 1', { cache_control: { type: 'ephemeral' } });
      await run(rehearsal, [result('receipt 1'), marked], fields);
      expect(rehearsal.verdict()).toEqual([]);
    },
  );

  test('is not found when a result that was refused comes back shorter', async () => {
    const rehearsal = rehearse([pay, apiError(413, 'too large'), 'Paid.']);
    await run(rehearsal, [result('a long receipt'), result('a receipt')]);
    expect(rehearsal.verdict()).toEqual([]);
  });

  test('is found when an accepted result is sent once more in a later turn', async () => {
    const rehearsal = rehearse([pay, [text('Paid.')], 'Again?'], { strict: false });
    const history = await run(rehearsal, [result('receipt 1')]);
    const later: Message[] = [
      ...history,
      result('receipt 1'),
      { role: 'assistant', content: 'Paid.' },
    ];
    await rehearsal.post({ tools, messages: [...later, result('receipt 1')] });
    expect(rehearsal.verdict()).toEqual(['call-sent-again 2']);
  });

  test('is not found for results that stay in the history, cleared or not', async () => {
    const rehearsal = rehearse([pay, 'Paid.', 'Yes.', 'Yes.']);
    const history = await run(rehearsal, [result('receipt 1')]);
    for (const content of ['receipt 1', '[cleared]']) {
      const later: Message[] = [
        ...history,
        result(content),
        { role: 'assistant', content: 'Paid.' },
        { role: 'user', content: 'Sure?' },
      ];
      await rehearsal.post({ tools, messages: later });
    }
    expect(rehearsal.verdict()).toEqual([]);
  });

  test('is not found for two conversations whose script gives out one id twice', async () => {
    const rehearsal = rehearse([pay, 'Paid.', pay, 'Paid.']);
    await run(rehearsal, [result('receipt 1')]);
    await run(rehearsal, [result('receipt 2')]);
    expect(rehearsal.verdict()).toEqual([]);
  });

  test('says where, what was expected and received, and what to do', async () => {
    const rehearsal = rehearse([pay, overloaded(), 'Paid.']);
    await run(rehearsal, [result('receipt 1'), result('receipt 2')]);
    expect(clientVerdict(rehearsal.simulation)).toMatchInlineSnapshot(`
      [
        {
          "exchange": 2,
          "id": "call-sent-again",
          "message": "The call toolu_pay has a result in journal[1] (turn 2) and another in journal[2] (turn 3): expected the result "receipt 1" once more, received "receipt 2". Keep the result of a call that has run, and send it again as it is.",
        },
      ]
    `);
  });
});
