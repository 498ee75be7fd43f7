/** `ensaio rules`: lists what the simulated API refuses, or explains one rule. */
import { EnsaioError } from '../src/error.ts';
import { ruleById, rules } from '../src/rules/registry.ts';
import { STAGES, type RegisteredRule, type Rule } from '../src/rules/rule.ts';
import { MODELS } from '../src/wire/models.ts';
import { nearest } from '../src/nearest.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { IO } from './io.ts';
import { paintFor, type Paint } from './paint.ts';

const CONFIDENCE: Readonly<Record<Rule['confidence'], string>> = {
  A: 'captured live or documented',
  B: 'several independent reports',
  C: 'one report, or inferred',
  D: 'an old text',
};

function listed({ id, doubt, summary }: Rule, width: number): string {
  return `  ${id.padEnd(width)}  ${doubt === undefined ? '' : '(doubtful) '}${summary}`;
}

function list(paint: Paint): string {
  const width = Math.max(...rules.map(({ id }) => id.length));
  return STAGES.map((stage) =>
    [
      paint('title', stage),
      ...rules.filter((rule) => rule.stage === stage).map((rule) => listed(rule, width)),
    ].join('\n'),
  ).join('\n\n');
}

function modelsOf(models: NonNullable<Rule['models']>): string {
  return Object.entries(MODELS)
    .flatMap(([model, traits]) => (models(traits) ? [model] : []))
    .join(', ');
}

function explain(rule: RegisteredRule, paint: Paint): string {
  const { id, family, stage, summary, status = 400, versions, models } = rule;
  const { confidence, doubt, source, facts = [] } = rule;
  const switching =
    doubt === undefined
      ? `It refuses. { allow: ['${id}'] } lets it through as a note.`
      : `It only notes: ${doubt}. { refuse: ['${id}'] } makes it refuse.`;
  const rows = facts.length === 0 ? '' : ` (${facts.join(', ')})`;
  return [
    paint('title', id),
    summary,
    '',
    `family      ${family}`,
    `stage       ${stage}`,
    `status      ${status}`,
    `versions    ${versions?.join(', ') ?? 'all'}`,
    `models      ${models ? modelsOf(models) : 'all'}`,
    `confidence  ${confidence}, ${CONFIDENCE[confidence]}`,
    `source      ${source}${rows}`,
    '',
    rule.essential === true
      ? 'It always refuses: without it there is nothing to answer.'
      : switching,
  ].join('\n');
}

/**
 * Lists all rules, or explains the one named `id`.
 * @throws EnsaioError `option-invalid` when there is no such rule
 */
export function showRules(id: string | undefined, io: IO): ExitCode {
  const paint = paintFor(io.stdout, io);
  if (id === undefined) {
    io.stdout.write(`${list(paint)}\n\n${rules.length} rules. ensaio rules <id> explains one.\n`);
    return EXIT.passed;
  }
  const rule = ruleById(id);
  if (!rule) {
    const close = nearest(
      id,
      rules.map((each) => each.id),
    );
    throw new EnsaioError('option-invalid', `There is no rule "${id}".`, {
      hint: close === undefined ? 'ensaio rules lists them all.' : `Did you mean "${close}"?`,
    });
  }
  io.stdout.write(`${explain(rule, paint)}\n`);
  return EXIT.passed;
}
