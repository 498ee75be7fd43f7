/** What the API keeps in every stream it finishes, as a check on events. */
import type { WireEvent } from './accumulate.ts';

type Json = Record<string, unknown>;

/** The deltas each kind of block grows by; other kinds arrive whole. */
const DELTAS: Readonly<Record<string, readonly string[]>> = {
  text: ['citations_delta', 'text_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
  server_tool_use: ['input_json_delta'],
  mcp_tool_use: ['input_json_delta'],
  compaction: ['compaction_delta'],
};

/** What a block begins with where it grows. */
const EMPTY: Readonly<Record<string, Json>> = {
  text: { text: '' },
  thinking: { thinking: '', signature: '' },
  tool_use: { input: {} },
  server_tool_use: { input: {} },
  mcp_tool_use: { input: {} },
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0;

function* startProblems({ message }: WireEvent): Iterable<string> {
  const { content, stop_reason, stop_details, container, usage } = message as Json;
  if (!same(content, [])) yield 'message_start has content';
  if (![stop_reason, stop_details, container].every((value) => value === null)) {
    yield 'message_start knows the end';
  }
  const { input_tokens, output_tokens } = (usage ?? {}) as Json;
  if (!isCount(input_tokens) || !isCount(output_tokens)) yield 'message_start has no usage';
}

function* endProblems({ delta, usage }: WireEvent): Iterable<string> {
  const { stop_reason } = (delta ?? {}) as Json;
  if (typeof stop_reason !== 'string') yield 'message_delta has no stop_reason';
  if (!isCount((usage as Json | undefined)?.['output_tokens'])) yield 'message_delta has no usage';
}

function* blockProblems(block: Json, deltas: readonly Json[]): Iterable<string> {
  const type = String(block['type']);
  const types = deltas.map((delta) => String(delta['type']));
  const order = types.map((name) => (DELTAS[type] ?? []).indexOf(name));
  if (order.includes(-1)) yield `${type} grows by ${types.join()}`;
  // Kinds of deltas keep their order: citations before text, thinking before its signature.
  if (order.some((at, index) => index > 0 && at < order[index - 1]!))
    yield `${type}: ${types.join()}`;
  for (const [field, value] of Object.entries(EMPTY[type] ?? {})) {
    if (!same(block[field], value)) yield `${type} begins with ${field}`;
  }
  const json = deltas.map((delta) => delta['partial_json']).filter((part) => part !== undefined);
  if (json.length > 0 && json[0] !== '') yield `${type}: the first fragment is not empty`;
  if (json.slice(1).includes('')) yield `${type}: a later fragment is empty`;
  if (type.endsWith('tool_use') && json.length === 0) yield `${type} has no fragment`;
  const signatures = types.filter((name) => name === 'signature_delta').length;
  if (type === 'thinking' && signatures !== 1) yield `thinking has ${signatures} signatures`;
}

/** Everything a finished stream does that the API never does. */
export function grammarProblems(events: readonly WireEvent[]): string[] {
  const problems: string[] = [];
  const [first, ...rest] = events;
  const [end, stop] = rest.splice(-2);
  if (first?.type !== 'message_start') return [`begins with ${first?.type}`];
  if (end?.type !== 'message_delta' || stop?.type !== 'message_stop') return ['does not end'];
  problems.push(...startProblems(first), ...endProblems(end));
  let open: { block: Json; deltas: Json[] } | undefined;
  let count = 0;
  for (const [at, event] of rest.entries()) {
    switch (event.type) {
      case 'content_block_start':
        if (open) problems.push(`block ${count} begins in another`);
        if (event['index'] !== count) problems.push(`index ${String(event['index'])} for ${count}`);
        open = { block: event['content_block'] as Json, deltas: [] };
        break;
      case 'content_block_delta':
        if (event['index'] !== count) problems.push(`a delta for ${String(event['index'])}`);
        open?.deltas.push(event['delta'] as Json);
        break;
      case 'content_block_stop':
        if (!open || event['index'] !== count) problems.push(`an unexpected stop of ${count}`);
        else problems.push(...blockProblems(open.block, open.deltas));
        open = undefined;
        count += 1;
        break;
      case 'ping':
        // The only place all captures agree on (2026-09).
        if (at !== 1) problems.push(`a ping at ${at + 1}`);
        break;
      default:
        problems.push(`an event of type ${event.type}`);
    }
  }
  if (open) problems.push(`block ${count} never stops`);
  if (count > 0 && rest[1]?.type !== 'ping') problems.push('no ping after the first block began');
  return problems;
}
