/** What the commands that write scenarios have in common: their options, and what they say in the end. */
import type { WrittenScenario } from '../src/scenario/written.ts';
import type { ScenarioMaking } from '../testing/recorder/make-scenarios.ts';

/** How scenarios are made, as it is said on the command line. */
export interface MakingCommandOptions {
  readonly name?: string;
  readonly split: string;
  readonly input: string;
  readonly usage?: boolean;
  readonly redactField?: readonly string[];
  readonly redactPattern?: readonly string[];
}

export function toMaking(options: MakingCommandOptions): ScenarioMaking {
  const { name, split, input, usage, redactField: fields, redactPattern: patterns } = options;
  const isRedacted = fields !== undefined || patterns !== undefined;
  return {
    name,
    split: split as ScenarioMaking['split'],
    input: input as ScenarioMaking['input'],
    usage,
    redact: isRedacted ? { fields: fields ?? [], patterns: patterns ?? [] } : undefined,
  };
}

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;

/** What was written, in a line for each scenario. */
export function reportWritten(scenarios: readonly WrittenScenario[], out: string): string {
  const lines = scenarios.map(({ name, turns, expect }) => {
    const { invariants } = expect ?? {};
    const broken = typeof invariants === 'object' ? (invariants.except ?? []) : [];
    const breaks = broken.length === 0 ? '' : `, and breaks ${broken.join(', ')}`;
    return `  ${name}: ${counted(turns.length, 'turn')}${breaks}`;
  });
  return [`Wrote ${counted(scenarios.length, 'scenario')} to ${out}.`, ...lines, ''].join('\n');
}
