/** Which rules a request is asked about: worked out once for all requests that are about the same things. */
import { Memo } from '../wire/memo.ts';
import type { CheckedRequest } from './checked-request.ts';
import { messageSubjects } from './message-subjects.ts';
import { nameOfModel, traitsOf } from './models.ts';
import { ofParameters } from './parameters.ts';
import { rules as everyRule } from './registry.ts';
import { STAGES, type Rule, type Stage } from './rule.ts';
import { parameterSubjects } from './subjects.ts';

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

/** More than any suite has; what is asked once each does not pile up. */
const MOST_AGENDAS = 256;

/** Whoever names blocks with longer words makes them up. */
const LONGEST_KEY = 1000;

const newMemo = (): Memo<Agenda> => new Memo(MOST_AGENDAS, LONGEST_KEY);

const agendas = newMemo();

/** For the same parameters it depends on the messages alone. */
const agendasOf = ofParameters(newMemo);

function agendaFor(request: CheckedRequest): Agenda {
  const { version } = request;
  const subjects = new Set([...parameterSubjects(request), ...request.derive(messageSubjects)]);
  return agendas.get(JSON.stringify([version, nameOfModel(request), ...subjects]), () => {
    const traits = traitsOf(request);
    return toAgenda(
      ({ about, versions, models }) =>
        about?.some((subject) => subjects.has(subject)) !== false &&
        versions?.some((each) => each === version) !== false &&
        models?.(traits) !== false,
    );
  });
}

/** The rules for a request, stage by stage. */
export function agendaOf(request: CheckedRequest): Agenda {
  const key = JSON.stringify([...request.derive(messageSubjects)]);
  return agendasOf(request).get(key, () => agendaFor(request));
}
