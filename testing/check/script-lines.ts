/** A rehearsal as a few lines for people. */
import { quote } from '../../src/scenario/quote.ts';
import type { WrittenBlock, WrittenReply, WrittenTurn } from '../../src/scenario/written.ts';
import type { Rehearsal } from '../arbitraries/rehearsal.ts';

function blockLine(block: WrittenBlock): string {
  if (typeof block === 'string') return quote(block);
  if ('tool_use' in block) {
    const {
      id,
      name,
      input = {},
    } = block.tool_use as { id?: string; name: string; input?: object };
    return `${name}${id === undefined ? '' : ` (${id})`} ${quote(input)}`;
  }
  const [[key, value] = ['nothing', '']] = Object.entries(block);
  return key === 'type' ? String(value) : `${key} ${quote(value)}`;
}

function replyLine(reply: WrittenReply): string {
  if (typeof reply === 'string') return quote(reply);
  if (!('content' in reply)) return reply.map(blockLine).join(', ') || 'nothing';
  const { content, ...rest } = reply;
  const fields = Object.entries(rest).map(([name, value]) => `${name} ${quote(value)}`);
  return [replyLine(content), ...fields].join(', ');
}

const named = (value: unknown): string => (typeof value === 'string' ? value : quote(value));

function turnLine({ reply, error, fault, delay }: WrittenTurn): string {
  return [
    ...(reply === undefined ? [] : [replyLine(reply)]),
    ...(error === undefined ? [] : [`error ${named(error)}`]),
    ...(fault === undefined ? [] : [`fault ${named(fault)}`]),
    ...(delay === undefined ? [] : [`after ${delay} ms`]),
  ].join(', ');
}

/** What is asked, what the model says, and what tools do that is out of the ordinary: one line each. */
export function scriptLines({ input, turns, conduct, stream }: Rehearsal): string[] {
  return [
    `user    ${quote(input)}${stream ? ', with streams' : ''}`,
    ...turns.map((turn, index) => `turn ${index + 1}  ${turnLine(turn)}`),
    ...conduct.map(({ call, tool, ...how }) => `tool    ${tool} (${call}) ${quote(how)}`),
  ];
}
