/** The conversations of a result, as they are shown with what is wrong with it. */
import { formatTranscripts } from '../src/transcript/format-transcript.ts';
import type { ScenarioResult } from './run/run-scenario.ts';

/** Nothing when a difference shows as much of them as matters. */
export function shownConversations({
  transcripts,
  problems,
}: Pick<ScenarioResult, 'transcripts' | 'problems'>): string {
  const isShown = problems.some(({ transcript }) => transcript !== undefined);
  return isShown ? '' : formatTranscripts(transcripts);
}
