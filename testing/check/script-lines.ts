/** A rehearsal as a few lines for people. */
import type { AbortMoment } from '../../src/scenario/abort-schema.ts';
import { countOf } from '../../src/scenario/count-of.ts';
import { quote } from '../../src/scenario/quote.ts';
import type {
  WrittenBlock,
  WrittenReply,
  WrittenRoute,
  WrittenTurn,
} from '../../src/scenario/written.ts';
import type { AnyRehearsal } from '../arbitraries/rehearsal.ts';

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

/** What is answered on the side, as one line. */
export function routeLine({ when, turns }: WrittenRoute): string {
  return `${quote(when)}: ${turns.map(turnLine).join('; then ')}`;
}

function inputLines({ input, stream }: AnyRehearsal): string[] {
  const streams = stream ? ', with streams' : '';
  if (typeof input === 'string') return [`user    ${quote(input)}${streams}`];
  return input.map((command) => {
    if (typeof command === 'string') return `user    ${command}`;
    return `user    send ${quote(command.send)}${command.at_once ? ', at once' : ''}${streams}`;
  });
}

/** When the app is told to stop, in words. */
function abortLine(abort: AbortMoment): string {
  if (abort === 'start') return 'abort   before it begins';
  if ('call' in abort) return `abort   while the tool is at work for ${abort.call}`;
  if ('after_call' in abort) return `abort   when the tool has answered ${abort.after_call}`;
  const { turn, events: count } = abort;
  return count === undefined
    ? `abort   while turn ${turn} is waited for`
    : `abort   after ${countOf(count, 'event')} of turn ${turn}`;
}

const THREADS = {
  lose: 'every one is lost at once: `thread_not_found`',
  refuse: 'there are none: `thread_unsupported_request`',
} as const;

/** What is asked, what the model says, and what tools do that is out of the ordinary: one line each. */
export function scriptLines(rehearsal: AnyRehearsal): string[] {
  const { turns, conduct, abort, threads } = rehearsal;
  return [
    ...inputLines(rehearsal),
    ...turns.map((turn, index) => `turn ${index + 1}  ${turnLine(turn)}`),
    ...conduct.map(({ call, tool, ...how }) => `tool    ${tool} (${call}) ${quote(how)}`),
    ...(abort === undefined ? [] : [abortLine(abort)]),
    ...(threads === undefined ? [] : [`threads ${THREADS[threads]}`]),
  ];
}
