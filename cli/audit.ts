/** `ensaio audit`: judges conversations out of someone's logs, by the invariants and by the rules of the API. */
import { EnsaioError } from '../src/error.ts';
import { invariants } from '../src/invariants/index.ts';
import { ruleById } from '../src/rules/registry.ts';
import { nearest } from '../src/nearest.ts';
import { API_VERSIONS, LATEST_VERSION, type ApiVersion } from '../src/wire/headers.ts';
import { auditLog, type AuditSettings } from './audit-log.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import { formatAudit, auditAsJson } from './format-audit.ts';
import type { IO } from './io.ts';
import { paintFor } from './paint.ts';
import { readLogFile } from './read-log-file.ts';

export interface AuditOptions {
  /** Print the findings as JSON. Default false. */
  readonly json?: boolean;
  /** Ids of invariants and rules to leave out. Default none. */
  readonly except?: readonly string[];
  /** The version of the API to judge by. Default: the newest. */
  readonly apiVersion?: string;
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
function toExcept(except: readonly string[] = []): AuditSettings['except'] {
  const known = invariants.map(({ id }) => id);
  const unknown = except.find((id) => !known.includes(id) && !ruleById(id));
  if (unknown !== undefined) throw wrong('except', unknown, known);
  return {
    ofInvariants: except.filter((id) => known.includes(id)),
    ofRules: except.filter((id) => ruleById(id) !== undefined),
  };
}

/**
 * Judges the conversations in `files` and prints what it finds: 0 nothing, 1 something.
 * @throws EnsaioError `log-invalid` when a file cannot be read or has no conversation in it, `option-invalid`
 */
export function audit(files: readonly string[], options: AuditOptions, io: IO): ExitCode {
  const settings = { version: toVersion(options.apiVersion), except: toExcept(options.except) };
  const audited = files.map((file) => auditLog(readLogFile(file, io.cwd), settings));
  const text =
    options.json === true ? auditAsJson(audited) : formatAudit(audited, paintFor(io.stdout, io));
  io.stdout.write(`${text}\n`);
  const isGood = audited.every(({ conversations }) =>
    conversations.every(({ violations, refusals }) => violations.length + refusals.length === 0),
  );
  return isGood ? EXIT.passed : EXIT.failed;
}
