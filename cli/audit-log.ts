/** What is found in the conversations of a log: which invariants they break, and what the API would refuse of them. */
import { judgeInvariants, type InvariantViolation } from '../src/invariants/index.ts';
import type { Transcript } from '../src/transcript/transcript.ts';
import type { Violation } from '../src/wire/exchange.ts';
import { LATEST_VERSION, type ApiVersion } from '../src/wire/headers.ts';
import {
  loggedConversations,
  type LoggedConversation,
} from '../testing/logs/logged-conversations.ts';
import { readLog, type LogEntry } from '../testing/logs/read-log.ts';
import { refusalsOf } from './refusals.ts';

/** Something refused, with the entry of the log it was found in. */
export interface Refusal extends Violation {
  readonly place: string;
}

/** What was found in one conversation. */
export interface AuditedConversation {
  readonly judged: Transcript;
  readonly requests: readonly LogEntry[];
  readonly violations: readonly InvariantViolation[];
  readonly refusals: readonly Refusal[];
}

/** What was found in one file. */
export interface AuditedFile {
  readonly file: string;
  readonly entries: readonly LogEntry[];
  readonly conversations: readonly AuditedConversation[];
  /** Entries that could not be judged, for want of the thread that they go on with. */
  readonly unknown: readonly LogEntry[];
}

/** By what a log is judged. */
export interface AuditSettings {
  readonly version: ApiVersion;
  /** Ids to leave out. */
  readonly except: {
    readonly ofInvariants: readonly string[];
    readonly ofRules: readonly string[];
  };
}

const EVERYTHING: AuditSettings = {
  version: LATEST_VERSION,
  except: { ofInvariants: [], ofRules: [] },
};

/** What a conversation holds wrong stands in every later request too: it is told once. */
function refusalsIn(
  { requests }: LoggedConversation,
  { version, except }: AuditSettings,
): Refusal[] {
  const told = new Map<string, Refusal>();
  for (const request of requests) {
    for (const violation of refusalsOf(request, version, except.ofRules)) {
      const key = `${violation.rule} ${violation.message}`;
      if (!told.has(key)) told.set(key, { ...violation, place: request.entry.place });
    }
  }
  return [...told.values()];
}

function auditConversation(
  conversation: LoggedConversation,
  settings: AuditSettings,
): AuditedConversation {
  const { judged, requests } = conversation;
  return {
    judged,
    requests: requests.map(({ entry }) => entry),
    violations: judgeInvariants(judged, { except: settings.except.ofInvariants }).violations,
    refusals: refusalsIn(conversation, settings),
  };
}

/**
 * Judges the conversations of a log, by all there is unless `settings` say otherwise.
 * @throws EnsaioError `log-invalid` when it is no JSON, or there is no conversation in it
 */
export function auditLog(
  { file, text }: { readonly file: string; readonly text: string },
  settings: AuditSettings = EVERYTHING,
): AuditedFile {
  const entries = readLog(file, text);
  const { conversations, unknown } = loggedConversations(entries);
  return {
    file,
    entries,
    conversations: conversations.map((each) => auditConversation(each, settings)),
    unknown,
  };
}
