/** The rule book as data: `ensaio/rules`. */
export { ruleById, rules } from './registry.ts';
export type { Confidence, Finding, RegisteredRule, Rule, Stage } from './rule.ts';
