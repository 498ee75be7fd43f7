/** From what was heard to scenarios that may be written: redacted, with ids by their order, and without secrets. */
import { EnsaioError } from '../../src/error.ts';
import { show } from '../../src/show.ts';
import type { WrittenScenario } from '../../src/scenario/written.ts';
import { refuseSecrets } from './find-secrets.ts';
import type { Heard } from './heard.ts';
import { joinPieces, mapSaid } from './heard-parts.ts';
import { maskSecrets } from './mask-secrets.ts';
import { Redactor } from './redact.ts';
import type { Redaction } from './redaction.ts';
import type { InputForm } from './recorded-input.ts';
import type { Split } from './runs.ts';
import { withStableIds } from './stable-ids.ts';
import { toScenarios } from './to-scenarios.ts';
import type { StreamDetail } from './stream-turns.ts';

/** How what was heard becomes scenarios. */
export interface ScenarioMaking {
  /** What is taken out before anything is written. Default: nothing. */
  readonly redact?: Redaction | undefined;
  /** What the scenario is called. Default: what the user asks. */
  readonly name?: string | undefined;
  /**
   * What becomes a scenario of its own: `conversations`, those that go on at the same time together; or also each of the
   * user's `questions`, with the conversation up to it as its input. Default `conversations`.
   */
  readonly split?: Split | undefined;
  /**
   * What becomes the input: the `question`, which is what the user says, for apps that make a request of it; or the
   * `request`, for the apps of the kit, which send the other fields, the tools that nobody runs, the betas and the next
   * questions as the input has them. Default `question`.
   */
  readonly input?: InputForm | undefined;
  /**
   * How much of a stream is written: `plain`, what it says; `pieces`, also how it was cut into deltas; `timing`, also when
   * each of them came, and how long a retry was told to wait. Default `plain`.
   */
  readonly streams?: StreamDetail | undefined;
  /** Whether replies say how many tokens they cost. Default false: the simulation counts. */
  readonly usage?: boolean | undefined;
}

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  split: ['conversations', 'questions'],
  input: ['question', 'request'],
  streams: ['plain', 'pieces', 'timing'],
};

/**
 * A misspelt option would record something else.
 * @throws EnsaioError `option-invalid`
 */
export function checkMaking(options: ScenarioMaking): void {
  for (const [option, words] of Object.entries(CHOICES)) {
    const received: unknown = options[option as keyof ScenarioMaking];
    if (received === undefined || words.includes(received as string)) continue;
    const what = words.map((word) => `"${word}"`).join(' or ');
    throw new EnsaioError('option-invalid', `${option} is ${what}, received ${show(received)}.`, {
      details: { option, received },
    });
  }
  void new Redactor(options.redact);
}

/** What is looked for in a stream must not be cut. */
function withWholeTexts(heard: Heard): Heard {
  const { answer } = heard;
  if (answer.type !== 'stream') return heard;
  return { ...heard, answer: { ...answer, events: joinPieces(answer.events), joined: true } };
}

/** Of a log that was cleaned before, the key may be a word like those that are put in here. */
const isPlaceholder = (secret: string): boolean => /^redacted(?:-\d*)?$/.test(secret);

/**
 * The scenarios that tell what was heard.
 * @param secrets what must not stand in them, such as the key that requests carried
 * @throws EnsaioError `secret-found`
 */
export async function makeScenarios(
  heard: readonly Heard[],
  options: ScenarioMaking,
  secrets: readonly string[] = [],
): Promise<readonly WrittenScenario[]> {
  const { redact, name, split = 'conversations', input = 'question' } = options;
  const { streams = 'plain', usage = false } = options;
  const redactor = new Redactor(redact);
  const named = secrets.filter((secret) => !isPlaceholder(secret));
  const whole = redact === undefined ? heard : heard.map(withWholeTexts);
  const mask = <Value>(value: Value): Value =>
    redact?.secrets ? maskSecrets(value, named, (secret) => redactor.placeholder(secret)) : value;
  const redacted = mapSaid(whole, (parts) => mask(redactor.redact(parts)));
  const making = { split, input, streams, usage, name };
  const scenarios = mask(await toScenarios(withStableIds(redacted), making));
  refuseSecrets(scenarios, named);
  return scenarios;
}
