/** The JSON of an event, as it stands behind `data:`. */
import type { StreamEvent } from '../message.ts';

/** The field that each kind of delta carries a piece of its block in. */
const PAYLOADS: ReadonlyMap<unknown, string> = new Map([
  ['text_delta', 'text'],
  ['thinking_delta', 'thinking'],
  ['input_json_delta', 'partial_json'],
]);

type Fields = Readonly<Record<string, unknown>>;

/** Whether an object has these keys in this order and no others. */
function hasKeys(value: object, keys: readonly string[]): boolean {
  let count = 0;
  for (const key in value) if (key !== keys[count++]) return false;
  return count === keys.length;
}

const EVENT_KEYS = ['type', 'index', 'delta'];

/** What stands before the piece in the deltas of a block: the next delta is nearly always one of the same. */
let last = { type: '', index: -1, text: '' };

function beforePiece(type: string, index: number, field: string): string {
  if (last.type !== type || last.index !== index) {
    const text = `{"type":"content_block_delta","index":${index},"delta":{"type":"${type}","${field}":`;
    last = { type, index, text };
  }
  return last.text;
}

/** The JSON of a delta that carries a piece and nothing else, as nearly all do: four times as quick as `JSON.stringify`. */
function pieceData(event: StreamEvent): string | undefined {
  if (event.type !== 'content_block_delta' || !hasKeys(event, EVENT_KEYS)) return undefined;
  const { index } = event;
  // Events may be written by hand.
  const delta = event.delta as unknown as Fields | null | undefined;
  const type = delta?.['type'];
  const field = PAYLOADS.get(type);
  if (!delta || field === undefined || !hasKeys(delta, ['type', field])) return undefined;
  const piece = delta[field];
  if (typeof piece !== 'string' || !Number.isInteger(index)) return undefined;
  return `${beforePiece(type as string, index, field)}${JSON.stringify(piece)}}}`;
}

/** The data line of an event. The API writes its ping with a space, all else without (captures of 2026-09). */
export function dataOf(event: StreamEvent): string {
  const isPlainPing = event.type === 'ping' && Object.keys(event).length === 1;
  return isPlainPing ? '{"type": "ping"}' : (pieceData(event) ?? JSON.stringify(event));
}
