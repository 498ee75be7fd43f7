/** A conversation of any length, as the bodies a client sends for it: a call a turn, each with its result. */
import { simulate, toolUse, type Simulation } from '../../fakes/index.ts';

const BASE = {
  model: 'claude-opus-5',
  max_tokens: 1024,
  tools: [
    {
      name: 'look',
      description: 'Looks at a place. Changes nothing.',
      input_schema: {
        type: 'object',
        properties: { at: { type: 'string' } },
        required: ['at'],
        additionalProperties: false,
      },
    },
  ],
};

const FIRST = { role: 'user', content: 'Look at every place, one after the other.' };

const idOf = (turn: number): string => `toolu_${turn}`;

export const scriptOf = (turns: number): ReturnType<typeof toolUse>[][] =>
  Array.from({ length: turns }, (_, turn) => [
    toolUse('look', { at: `place ${turn}` }, { id: idOf(turn) }),
  ]);

function resultOf(turn: number): object {
  const content = `There is nothing at place ${turn}, and nobody has been here.`;
  return {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: idOf(turn), content }],
  };
}

/** A reply as the API gave it, with what the next request says of it. */
interface Reply {
  readonly id: string;
  readonly content: readonly unknown[];
}

const HEADERS = {
  'x-api-key': 'test',
  'anthropic-version': '2026-10-21',
  'content-type': 'application/json',
};

/** Sends one request and reads its answer. */
export async function ask({ fetch }: Simulation, body: string, betas = ''): Promise<Reply> {
  const headers = betas === '' ? HEADERS : { ...HEADERS, 'anthropic-beta': betas };
  const response = await fetch('https://api.anthropic.com/v1/messages', {
    method: 'POST',
    headers,
    body,
  });
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Reply;
}

/** The bodies of a conversation whose client sends all of it each time. */
export async function wholeBodies(turns: number): Promise<string[]> {
  const simulation = simulate(scriptOf(turns));
  const messages: object[] = [FIRST];
  const bodies: string[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const body = JSON.stringify({ ...BASE, messages });
    bodies.push(body);
    const { content } = await ask(simulation, body);
    messages.push({ role: 'assistant', content }, resultOf(turn));
  }
  return bodies;
}

/** What a request in a thread asks for. */
export const THREADS = 'message-threads-2026-08-12';

/** The body of a request in a thread: only what is new. */
export function threadBody(turn: number, previous?: string): string {
  if (previous === undefined) {
    return JSON.stringify({ ...BASE, messages: [FIRST], thread: { type: 'create' } });
  }
  const { model, max_tokens } = BASE;
  const thread = { type: 'continue', previous_message_id: previous };
  return JSON.stringify({ model, max_tokens, messages: [resultOf(turn - 1)], thread });
}
