/** What a recorded run expects of the next: what was sent with each request, and what came of it all. */
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import type { ExpectedError, ScenarioExpectations } from '../../src/scenario/expect-schema.ts';
import type { ExpectedToolResult, RequestExpectations } from '../../src/scenario/request-schema.ts';
import { sentToolResults, type SentToolResult } from '../../src/scenario/sent-tool-results.ts';
import type { RoutedRequest } from '../../src/script/routed-request.ts';
import { toTranscript } from '../../src/transcript/transcript.ts';
import { answerText } from '../answer-text.ts';
import { messageIn, type HeardAnswer } from './heard.ts';
import type { RecordedRun } from './runs.ts';
import { UNKNOWN_REPLY } from './written-turn.ts';

/** A longer text is not expected word by word: what a tool gave stands with its answers. */
const LONGEST = 200;

function expectedResult({ tool_use_id, content, is_error }: SentToolResult): ExpectedToolResult {
  return {
    tool_use_id,
    ...(content.length > LONGEST ? {} : { content }),
    ...(is_error ? { is_error } : {}),
  };
}

/**
 * What a request holds that the one before it in its conversation did not; undefined when that is nothing.
 * @param asks whether what the user says in between is said by the app
 */
export function expectedRequest(
  request: RoutedRequest,
  before: RoutedRequest,
  asks: boolean,
): RequestExpectations | undefined {
  if (request.messages.length <= before.messages.length) return undefined;
  const results = sentToolResults(request.messages);
  const isNew = asks && request.user !== before.user && request.user.length <= LONGEST;
  const expected = {
    ...(results.length > 0 ? { tool_results: results.map(expectedResult) } : {}),
    ...(isNew ? { user: request.user } : {}),
  };
  return Object.keys(expected).length > 0 ? expected : undefined;
}

/** What an app is likely to throw at an answer that is no reply. */
function expectedError(answer: HeardAnswer): ExpectedError {
  if (answer.type === 'error') return { status: answer.status };
  return answer.type === 'stream' && answer.error ? { type: answer.error.type } : {};
}

/** How the app ended, as far as that can be seen from outside: with what came last in its first conversation. */
export function expectedEnd(answer: HeardAnswer, refusedWith?: number): ScenarioExpectations {
  if (refusedWith !== undefined) return { error: { status: refusedWith } };
  if (answer.type === 'unknown') return { answer: UNKNOWN_REPLY };
  const message = messageIn(answer);
  if (!message) return { error: expectedError(answer) };
  const text = answerText(message) ?? '';
  // Of a reply that calls tools or was cut, an app may make anything.
  return text !== '' || message.stop_reason === 'end_turn' ? { answer: text } : {};
}

/** The invariants that a run breaks as it was recorded, and does not on replay have to keep. */
export function brokenInvariants(conversations: RecordedRun): ScenarioExpectations {
  const found = conversations.flatMap((exchanges) => checkInvariants(toTranscript(exchanges)));
  const except = [...new Set(found.map(({ invariant }) => invariant))];
  return except.length > 0 ? { invariants: { except } } : {};
}
