/** Messages of another API, which would be read as conversations in which little is said. */
import { isRecord } from '../../src/wire/json/is-record.ts';
import type { LogEntry } from '../logs/read-log.ts';
import { logMistake } from './log-mistake.ts';

const ROLES: readonly unknown[] = ['tool', 'function', 'developer'];
const FIELDS = ['tool_calls', 'tool_call_id', 'function_call'] as const;

/** What of a message no message of the Messages API has. */
function foreignIn(message: unknown): string | undefined {
  if (!isRecord(message)) return undefined;
  const field = FIELDS.find((name) => name in message);
  if (field !== undefined) return `has the field \`${field}\``;
  const { role } = message;
  return ROLES.includes(role) ? `has the role "${String(role)}"` : undefined;
}

/** @throws EnsaioError `log-invalid` for the first request with messages of another API */
export function refuseForeign(file: string, entries: readonly LogEntry[]): void {
  for (const { place, messages } of entries) {
    const found = messages.flatMap((message, index) => {
      const foreign = foreignIn(message);
      return foreign === undefined ? [] : [`messages[${index}] ${foreign}`];
    });
    if (found.length === 0) continue;
    throw logMistake(file, `this is no request of the Messages API: ${found.join(', ')}.`, {
      place,
      hint: 'It is written as for chat completions. Here calls are `tool_use` blocks of the assistant, and results `tool_result` blocks of the user. Nothing was imported.',
    });
  }
}
