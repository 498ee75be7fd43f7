/** Scenarios as a report tells them. */
import { inspect } from 'node:util';
import { checkInvariants, type InvariantViolation } from '../../src/invariants/check-invariants.ts';
import type { Transcript } from '../../src/transcript/transcript.ts';
import { answerInWords } from '../answer-text.ts';
import type { SkippedScenario } from '../choose-scenarios.ts';
import type { ScenarioResult } from '../run/run-scenario.ts';
import type { Scenario } from '../scenario.ts';
import type { ReportedEntry } from './report.ts';

/** A scenario with what came of it. */
export interface RanScenario {
  readonly scenario: Scenario;
  readonly result: ScenarioResult;
  /** Default: the name of the scenario. */
  readonly title?: string;
  /** What was printed meanwhile. Default: nothing. */
  readonly printed?: string;
}

/** What a scenario says of itself. */
function plannedEntry(
  scenario: Scenario,
  title: string = scenario.name,
): Omit<ReportedEntry, 'conversations'> {
  const { file, description } = scenario;
  const { line } = scenario.locate(['name']);
  return {
    title,
    place: `${file}:${line}`,
    ...(description === undefined ? {} : { description }),
  };
}

/** What a conversation breaks of what its scenario wants kept, to be shown at its block; the problems tell it, too. */
function brokenInvariants({ expect }: Scenario, told: Transcript): InvariantViolation[] {
  const { invariants = true } = expect;
  if (invariants === false) return [];
  return checkInvariants(told, invariants === true ? {} : { except: invariants.except ?? [] });
}

function errorInWords(error: unknown): string {
  return error instanceof Error ? (error.stack ?? String(error)) : inspect(error);
}

export function reportedScenario({ scenario, result, title, printed }: RanScenario): ReportedEntry {
  const { passed, problems, answer, error, transcripts } = result;
  return {
    ...plannedEntry(scenario, title),
    status: passed ? 'passed' : 'failed',
    problems,
    ...(error === undefined ? { answer: answerInWords(answer) } : { error: errorInWords(error) }),
    ...(printed === undefined ? {} : { printed }),
    conversations: transcripts.map((told) => ({
      told,
      invariants: brokenInvariants(scenario, told),
    })),
  };
}

export function reportedSkip({ scenario, reason }: SkippedScenario, title?: string): ReportedEntry {
  return { ...plannedEntry(scenario, title), status: 'skipped', reason, conversations: [] };
}
