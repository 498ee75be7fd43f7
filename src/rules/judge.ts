/** Runs the rules over a request and says what is refused and what is only noted. */
import { errorTypeOf } from '../wire/errors.ts';
import type { Violation } from '../wire/exchange.ts';
import type { CheckedRequest } from './checked-request.ts';
import { traitsOf } from './models.ts';
import { rules as everyRule } from './registry.ts';
import { isAbout } from './subjects.ts';
import { STAGES, type Finding, type Rule, type Stage } from './rule.ts';

export interface Policy {
  /** Refuse at all; when false every finding is only a note, save those without which there is nothing to answer. */
  readonly strict: boolean;
  /** Ids of rules whose findings are only notes. */
  readonly allow: ReadonlySet<string>;
  /** Ids of doubtful rules that refuse all the same. */
  readonly refuse: ReadonlySet<string>;
}

export interface Verdict {
  /** What the request is refused for, the first one answers; empty when it is accepted. */
  readonly violations: readonly Violation[];
  /** What was found and let through. */
  readonly notes: readonly Violation[];
}

function toViolation(
  rule: Rule,
  { rank: _rank, ...finding }: Finding,
  request: CheckedRequest,
): Violation {
  const status = rule.status ?? 400;
  const { id, type = errorTypeOf(status), envelope } = rule;
  // The shape is that of the body, which of a continued thread has only what is new.
  const after = rule.stage === 'shape' ? request.stored.length : 0;
  return {
    rule: id,
    status,
    type,
    ...(envelope === undefined ? {} : { envelope }),
    ...finding,
    ...(after > 0 && finding.path?.startsWith('messages.') ? { after } : {}),
  };
}

/** Rules next to each other that are about the same subjects. */
interface Group {
  readonly about: readonly string[] | undefined;
  readonly rules: Rule[];
}

function toGroups(all: readonly Rule[]): readonly Group[] {
  const groups: Group[] = [];
  for (const rule of all) {
    const last = groups.at(-1);
    if (last !== undefined && last.about === rule.about) last.rules.push(rule);
    else groups.push({ about: rule.about, rules: [rule] });
  }
  return groups;
}

const stations: readonly { readonly stage: Stage; readonly groups: readonly Group[] }[] =
  STAGES.map((stage) => ({
    stage,
    groups: toGroups(everyRule.filter((rule) => rule.stage === stage)),
  }));

function appliesTo({ versions, models }: Rule, request: CheckedRequest): boolean {
  if (versions?.some((version) => version === request.version) === false) return false;
  return models?.(traitsOf(request)) !== false;
}

interface Found {
  readonly rule: Rule;
  readonly finding: Finding;
}

/**
 * What the rules of a stage find, the one the API comes upon first in front. Nothing is looked at after an essential
 * finding: the body of a request that goes nowhere is not the app's mistake.
 */
function findAll(groups: readonly Group[], request: CheckedRequest): Found[] {
  const found: Found[] = [];
  search: for (const { about, rules } of groups) {
    if (about !== undefined && !isAbout(request, about)) continue;
    for (const rule of rules) {
      if (!appliesTo(rule, request)) continue;
      const before = found.length;
      for (const finding of rule.check(request)) found.push({ rule, finding });
      if (rule.essential === true && found.length > before) break search;
    }
  }
  return found.sort((a, b) => (a.finding.rank ?? 0) - (b.finding.rank ?? 0));
}

function refuses(rule: Rule, policy: Policy): boolean {
  if (rule.essential === true) return true;
  const isOn = rule.doubt === undefined || policy.refuse.has(rule.id);
  return policy.strict && isOn && !policy.allow.has(rule.id);
}

/**
 * Judges a request stage by stage. The first stage that refuses ends it: what comes later cannot be trusted to
 * mean anything.
 */
export function judge(request: CheckedRequest, policy: Policy): Verdict {
  const notes: Violation[] = [];
  for (const { stage, groups } of stations) {
    // A question about models has a way in, and no conversation.
    if (stage !== 'transport' && request.endpoint === undefined) break;
    const violations: Violation[] = [];
    for (const { rule, finding } of findAll(groups, request)) {
      (refuses(rule, policy) ? violations : notes).push(toViolation(rule, finding, request));
    }
    if (violations.length > 0) return { violations, notes };
  }
  return { violations: [], notes };
}
