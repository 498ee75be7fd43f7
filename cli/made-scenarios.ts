/** What the commands that write scenarios have in common: their options, and what they say in the end. */
import { countOf } from '../src/scenario/count-of.ts';
import type { WrittenScenario } from '../src/scenario/written.ts';
import { exceptedBy } from '../testing/recorder/left-out.ts';
import type { ScenarioMaking } from '../testing/recorder/make-scenarios.ts';

/** How scenarios are made, as it is said on the command line. */
export interface MakingCommandOptions {
  readonly name?: string;
  readonly split: string;
  readonly input: string;
  readonly usage?: boolean;
  readonly redactField?: readonly string[];
  readonly redactPattern?: readonly string[];
  readonly redactSecrets?: boolean;
}

export function toMaking(options: MakingCommandOptions): ScenarioMaking {
  const { name, split, input, usage, redactField: fields, redactPattern: patterns } = options;
  const { redactSecrets: secrets } = options;
  const isRedacted = [fields, patterns, secrets].some((given) => given !== undefined);
  return {
    name,
    split: split as ScenarioMaking['split'],
    input: input as ScenarioMaking['input'],
    usage,
    redact: isRedacted ? { fields: fields ?? [], patterns: patterns ?? [], secrets } : undefined,
  };
}

/** What was written, in a line for each scenario. */
export function reportWritten(scenarios: readonly WrittenScenario[], out: string): string {
  const lines = scenarios.map((scenario) => {
    const { name, turns } = scenario;
    const broken = exceptedBy(scenario);
    const breaks = broken.length === 0 ? '' : `, and breaks ${broken.join(', ')}`;
    return `  ${name}: ${countOf(turns.length, 'turn')}${breaks}`;
  });
  return [`Wrote ${countOf(scenarios.length, 'scenario')} to ${out}.`, ...lines, ''].join('\n');
}
