/** What a request says beside its messages and its thread. A loop sends the same with every request: what is in order once stays so. */
import type { CheckedRequest } from './checked-request.ts';
import { isAbout } from './subjects.ts';

/** Blocks of messages that bring tools with them, which belong to the parameters then. */
const BRINGING_TOOLS = ['tool_addition', 'compaction'];

const MOST_TEXTS = 512;
/** Longer parameters are judged anew each time; keeping many of them would cost more than that. */
const LONGEST_TEXT = 65_536;

/** The parameters that no rule has anything to say of, by their text. */
const inOrder = new Set<string>();

/** All that rules which read only the parameters look at; undefined where messages say some of it. */
function parametersText(request: CheckedRequest): string | undefined {
  if (isAbout(request, BRINGING_TOOLS)) return undefined;
  const { body, endpoint, version, betas, thread, tools } = request;
  // Counting tokens knows no thread: there it is a field like any other.
  const { thread: _thread, ...beside } = body;
  const sent = { ...(endpoint === 'messages' ? beside : body), messages: undefined };
  const text = JSON.stringify([endpoint, version, betas, sent, thread.from && tools]);
  return text.length > LONGEST_TEXT ? undefined : text;
}

function wereInOrder(request: CheckedRequest): boolean {
  const text = request.derive(parametersText);
  return text !== undefined && inOrder.has(text);
}

/** Whether no rule had anything to say of the same parameters before, the shape of the body included. */
export function areInOrder(request: CheckedRequest): boolean {
  return request.derive(wereInOrder);
}

/** Remembers that no rule has anything to say of the parameters of a request. */
export function rememberInOrder(request: CheckedRequest): void {
  const text = request.derive(parametersText);
  if (text === undefined || inOrder.has(text)) return;
  if (inOrder.size === MOST_TEXTS) inOrder.delete(inOrder.keys().next().value!);
  inOrder.add(text);
}
