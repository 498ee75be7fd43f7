/** What it costs to check a request, beside parsing its JSON: it must stay under parsing it twice, at any size. */
import { CheckedRequest } from '../src/rules/checked-request.ts';
import { judge } from '../src/rules/judge.ts';
import { compare } from './ratio.ts';

const tools = Array.from({ length: 5 }, (_, i) => ({
  name: `tool_${i}`,
  description: 'Looks something up in a table and answers with what it found there.',
  input_schema: {
    type: 'object',
    properties: { at: { type: 'string', description: 'Where.' }, depth: { type: 'integer' } },
    required: ['at'],
    additionalProperties: false,
  },
}));

/** A request with `turns` rounds of a call, its result and some text. */
function requestOf(turns: number): string {
  const messages: unknown[] = [
    { role: 'user', content: 'Look at everything, one after the other.' },
  ];
  for (let i = 0; i < turns; i++) {
    messages.push(
      {
        role: 'assistant',
        content: [
          {
            type: 'text',
            text: 'Let me look at the next one, which may take a moment.',
            citations: null,
          },
          {
            type: 'tool_use',
            id: `toolu_${i}`,
            name: 'tool_1',
            input: { at: `place ${i}`, depth: 2 },
            caller: { type: 'direct' },
          },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: `toolu_${i}`,
            content: `{"found":${i},"more":"nothing else of interest here"}`,
          },
        ],
      },
    );
  }
  return JSON.stringify({
    model: 'claude-opus-5',
    max_tokens: 1024,
    system: 'You look at things.',
    tools,
    messages,
  });
}

const headers = new Headers({
  'anthropic-version': '2026-10-21',
  authorization: 'Bearer sk-ant-test',
});
const policy = { strict: true, allow: new Set<string>(), refuse: new Set<string>() };

function check(text: string): void {
  const request = new CheckedRequest({ method: 'POST', path: '/v1/messages', headers, text });
  const { violations } = judge(request, policy);
  if (violations.length > 0) throw new Error(violations[0]!.message);
}

console.log('messages  bytes    parse µs  check µs  ratio (parse + check) / parse');
for (const turns of [1, 5, 25, 250, 2500]) {
  const text = requestOf(turns);
  const { ratio, workUs, floorUs } = compare(
    () => check(text),
    () => JSON.parse(text) as unknown,
  );
  const row = [turns * 2 + 1, text.length, floorUs.toFixed(1), workUs.toFixed(1), ratio.toFixed(2)];
  console.log(row.map((cell) => String(cell).padEnd(9)).join(' '));
}
