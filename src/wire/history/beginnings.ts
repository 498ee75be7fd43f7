/** Conversations that are sent whole each time begin with what was sent before: what was read once is not read again. */
import { deepFreeze } from '../json/deep-freeze.ts';
import type { History } from './history.ts';
import { layouts, type LaidOutReading } from './layouts.ts';
import { Link } from './link.ts';
import type { MessageParam } from '../message.ts';
import { readJson } from '../json/read-json.ts';
import { stands } from './stands.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A body as it was read, with its messages as a history where it has any. */
export interface BodyReading extends LaidOutReading {
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
  /** Where the first message begins. */
  readonly start: number;
  readonly history: History;
  /** Worked out when another body seems to go on from this one; null where that cannot be told of its text. */
  beginning?: Beginning | null;
}

/** How clients write it, nearly all of them. */
const MESSAGES = '"messages":[';

/** A shorter body is read anew: that takes no longer. */
const WORTH_KNOWING = 4096;

/** More conversations than these take turns in few simulations. */
const MOST_KNOWN = 32;

/** Of all bodies together. */
const MOST_CHARACTERS = 4_000_000;

/** Bodies that differ so soon after their first message began are of two conversations. */
const LOOKED_AT = 256;

function written(messages: readonly unknown[]): string {
  return messages.map((message) => JSON.stringify(message)).join(',');
}

const fieldsIn = (text: string): Fields | undefined => readJson(text).value as Fields | undefined;

/** Where the first message begins; undefined where the text is written otherwise, or has such a field twice. */
function startOf(text: string): number | undefined {
  const at = text.indexOf(MESSAGES);
  const isField = text[at - 1] === '{' || text[at - 1] === ',';
  const isFirst = text.indexOf('"messages":') === at;
  return at !== -1 && isField && isFirst ? at + MESSAGES.length : undefined;
}

/** Null where the text is written with white space, or has the messages of something else in front. */
function measure({ text, start, history }: KnownBody): Beginning | null {
  const { messages: probe, ...fields } = fieldsIn(`${text.slice(0, start - 1)}0}`) ?? {};
  const messages = written(history.messages);
  const end = start + messages.length;
  if (probe !== 0 || messages === '' || !stands(`${messages}]`, text, start)) return null;
  // What several requests have in common is nobody's to change.
  deepFreeze(fields);
  deepFreeze(history.messages);
  return { text: text.slice(0, end), fields, history };
}

/** What is known of the messages up to where a text that begins alike goes on in another way. */
function lengthen(
  { text: begun, fields, history }: Beginning,
  text: string,
): Beginning | undefined {
  const rest = text.slice(begun.length);
  if (rest.startsWith(']')) return { text: begun, fields, history };
  const added = fieldsIn(`{${MESSAGES}${rest.slice(1)}`)?.['messages'];
  if (!Array.isArray(added) || added.length === 0) return undefined;
  const messages = `,${written(added)}`;
  if (!stands(`${messages}]`, rest, 0)) return undefined;
  const longer: History = {
    messages: [...history.messages, ...(added as MessageParam[])],
    previous: new Link(history),
    carried: new Map(),
  };
  deepFreeze(longer.messages);
  return { text: text.slice(0, begun.length + messages.length), fields, history: longer };
}

/** The fields behind the messages; undefined where there are messages again, or white space. */
function fieldsAfter(text: string): Fields | undefined {
  if (text === '}') return {};
  const fields = text.startsWith(',"') ? fieldsIn(`{${text.slice(1)}`) : undefined;
  return fields && Object.hasOwn(fields, 'messages') ? undefined : fields;
}

/** The body that begins so. */
function readFrom(
  { text: begun, fields, history }: Beginning,
  text: string,
): BodyReading | undefined {
  const after = fieldsAfter(text.slice(begun.length + 1));
  return after && { value: { ...fields, messages: history.messages, ...after }, history };
}

function readWhole(text: string): BodyReading {
  const reading = layouts.read(text);
  const messages = (reading.value as { messages?: unknown } | null | undefined)?.messages;
  return Array.isArray(messages)
    ? { ...reading, history: { messages: messages as MessageParam[], carried: new Map() } }
    : reading;
}

/** The bodies of a simulation that others may go on from. */
export class Beginnings {
  readonly #known: KnownBody[] = [];
  readonly #worthKnowing: number;
  #characters = 0;

  /** `worthKnowing` is the shortest text that is remembered, in characters. */
  constructor(worthKnowing: number = WORTH_KNOWING) {
    this.#worthKnowing = worthKnowing;
  }

  /** What `readJson` says of a text; of a body that goes on from an earlier one only what is new is read. */
  read(text: string): BodyReading {
    if (text.length < this.#worthKnowing) return layouts.read(text);
    const start = startOf(text);
    if (start === undefined) return readJson(text);
    const from = this.#longest(text, start);
    const beginning = from && lengthen(from.beginning!, text);
    const continued = beginning && readFrom(beginning, text);
    if (continued) {
      // Whoever goes on from a body has no more need of it, and of nothing before it.
      this.#forget(from);
      if (beginning.history !== from.history) from.history.previous?.cut();
      this.#remember({ text, start, history: beginning.history, beginning });
      return continued;
    }
    const reading = readWhole(text);
    if (reading.history) this.#remember({ text, start, history: reading.history });
    return reading;
  }

  #remember(body: KnownBody): void {
    this.#known.push(body);
    this.#characters += body.text.length;
    while (this.#known.length > MOST_KNOWN || this.#characters > MOST_CHARACTERS) {
      // The newest stays, however long it is.
      if (this.#known.length === 1) return;
      this.#forget(this.#known[0]!);
    }
  }

  #forget(body: KnownBody): void {
    this.#known.splice(this.#known.indexOf(body), 1);
    this.#characters -= body.text.length;
  }

  /** The known body that most of a text is the same as, up to the end of its messages. */
  #longest(text: string, start: number): KnownBody | undefined {
    const opening = text.slice(start, start + Math.min(LOOKED_AT, this.#worthKnowing));
    let longest: KnownBody | undefined;
    for (const known of this.#known) {
      if (known.start !== start || !stands(opening, known.text, start)) continue;
      if (known.beginning === undefined) known.beginning = measure(known);
      const { text: begun = '' } = known.beginning ?? {};
      const isLonger = begun.length > (longest?.beginning!.text.length ?? 0);
      const goesOn = text[begun.length] === ',' || text[begun.length] === ']';
      if (isLonger && goesOn && stands(begun, text, 0)) longest = known;
    }
    return longest;
  }
}
