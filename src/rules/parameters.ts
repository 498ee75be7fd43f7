/** A request but for its messages and its thread: a loop sends the same with each of them, and what is made of it stays. */
import { Memo } from '../wire/memo.ts';
import type { MessageRequest } from '../wire/message.ts';
import type { CheckedRequest } from './checked-request.ts';
import { Derived } from './derived.ts';
import { messageSubjects } from './message-subjects.ts';

class Parameters {
  /** Whether no rule has anything to say of them, the shape of their fields included. */
  areInOrder = false;
  readonly derived: Derived<CheckedRequest> = new Derived();
}

const MOST_KNOWN = 512;
/** Longer parameters are looked at anew each time; keeping many of them would cost more than that. */
const LONGEST_TEXT = 65_536;

const known = new Memo<Parameters>(MOST_KNOWN, LONGEST_TEXT);

const keptTexts = new WeakMap<MessageRequest, string>();

/** What a thread keeps of the request that created it. */
function keptText(created: MessageRequest): string {
  let text = keptTexts.get(created);
  if (text === undefined) {
    const { system, tools } = created;
    text = JSON.stringify({ system, tools });
    keptTexts.set(created, text);
  }
  return text;
}

/** What stands beside the messages and the thread, or the layout that says as much. */
function ownText({ layout, body }: CheckedRequest): string {
  if (layout !== undefined) return String(layout);
  const { messages: _messages, thread: _thread, ...beside } = body;
  return JSON.stringify(beside);
}

/** All of the parameters, as text. */
function textOf(request: CheckedRequest): string {
  const { raw, version, betas, body, endpoint, thread } = request;
  const { from } = thread;
  // Counting tokens knows no thread: there it is a field like any other.
  const field = endpoint === 'messages' ? undefined : JSON.stringify(body['thread']);
  const kept = from && (from.layout ?? keptText(from.created));
  const way = `${raw.method}\n${raw.path}\n${version}\n${betas.join()}`;
  return `${way}\n${ownText(request)}\n${field}\n${kept}`;
}

/** Messages that bring tools with them say some of what parameters say. */
function bringTools(request: CheckedRequest): boolean {
  const subjects = request.derive(messageSubjects);
  return subjects.has('tool_addition') || subjects.has('compaction');
}

function find(request: CheckedRequest): Parameters {
  if (bringTools(request)) return new Parameters();
  return known.get(textOf(request), () => new Parameters());
}

/** What `compute` makes of nothing but the parameters, computed once for all requests that agree in them. */
export function ofParameters<Value>(
  compute: (request: CheckedRequest) => Value,
): (request: CheckedRequest) => Value {
  return (request) => request.derive(find).derived.get(compute, request);
}

/** Whether no rule had anything to say of the same parameters before, the shape of the body included. */
export function areInOrder(request: CheckedRequest): boolean {
  return request.derive(find).areInOrder;
}

/** Remembers that no rule has anything to say of the parameters of a request. */
export function rememberInOrder(request: CheckedRequest): void {
  request.derive(find).areInOrder = true;
}
