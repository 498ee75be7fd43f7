/** What `--grep` and `--tags` ask of a scenario. */
import { EnsaioError } from '../src/error.ts';
import type { Scenario } from '../testing/scenario.ts';

/** A condition on scenarios, with the words for it. */
export interface ScenarioFilter {
  /** What such a scenario has, such as `a name with "stream"`. */
  readonly words: string;
  accepts(scenario: Scenario): boolean;
}

function invalid(option: string, message: string, received: string): EnsaioError {
  return new EnsaioError('option-invalid', message, { details: { option, received } });
}

function toPattern(source: string, flags: string, received: string): RegExp {
  try {
    // Without these a pattern would remember where it was.
    return new RegExp(source, flags.replaceAll(/[gy]/g, ''));
  } catch (error) {
    throw invalid('grep', `--grep: ${(error as Error).message}.`, received);
  }
}

/**
 * Tests the name: by a text that it holds, in whatever case, or by a pattern, `/text/flags`.
 * @throws EnsaioError `option-invalid` when the pattern is none
 */
export function nameFilter(received: string): ScenarioFilter {
  const [, source, flags] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(received) ?? [];
  if (source !== undefined && flags !== undefined) {
    const pattern = toPattern(source, flags, received);
    return {
      words: `a name that matches ${pattern}`,
      accepts: ({ name }) => pattern.test(name),
    };
  }
  const wanted = received.toLowerCase();
  return {
    words: `a name with "${received}"`,
    accepts: ({ name }) => name.toLowerCase().includes(wanted),
  };
}

/**
 * Tests the tags: one of those with commas between, and none of those with a `!` in front.
 * @throws EnsaioError `option-invalid` when there is a comma too many
 */
export function tagFilter(received: string): ScenarioFilter {
  const written = received.split(',').map((tag) => tag.trim());
  if (written.some((tag) => tag.replace('!', '') === '')) {
    throw invalid('tags', `--tags: a tag is missing in "${received}".`, received);
  }
  const unwanted = written.filter((tag) => tag.startsWith('!')).map((tag) => tag.slice(1));
  const wanted = written.filter((tag) => !tag.startsWith('!'));
  return {
    words: `tags that match "${received}"`,
    accepts: ({ tags }) =>
      (wanted.length === 0 || wanted.some((tag) => tags.includes(tag))) &&
      !unwanted.some((tag) => tags.includes(tag)),
  };
}
