/** What a report tells: scenarios that ran or did not, and conversations out of logs. */
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import type { Told } from '../../src/transcript/course.ts';
import type { ExchangeFactsOptions } from '../../src/transcript/exchange-facts.ts';
import type { BrokenInvariant } from '../../src/transcript/findings.ts';

export type ReportStatus = 'passed' | 'failed' | 'skipped';

export interface ReportedConversation {
  /** What it is called. Default: its number, where there are several. */
  readonly title?: string;
  readonly told: Told;
  /** What a good loop would have done and it did not. */
  readonly invariants: readonly BrokenInvariant[];
  /** How its exchanges are named. */
  readonly facts?: ExchangeFactsOptions;
}

/** A scenario, or a file with conversations in it. */
export interface ReportedEntry {
  readonly title: string;
  /** Absent when nothing was to be passed. */
  readonly status?: ReportStatus;
  /** Where it comes from: a file, and a line. */
  readonly place?: string;
  readonly description?: string;
  /** Why it was not run. */
  readonly reason?: string;
  readonly problems?: readonly ScenarioProblem[];
  readonly answer?: string;
  /** What was thrown, with where from. */
  readonly error?: string;
  /** What was printed meanwhile. */
  readonly printed?: string;
  readonly conversations: readonly ReportedConversation[];
}

export interface ReportMeta {
  /** What stands on top. */
  readonly title: string;
  /** What is wrong besides, each in a sentence. Default: nothing. */
  readonly notes?: readonly string[];
}
