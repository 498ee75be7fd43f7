/** Conversations that are sent whole each time begin with what was sent before: what was read once is not read again. */
import type { History } from './history.ts';
import type { MessageParam } from './message.ts';
import { readJson, type JsonReading } from './read-json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A body as it was read, with its messages as a history where it has any. */
export interface BodyReading extends JsonReading {
  readonly history?: History;
}

/** A body up to the end of its last message. */
interface Beginning {
  readonly text: string;
  /** The fields in front of the messages. */
  readonly fields: Fields;
  readonly history: History;
}

interface KnownBody {
  readonly text: string;
  readonly history: History;
  /** Kept for what is carried along from it. */
  readonly previous?: History;
  /** Worked out when another body seems to go on from this one; null where that cannot be told of its text. */
  beginning?: Beginning | null;
}

/** How clients write it, nearly all of them. */
const MESSAGES = '"messages":[';

/** A shorter body is read anew: that takes no longer. */
const WORTH_KNOWING = 4096;

/** More conversations than these take turns in few simulations. */
const MOST_KNOWN = 32;

function written(messages: readonly unknown[]): string {
  return messages.map((message) => JSON.stringify(message)).join(',');
}

const fieldsIn = (text: string): Fields | undefined => readJson(text).value as Fields | undefined;

/** What several requests have in common is nobody's to change. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const key of Object.keys(value)) freeze((value as Record<string, unknown>)[key]);
}

const startOf = (text: string): number => text.indexOf(MESSAGES) + MESSAGES.length;

/** Null where the text is written otherwise: with white space, or with such a field deeper inside. */
function measure({ text, history }: KnownBody): Beginning | null {
  const start = startOf(text);
  const fields = fieldsIn(`${text.slice(0, start - 1)}0}`);
  const messages = written(history.messages);
  const end = start + messages.length;
  if (!fields || !text.startsWith(messages, start) || text[end] !== ']') return null;
  const { messages: _messages, ...before } = fields;
  freeze(before);
  freeze(history.messages);
  return { text: text.slice(0, end), fields: before, history };
}

/** What is known of the messages up to where a text that begins alike goes on in another way. */
function lengthen(
  { text: begun, fields, history }: Beginning,
  text: string,
): Beginning | undefined {
  const rest = text.slice(begun.length);
  if (rest.startsWith(']')) return { text: begun, fields, history };
  const added = fieldsIn(`{${MESSAGES}${rest.slice(1)}`)?.['messages'];
  if (!rest.startsWith(',') || !Array.isArray(added)) return undefined;
  const messages = written(added);
  const end = 1 + messages.length;
  if (!rest.startsWith(messages, 1) || rest[end] !== ']') return undefined;
  const longer: History = {
    messages: [...history.messages, ...(added as MessageParam[])],
    previous: new WeakRef(history),
    carried: new Map(),
  };
  freeze(longer.messages);
  return { text: text.slice(0, begun.length + end), fields, history: longer };
}

/** The body that begins so; undefined where there are messages again behind its messages. */
function readFrom(
  { text: begun, fields, history }: Beginning,
  text: string,
): BodyReading | undefined {
  const { messages, ...after } = fieldsIn(`{"messages":0${text.slice(begun.length + 1)}`) ?? {};
  if (messages !== 0) return undefined;
  return { value: { ...fields, messages: history.messages, ...after }, history };
}

function readWhole(text: string): BodyReading {
  const reading = readJson(text);
  const messages = (reading.value as { messages?: unknown } | null | undefined)?.messages;
  return Array.isArray(messages)
    ? { ...reading, history: { messages: messages as MessageParam[], carried: new Map() } }
    : reading;
}

/** The bodies of a simulation that others may go on from. */
export class Beginnings {
  readonly #known: KnownBody[] = [];
  readonly #worthKnowing: number;

  /** `worthKnowing` is the shortest text that is remembered, in characters. */
  constructor(worthKnowing: number = WORTH_KNOWING) {
    this.#worthKnowing = worthKnowing;
  }

  /** What `readJson` says of a text; of a body that goes on from an earlier one only what is new is read. */
  read(text: string): BodyReading {
    if (text.length < this.#worthKnowing) return readJson(text);
    const from = this.#longest(text);
    const beginning = from && lengthen(from.beginning!, text);
    const continued = beginning && readFrom(beginning, text);
    if (continued) {
      // Whoever goes on from a body has no more need of it.
      this.#known.splice(this.#known.indexOf(from), 1);
      this.#known.push({ text, history: beginning.history, previous: from.history, beginning });
      return continued;
    }
    const reading = readWhole(text);
    if (reading.history && text.includes(MESSAGES)) {
      if (this.#known.length === MOST_KNOWN) this.#known.shift();
      this.#known.push({ text, history: reading.history });
    }
    return reading;
  }

  /** The known body that most of a text is the same as, up to the end of its messages. */
  #longest(text: string): KnownBody | undefined {
    // Bodies that differ so soon after their first message began are of two conversations.
    const opening = text.slice(0, startOf(text) + this.#worthKnowing / 16);
    let longest: KnownBody | undefined;
    for (const known of this.#known) {
      if (!known.text.startsWith(opening)) continue;
      if (known.beginning === undefined) known.beginning = measure(known);
      const { beginning } = known;
      if (!beginning || !text.startsWith(beginning.text)) continue;
      if (beginning.text.length > (longest?.beginning!.text.length ?? 0)) longest = known;
    }
    return longest;
  }
}
