/** Which rules a request is asked about: worked out once for all requests that are about the same things. */
import { modelTraits } from '../wire/models.ts';
import type { CheckedRequest } from './checked-request.ts';
import { nameOfModel } from './models.ts';
import { rules as everyRule } from './registry.ts';
import { STAGES, type Rule, type Stage } from './rule.ts';
import { subjectsOf } from './subjects.ts';

/** Rules next to each other that judge the same evidence: one look tells that none of them has anything to say. */
export interface Group {
  readonly evidence: Rule['evidence'];
  readonly rules: readonly Rule[];
}

export interface Station {
  readonly stage: Stage;
  readonly groups: readonly Group[];
  /** The groups without the rules that only look at the parameters. */
  readonly besideParameters: readonly Group[];
}

export type Agenda = readonly Station[];

function toGroups(rules: readonly Rule[]): Group[] {
  const groups: { evidence: Rule['evidence']; rules: Rule[] }[] = [];
  for (const rule of rules) {
    const { evidence } = rule;
    const last = groups.at(-1);
    if (last !== undefined && last.evidence === evidence) last.rules.push(rule);
    else groups.push({ evidence, rules: [rule] });
  }
  return groups;
}

function toAgenda(applies: (rule: Rule) => boolean): Agenda {
  return STAGES.map((stage) => {
    const rules = everyRule.filter((rule) => rule.stage === stage && applies(rule));
    return {
      stage,
      groups: toGroups(rules),
      besideParameters: toGroups(rules.filter(({ reads }) => reads !== 'parameters')),
    };
  });
}

const agendas = new Map<string, Agenda>();
/** More than any suite has; what is asked once each does not pile up. */
const MOST_AGENDAS = 256;

/** The rules for a request, stage by stage. */
export function agendaOf(request: CheckedRequest): Agenda {
  const { version } = request;
  const model = nameOfModel(request);
  const subjects = request.derive(subjectsOf);
  const key = JSON.stringify([version, model, ...subjects]);
  const known = agendas.get(key);
  if (known !== undefined) return known;
  const traits = modelTraits(model);
  const agenda = toAgenda(
    ({ about, versions, models }) =>
      about?.some((subject) => subjects.has(subject)) !== false &&
      versions?.some((each) => each === version) !== false &&
      models?.(traits) !== false,
  );
  if (agendas.size === MOST_AGENDAS) agendas.clear();
  agendas.set(key, agenda);
  return agenda;
}
