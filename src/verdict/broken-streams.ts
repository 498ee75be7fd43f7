/** What is made of a stream that ended before its message was whole. */
import { entriesOf, textField, type Entry } from '../wire/conversation.ts';
import { replyOf, type Exchange, type StreamEnding } from '../wire/exchange.ts';
import type { Message, MessageParam } from '../wire/message.ts';
import { startsWith } from '../wire/history/same-messages.ts';
import { placeOf, type ClientCheck, type Evidence, type Sighting } from './client-check.ts';

/** What a reply says, however its reader has put it together. */
interface Said {
  /** Without white space, which readers join by. */
  readonly text: string;
  readonly calls: readonly string[];
}

function saidBy({ blocks }: Entry): Said {
  const texts = blocks.map((block) => (block.type === 'text' ? textField(block, 'text') : ''));
  return {
    text: texts.join('').replaceAll(/\s+/g, ''),
    calls: blocks.flatMap((block) => (block.type === 'tool_use' ? [textField(block, 'id')] : [])),
  };
}

function saidIn(message: Message | MessageParam): Said {
  return saidBy(entriesOf([message])[0]!);
}

/** Whether what is in a history is the reply, possibly without its calls. */
function isAllOf(kept: Said, reply: Said): boolean {
  return kept.text === reply.text && kept.calls.every((id) => reply.calls.includes(id));
}

/** Calls by whether they were answered with a result, or only closed with an error. */
function answersTo(calls: readonly string[], next: Entry | undefined): Map<string, boolean> {
  const results = (next?.blocks ?? []).filter(
    (block) => block.type === 'tool_result' && calls.includes(textField(block, 'tool_use_id')),
  );
  return new Map(
    results.map((block) => [textField(block, 'tool_use_id'), block['is_error'] !== true]),
  );
}

/** The SDK's thread keeps what it was told, after it has raised the error: it takes nothing for complete. */
function keepsOnPurpose({ request }: Exchange): boolean {
  return request.headers['x-stainless-helper']?.includes('message-thread') === true;
}

/** What a later request makes of a reply that was not told to its end; nothing when it does right. */
function misuse(broken: Exchange, later: Exchange): string | undefined {
  const place = broken.messages.length;
  const [kept, next] = entriesOf(later.messages.slice(place, place + 2), place);
  const said = saidBy(kept!);
  const whole = saidIn(broken.response!.body as Message);
  const answers = answersTo(
    said.calls.filter((id) => whole.calls.includes(id)),
    next,
  );
  const answered = [...answers].find(([, isResult]) => isResult);
  if (answered) return `the result of its call ${answered[0]} in messages.${place + 1}`;
  // Closed with an error, as it should be: the client knows that it was cut.
  if (answers.size > 0 || keepsOnPurpose(later)) return undefined;
  // Also all of its text: without a stop reason nobody can know that it was all.
  const isPart = said.text !== '' && whole.text.startsWith(said.text);
  return isPart ? `its part as a whole reply in messages.${place}` : undefined;
}

function* sightings(
  { journal }: Evidence,
  ending: StreamEnding,
  what: string,
  advice: string,
): Iterable<Sighting> {
  for (const broken of journal.filter(({ streamEnding }) => streamEnding === ending)) {
    const place = broken.messages.length;
    const replies = journal
      .filter(({ messages }) => messages.length === place && startsWith(messages, broken.messages))
      .flatMap((exchange) => replyOf(exchange) ?? [])
      .map(saidIn);
    const followers = journal.filter(
      ({ index, messages }) =>
        index > broken.index &&
        messages[place]?.role === 'assistant' &&
        startsWith(messages, broken.messages),
    );
    // A request that ends in the part lets the model go on from there: a way to recover that is documented.
    if (followers.some(({ messages }) => messages.length === place + 1)) continue;
    for (const later of followers) {
      const kept = saidIn(later.messages[place]!);
      if (replies.some((reply) => isAllOf(kept, reply))) continue;
      const found = misuse(broken, later);
      if (found === undefined) continue;
      yield {
        exchange: later.index,
        message: `The stream of ${placeOf(broken)} ${what}, and ${placeOf(later)} sends ${found}: expected that the broken reply is dropped, received it in the history. ${advice}`,
      };
      break;
    }
  }
}

export const truncatedStreamAccepted: ClientCheck = {
  id: 'truncated-stream-accepted',
  summary:
    'A stream ended without a stop reason and `message_stop`, and the conversation went on as if it were complete.',
  reason: 'Half an answer is taken for a whole one, and a call runs whose turn was never finished.',
  source:
    'streaming documentation; report C061 (the SDK raises for its stream helper and not for raw iteration)',
  check: (evidence) =>
    sightings(
      evidence,
      'cut',
      'was cut before its stop reason',
      'Take a stream for complete only after `message_stop`; else send the request again, or answer its calls with is_error.',
    ),
};

export const errorEventDropped: ClientCheck = {
  id: 'error-event-dropped',
  summary:
    'A stream ended in an `error` event, and the conversation went on as if it were complete.',
  reason: 'The error reaches nobody, and half an answer is taken for a whole one.',
  source: 'errors documentation (errors after a 200); reports C064 and C065',
  check: (evidence) =>
    sightings(
      evidence,
      'error',
      'ended in an `error` event',
      'Raise an `error` event like an error answer; then send the request again, or answer its calls with is_error.',
    ),
};
