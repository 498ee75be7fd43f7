/** A conversation with something of everything: thinking, calls, an error, a refusal that is mended, an overload. */
import {
  overloaded,
  simulate,
  text,
  thinking,
  toolUse,
  type Transcript,
} from '../../fakes/index.ts';
import { body, send } from '../support/send.ts';

type Json = Readonly<Record<string, unknown>>;

const result = (id: string, content: string, more: Json = {}): Json => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...more,
});

const LONG = `Lisbon: sunny. ${'It stays like that. '.repeat(60)}`;

/** Each look at the clock takes five milliseconds. */
function tickingClock(): { now: () => number; sleep: () => Promise<void> } {
  let now = 0;
  return { now: () => (now += 5), sleep: () => Promise.resolve() };
}

export async function toldConversation(): Promise<Transcript> {
  const simulation = simulate(
    [
      [
        thinking('Two cities, so two looks at once.'),
        text('Let me look at both.'),
        toolUse('weather', { city: 'Lisbon', days: 2 }, { id: 'toolu_lisbon' }),
        toolUse('weather', { city: 'Atlantis', days: 2 }, { id: 'toolu_atlantis' }),
      ],
      overloaded(),
      'Lisbon is sunny. 東京は晴れです。',
    ],
    { clock: tickingClock() },
  );
  const tools = [{ name: 'weather', input_schema: { type: 'object' } }];
  const ask = async (...messages: unknown[]): Promise<{ content: unknown }> => {
    const sent = await send(
      simulation,
      body({ tools, messages, max_tokens: 2048, thinking: { type: 'adaptive' } }),
    );
    return sent.body as { content: unknown };
  };
  const question = { role: 'user', content: 'What will the weather be in Lisbon and Atlantis?' };
  const { content } = await ask(question);
  const said = { role: 'assistant', content };
  const answers = [
    result('toolu_lisbon', LONG),
    result('toolu_atlantis', 'There is \u001B[31mno city\u001B[0m.', { is_error: true }),
  ];
  await ask(question, said, { role: 'user', content: [answers[1], result('toolu_9', 'sunny')] });
  await ask(question, said, { role: 'user', content: answers });
  await ask(question, said, { role: 'user', content: answers });
  return simulation.transcripts[0]!;
}
