/** What is in a file, with what is wrong with it, as a report tells it. */
import type { Exchange } from '../src/wire/exchange.ts';
import type { ReportedConversation, ReportedEntry } from '../testing/report/report.ts';
import { auditLog, type AuditedConversation, type AuditedFile } from './audit-log.ts';
import { savedConversations } from './saved-conversations.ts';
import { shownReport } from './shown-report.ts';

/** A log says nothing of refusals: they stand with the entry in which they were found. */
function ofLog(
  { judged, violations, refusals }: AuditedConversation,
  { entries }: AuditedFile,
): ReportedConversation {
  const nameExchange = (index: number): string => entries[index]?.place ?? '';
  const withRefusals = (exchange: Exchange): Exchange => ({
    ...exchange,
    violations: refusals.filter(({ place }) => place === nameExchange(exchange.index)),
  });
  return {
    told: { ...judged, exchanges: judged.exchanges.map(withRefusals) },
    invariants: violations,
    facts: { nameExchange, isTimed: false },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * What `ensaio audit` reads, and what the kit tells itself: of a run each scenario, of anything else the file.
 * @throws EnsaioError `log-invalid` when it is no JSON, or there is no conversation in it
 */
export function shownFile(source: {
  readonly file: string;
  readonly text: string;
}): readonly ReportedEntry[] {
  const { file, text } = source;
  const value = parsed(text);
  const run = shownReport(value);
  if (run) return run;
  const saved = savedConversations(value);
  if (saved) return [{ title: file, conversations: saved }];
  const audited = auditLog(source);
  const places = audited.unknown.map(({ place }) => place).join(', ');
  const left = `the thread that it goes on with is not in the log: ${places}`;
  return [
    {
      title: file,
      ...(places === '' ? {} : { reason: left }),
      conversations: audited.conversations.map((each) => ofLog(each, audited)),
    },
  ];
}
