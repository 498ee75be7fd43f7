/** Conversations as the kit itself tells them: journals, transcripts, and what the server says of either. */
import { checkInvariants } from '../src/invariants/index.ts';
import { Conversations } from '../src/simulation/conversations.ts';
import type { BrokenInvariant } from '../src/transcript/findings.ts';
import { toTranscript, type Transcript } from '../src/transcript/transcript.ts';
import type { Exchange, Violation } from '../src/wire/exchange.ts';
import { isRecord } from '../src/wire/json/is-record.ts';
import type { ReportedConversation } from '../testing/report/report.ts';

const isOptional = (value: unknown, type: string): boolean =>
  value === undefined || typeof value === type;

function isViolation(value: unknown): value is Violation {
  if (!isRecord(value)) return false;
  const { rule, message, path, after } = value;
  const isTold = typeof rule === 'string' && typeof message === 'string';
  return isTold && isOptional(path, 'string') && isOptional(after, 'number');
}

export function isBroken(value: unknown): value is BrokenInvariant {
  if (!isRecord(value) || !isRecord(value['place'])) return false;
  const { message, block } = value['place'];
  const isPlaced = isOptional(message, 'number') && isOptional(block, 'number');
  return typeof value['invariant'] === 'string' && typeof value['message'] === 'string' && isPlaced;
}

/** What of a list is such a thing; a file may hold anything. */
function those<Item>(value: unknown, is: (item: unknown) => item is Item): Item[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

const isOutcome = (value: unknown): value is Exchange['outcome'] => typeof value === 'string';

/** An exchange as a journal has it. */
function toExchange(value: unknown, position: number): Exchange | undefined {
  if (!isRecord(value)) return undefined;
  const { index, startedAt, endedAt, request, messages, outcome, response, turn, problem } = value;
  if (!isRecord(request) || !Array.isArray(messages) || !isOutcome(outcome)) return undefined;
  return {
    index: typeof index === 'number' ? index : position,
    startedAt: typeof startedAt === 'number' ? startedAt : 0,
    ...(typeof endedAt === 'number' ? { endedAt } : {}),
    alongside: [],
    request: request as unknown as Exchange['request'],
    messages,
    outcome,
    ...(isRecord(response) ? { response: response as unknown as Exchange['response'] & {} } : {}),
    ...(typeof turn === 'string' ? { turn } : {}),
    ...(typeof problem === 'string' ? { problem } : {}),
    violations: those(value['violations'], isViolation),
    notes: those(value['notes'], isViolation),
  };
}

function toJournal(value: unknown): Exchange[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const exchanges = value.map(toExchange);
  return exchanges.every((exchange) => exchange !== undefined) && exchanges.length > 0
    ? exchanges
    : undefined;
}

const judged = (told: Transcript): ReportedConversation => ({
  told,
  invariants: checkInvariants(told),
});

function ofJournal(journal: readonly Exchange[]): ReportedConversation[] {
  const conversations = new Conversations();
  for (const exchange of journal) {
    const { messages, request } = exchange;
    const { system } = Object(request.body) as { system?: unknown };
    conversations.add(exchange, { messages, system, isRetry: false });
  }
  return conversations.transcripts.map(judged);
}

/** A transcript with its exchanges, or as the server tells it, with their numbers and with what was found. */
function ofTranscript(value: unknown): ReportedConversation | undefined {
  if (!isRecord(value) || !Array.isArray(value['messages'])) return undefined;
  const { exchanges, messages, invariants } = value;
  const journal = toJournal(exchanges);
  if (journal) return judged(toTranscript(journal));
  if (!Array.isArray(exchanges) || !Array.isArray(value['toolCalls'])) return undefined;
  return { told: { messages }, invariants: those(invariants, isBroken) };
}

/** The conversations in a JSON value; undefined when it is something else. */
export function savedConversations(value: unknown): ReportedConversation[] | undefined {
  const journal = toJournal(value);
  if (journal) return ofJournal(journal);
  const transcripts = (Array.isArray(value) ? value : [value]).map(ofTranscript);
  return transcripts.every((transcript) => transcript !== undefined) && transcripts.length > 0
    ? transcripts
    : undefined;
}
