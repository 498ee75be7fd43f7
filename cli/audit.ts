/** `ensaio audit`: judges conversations out of someone's logs, by the invariants and by the rules of the API. */
import { resolve } from 'node:path';
import { EnsaioError } from '../src/error.ts';
import {
  invariants,
  judgeInvariants,
  type InvariantViolation,
  type Judged,
} from '../src/invariants/index.ts';
import { ruleById } from '../src/rules/registry.ts';
import { nearest } from '../src/scenario/nearest.ts';
import type { Violation } from '../src/wire/exchange.ts';
import { API_VERSIONS, LATEST_VERSION, type ApiVersion } from '../src/wire/headers.ts';
import { readSource } from '../testing/read-source.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { formatAudit, auditAsJson } from './format-audit.ts';
import type { IO } from './io.ts';
import { loggedConversations, type LoggedConversation } from './logged-conversations.ts';
import { paintFor } from './paint.ts';
import { readLog, type LogEntry } from './read-log.ts';
import { refusalsOf } from './refusals.ts';

export interface AuditOptions {
  /** Print the findings as JSON. Default false. */
  readonly json?: boolean;
  /** Ids of invariants and rules to leave out. Default none. */
  readonly except?: readonly string[];
  /** The version of the API to judge by. Default: the newest. */
  readonly apiVersion?: string;
}

/** Something refused, with the entry of the log it was found in. */
export interface Refusal extends Violation {
  readonly place: string;
}

/** What was found in one conversation. */
export interface AuditedConversation {
  readonly judged: Judged;
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

function wrong(option: string, received: string, known: readonly string[]): EnsaioError {
  const close = nearest(received, [...known]);
  return new EnsaioError('option-invalid', `--${option}: there is no "${received}".`, {
    hint: close === undefined ? `There are ${known.join(', ')}.` : `Did you mean "${close}"?`,
    details: { option, received },
  });
}

function toVersion(received: string = LATEST_VERSION): ApiVersion {
  const version = API_VERSIONS.find((each) => each === received);
  if (version === undefined) throw wrong('api-version', received, API_VERSIONS);
  return version;
}

/** The ids of `except`, those of invariants apart from those of rules. */
function toExcept(except: readonly string[] = []): { ofInvariants: string[]; ofRules: string[] } {
  const known = invariants.map(({ id }) => id);
  const unknown = except.find((id) => !known.includes(id) && !ruleById(id));
  if (unknown !== undefined) throw wrong('except', unknown, known);
  return {
    ofInvariants: except.filter((id) => known.includes(id)),
    ofRules: except.filter((id) => ruleById(id) !== undefined),
  };
}

interface Settings {
  readonly version: ApiVersion;
  readonly except: ReturnType<typeof toExcept>;
}

/** What a conversation holds wrong stands in every later request too: it is told once. */
function refusalsIn({ requests }: LoggedConversation, { version, except }: Settings): Refusal[] {
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
  settings: Settings,
): AuditedConversation {
  const { judged, requests } = conversation;
  return {
    judged,
    requests: requests.map(({ entry }) => entry),
    violations: judgeInvariants(judged, { except: settings.except.ofInvariants }).violations,
    refusals: refusalsIn(conversation, settings),
  };
}

async function auditFile(path: string, settings: Settings, cwd: string): Promise<AuditedFile> {
  const source = readSource(resolve(cwd, path), cwd);
  if (!source.ok) {
    const [problem] = source.problems;
    throw new EnsaioError('log-invalid', `${problem!.file}: ${problem!.message}`);
  }
  const { file, text } = source.value;
  const entries = readLog(file, text);
  const { conversations, unknown } = loggedConversations(entries);
  return {
    file,
    entries,
    conversations: conversations.map((each) => auditConversation(each, settings)),
    unknown,
  };
}

/**
 * Judges the conversations in `files` and prints what it finds: 0 nothing, 1 something.
 * @throws EnsaioError `log-invalid` when a file cannot be read or has no conversation in it, `option-invalid`
 */
export async function audit(
  files: readonly string[],
  options: AuditOptions,
  io: IO,
): Promise<ExitCode> {
  const settings = { version: toVersion(options.apiVersion), except: toExcept(options.except) };
  const audited = await Promise.all(files.map((file) => auditFile(file, settings, io.cwd)));
  const text =
    options.json === true ? auditAsJson(audited) : formatAudit(audited, paintFor(io.stdout, io));
  io.stdout.write(`${text}\n`);
  const isGood = audited.every(({ conversations }) =>
    conversations.every(({ violations, refusals }) => violations.length + refusals.length === 0),
  );
  return isGood ? EXIT.passed : EXIT.failed;
}
