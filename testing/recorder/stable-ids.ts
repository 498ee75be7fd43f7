/** Ids by their order instead of the API's random ones: the same recording is the same file. */
import { entriesOf, textField } from '../../src/wire/conversation.ts';
import type { Heard } from './heard.ts';
import { mapSaid } from './heard-parts.ts';
import { mapTexts } from './map-texts.ts';

/** What an id may consist of. */
const WORD = /[\w-]+/g;

/** Short words may stand in a text and be no id. */
const isTelling = (id: string): boolean => id.includes('_') || id.length >= 8;

const ID_KEYS: readonly unknown[] = ['id', 'tool_use_id', 'previous_message_id'];

const PREFIXES: Readonly<Record<string, string>> = {
  tool_use: 'toolu',
  server_tool_use: 'srvtoolu',
  mcp_tool_use: 'mcptoolu',
};

class Names {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  add(prefix: string, id: string): void {
    if (id === '' || this.#names.has(id)) return;
    const count = (this.#counts.get(prefix) ?? 0) + 1;
    this.#counts.set(prefix, count);
    this.#names.set(id, `${prefix}_${String(count).padStart(2, '0')}`);
  }

  addCalls(messages: unknown): void {
    for (const { blocks } of entriesOf(messages)) {
      for (const block of blocks) {
        const prefix = PREFIXES[block.type];
        if (prefix !== undefined) this.add(prefix, textField(block, 'id'));
      }
    }
  }

  rename(text: string, key: unknown): string {
    return text.replaceAll(WORD, (word) => {
      const name = this.#names.get(word);
      return name !== undefined && (isTelling(word) || ID_KEYS.includes(key)) ? name : word;
    });
  }
}

/** The same with ids by their order, wherever they stand. */
export function withStableIds(heard: readonly Heard[]): readonly Heard[] {
  const names = new Names();
  for (const { request, answer } of heard) {
    names.addCalls((Object(request.body) as { messages?: unknown }).messages);
    if (answer.type !== 'message' && answer.type !== 'stream') continue;
    if (!answer.message) continue;
    names.add('msg', answer.message.id);
    names.addCalls([answer.message]);
  }
  return mapSaid(heard, (parts) =>
    mapTexts(parts, (text, path) => names.rename(text, path.at(-1))),
  );
}
