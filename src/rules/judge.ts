/** Runs the rules over a request and says what is refused and what is only noted. */
import { errorTypeOf } from '../wire/errors.ts';
import type { Violation } from '../wire/exchange.ts';
import { agendaOf, type Group } from './agenda.ts';
import type { CheckedRequest } from './checked-request.ts';
import { areInOrder, rememberInOrder } from './parameters.ts';
import type { Finding, Rule } from './rule.ts';

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
  search: for (const { evidence, rules } of groups) {
    if (evidence !== undefined && request.derive(evidence).length === 0) continue;
    for (const rule of rules) {
      const before = found.length;
      for (const finding of rule.check(request)) found.push({ rule, finding });
      if (rule.essential === true && found.length > before) break search;
    }
  }
  return found.length < 2
    ? found
    : found.sort((a, b) => (a.finding.rank ?? 0) - (b.finding.rank ?? 0));
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
  const wasInOrder = areInOrder(request);
  let isInOrder = true;
  for (const { stage, groups, besideParameters } of agendaOf(request)) {
    // A question about models has a way in, and no conversation.
    if (stage !== 'transport' && request.endpoint === undefined) break;
    const violations: Violation[] = [];
    const asked = wasInOrder ? besideParameters : groups;
    for (const { rule, finding } of findAll(asked, request)) {
      isInOrder &&= rule.reads !== 'parameters' && stage !== 'shape';
      (refuses(rule, policy) ? violations : notes).push(toViolation(rule, finding, request));
    }
    if (violations.length > 0) return { violations, notes };
  }
  if (isInOrder && request.endpoint !== undefined) rememberInOrder(request);
  return { violations: [], notes };
}
