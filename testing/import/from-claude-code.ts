/** A session of Claude Code: JSON Lines, each with a message or a part of one, and the line that it follows. */
import * as z from 'zod';
import type { Source } from '../../src/scenario/source.ts';
import { blocksOf, type Block } from '../../src/wire/conversation.ts';
import type { MessageParam } from '../../src/wire/message.ts';
import type { Fields } from '../logs/read-log.ts';
import type { Heard } from '../recorder/heard.ts';
import { heardMessages } from './heard-messages.ts';
import { logMistake } from '../logs/log-mistake.ts';

/** What of a line is looked at. Lines of other types say where a message follows from, and nothing else. */
const lineSchema = z.looseObject({
  type: z.string().optional(),
  uuid: z.string().optional(),
  parentUuid: z.string().nullish(),
  isApiErrorMessage: z.boolean().optional(),
  message: z
    .looseObject({
      role: z.enum(['user', 'assistant']),
      id: z.string().optional(),
      content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]),
    })
    .optional(),
});

type Line = z.output<typeof lineSchema>;

/** A message as it is put together from its lines. */
interface Entry {
  readonly role: 'user' | 'assistant';
  readonly id: string | undefined;
  readonly uuids: string[];
  readonly content: Block[];
}

const holdsResult = ({ content }: Pick<Entry, 'content'>): boolean =>
  content.some(({ type }) => type === 'tool_result');

/** One conversation: the main one, or that of an agent on its own. */
class Session {
  readonly #entries: Entry[] = [];

  add(
    { uuid = '', message }: Line & Required<Pick<Line, 'message'>>,
    parent: string | undefined,
  ): void {
    const { role, id } = message;
    const content = [...blocksOf(message.content)];
    const entry: Entry = { role, id, uuids: [uuid], content };
    if (role === 'user' && !holdsResult(entry)) this.#goBackTo(parent);
    const known =
      role === 'assistant'
        ? this.#entries.findLast((each) => id !== undefined && each.id === id)
        : this.#entries.at(-1);
    if (known?.role !== role) this.#entries.push(entry);
    else {
      known.uuids.push(uuid);
      known.content.push(...content);
    }
  }

  /** What was asked anew takes the place of what came of the question before. */
  #goBackTo(parent: string | undefined): void {
    const at = this.#entries.findIndex(({ uuids }) => uuids.includes(parent ?? ''));
    // The results of calls stand behind them, whichever of them the question follows.
    const next = this.#entries[at + 1];
    const kept = next && holdsResult(next) ? at + 2 : at + 1;
    if (at !== -1 && kept < this.#entries.length) this.#entries.splice(kept);
  }

  get messages(): MessageParam[] {
    return this.#entries.map(({ role, content }) => ({ role, content }) as unknown as MessageParam);
  }
}

function readLine(file: string, text: string, number: number): Line {
  const place = `line ${number}`;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw logMistake(file, `this is no JSON: ${(error as Error).message}.`, { place });
  }
  const { data, error } = lineSchema.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  throw logMistake(
    file,
    `${issue!.path.join('.') || 'it'} is not as Claude Code has it: ${issue!.message}.`,
    { place },
  );
}

const isMessage = (line: Line): line is Line & Required<Pick<Line, 'message'>> =>
  line.message !== undefined && ['user', 'assistant'].includes(line.type ?? '');

/** @throws EnsaioError `log-invalid` */
export function fromClaudeCode({ file, text }: Source): Heard[] {
  const lines = text
    .split('\n')
    .map((line, index) => [line.trim(), index + 1] as const)
    .filter(([line]) => line !== '')
    .map(([line, number]) => readLine(file, line, number));
  const byUuid = new Map(lines.map((line) => [line.uuid ?? '', line]));
  const parentOf = ({ parentUuid }: Line): string | undefined => parentUuid ?? undefined;

  /** The line of a message that a line follows, over lines of other types. */
  function precedingMessage(line: Line): string | undefined {
    let parent = parentOf(line);
    for (let steps = 0; parent !== undefined && steps < lines.length; steps++) {
      const before = byUuid.get(parent);
      if (!before || isMessage(before)) break;
      parent = parentOf(before);
    }
    return parent;
  }

  const roots = new Map<string, string>();
  /** The line that a conversation began with. */
  function rootOf({ uuid = '', parentUuid }: Line): string {
    const root = parentUuid == null ? uuid : (roots.get(parentUuid) ?? parentUuid);
    roots.set(uuid, root);
    return root;
  }

  const sessions = new Map<string, Session>();
  for (const line of lines) {
    const root = rootOf(line);
    // What the program says itself when the API gives no answer, no model has said.
    if (!isMessage(line) || line.isApiErrorMessage === true) continue;
    const session = sessions.get(root) ?? new Session();
    sessions.set(root, session);
    session.add(line, precedingMessage(line));
  }
  const conversations = [...sessions.values()].map(({ messages }) => messages);
  if (conversations.length === 0) throw logMistake(file, 'there is no message in it.');
  let startedAt = 0;
  return conversations.flatMap((messages) => {
    const heard = heardMessages({ messages }, startedAt);
    startedAt += messages.length + 1;
    return heard;
  });
}

/** Whether the first lines look like those of a session. */
export function isClaudeCode(records: readonly unknown[]): boolean {
  return records.some((record) => {
    const { type, message, uuid } = Object(record) as Fields;
    return uuid !== undefined && message !== undefined && (type === 'user' || type === 'assistant');
  });
}
