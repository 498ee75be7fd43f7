/** Messages of another API, which would be read as conversations in which little is said. */
import { isRecord } from '../../src/wire/json/is-record.ts';
import { logMistake } from './log-mistake.ts';

const ROLES: readonly unknown[] = ['tool', 'function', 'developer'];
const FIELDS = ['tool_calls', 'tool_call_id', 'function_call'] as const;

/** How many messages are named one by one. */
const MOST_NAMED = 3;

/** What of a message no message of the Messages API has. */
function foreignIn(message: unknown): string | undefined {
  if (!isRecord(message)) return undefined;
  const field = FIELDS.find((name) => name in message);
  if (field !== undefined) return `has the field \`${field}\``;
  const { role } = message;
  return ROLES.includes(role) ? `has the role "${String(role)}"` : undefined;
}

/** Messages, and where in a file they stand. */
interface PlacedMessages {
  readonly place: string;
  readonly messages: readonly unknown[];
}

/** @throws EnsaioError `log-invalid` for the first request with messages of another API */
export function refuseForeign(file: string, entries: readonly PlacedMessages[]): void {
  for (const { place, messages } of entries) {
    const found = messages.flatMap((message, index) => {
      const foreign = foreignIn(message);
      return foreign === undefined ? [] : [`messages[${index}] ${foreign}`];
    });
    if (found.length === 0) continue;
    const more = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : '';
    const named = found.slice(0, MOST_NAMED).join(', ') + more;
    throw logMistake(file, `this is no request of the Messages API: ${named}.`, {
      place,
      hint: 'It is written as for chat completions. Here calls are `tool_use` blocks of the assistant, and results `tool_result` blocks of the user. Nothing of the file was used.',
    });
  }
}
