/** `ensaio`: a scripted model behind a simulated Messages API, and the fakes that reach it. */
export { fakeAnthropic, FakeAnthropic, type FakeAnthropicOptions } from './client.ts';
export { FakeApiError } from './fake-api-error.ts';
export { FakeMessageStream } from './fake-message-stream.ts';
export { FakeStream } from './fake-stream.ts';
export {
  fakeMessages,
  type FakeCreateParams,
  type FakeMessages,
  type FakeMessagesOptions,
  type FakeMessagesResource,
  type FakeRequestOptions,
} from './messages.ts';

export { EnsaioError, type EnsaioErrorCode } from '../src/error.ts';
export {
  apiError,
  type ApiErrorOptions,
  type ErrorBuilder,
  type ErrorOptions,
} from '../src/script/api-error.ts';
export {
  compaction,
  containerUpload,
  fallback,
  mcpToolResult,
  mcpToolUse,
  message,
  pauseTurn,
  redactedThinking,
  refusal,
  respond,
  serverToolResult,
  serverToolUse,
  text,
  thinking,
  toolUse,
} from '../src/script/builders.ts';
export { codedError } from '../src/script/coded-error.ts';
export {
  availableToolsLimitExceeded,
  claudeCodeKeyCreatorNotMember,
  claudeCodeVersionTooOld,
  cmekContextUnavailable,
  cmekKeyDisabled,
  cmekKeyNetworkBlocked,
  cmekKeyUnreachable,
  compactionBlockAmbiguous,
  compactionBlockMisplaced,
  compactionContentMismatch,
  compactionIncompleteTurn,
  compactionNothingToSummarize,
  compactionSignatureInvalid,
  compactionTooManyToolReferences,
  compactionToolChangesMismatch,
  compactionUnavailable,
  contractSpendLimitReached,
  enforcedSpendLimitReached,
  imageDimensionsTooLarge,
  linkedOrganizationBillingUnavailable,
  linkedOrganizationSpendLimitReached,
  organizationOnHold,
  rampLimitExceeded,
  requestBodyEncodingInvalid,
  requestBodyEncodingUnsupported,
  requestBodyTooLargeAfterDecoding,
  skillReadBlockedUndecryptable,
  threadAlreadyContinued,
  threadContinueInFlight,
  threadFingerprintMismatch,
  threadNotFound,
  threadUnsupportedRequest,
  toolNameConflict,
  toolReferenceUnresolved,
  userProfileBillingNotAuthorized,
  userProfileNotBillable,
  userProfileRequired,
} from '../src/script/coded-errors.ts';
export type { PlacedTurn } from '../src/script/queue.ts';
export type { Match, MatchFields, TextMatch } from '../src/script/match.ts';
export { flaky, type FlakyKind, type FlakyOptions } from '../src/script/flaky.ts';
export type { RateLimit, RateLimits } from '../src/script/rate-limits.ts';
export type { RoutedEndpoint, RoutedRequest } from '../src/script/routed-request.ts';
export {
  script,
  when,
  type Route,
  type RouteOptions,
  type Script,
  type ScriptInput,
  type ScriptItem,
} from '../src/script/script.ts';
export {
  authenticationError,
  badRequest,
  clientClosedRequest,
  conflict,
  contentTooLarge,
  creditBalanceTooLow,
  gatewayTimeout,
  internalError,
  notFound,
  notImplemented,
  overloaded,
  paymentRequired,
  permissionDenied,
  preconditionFailed,
  rateLimited,
  requestHeaderFieldsTooLarge,
  requestTimeout,
  serviceUnavailable,
  spendLimitReached,
  unprocessableEntity,
} from '../src/script/status-errors.ts';
export {
  streamFaults,
  type PlacedFault,
  type StreamFault,
  type StreamFaultName,
} from '../src/script/stream-faults.ts';
export type {
  After,
  Pieces,
  PiecesByKind,
  Stall,
  StreamShape,
} from '../src/script/stream-shape.ts';
export {
  connectionError,
  connectionRefused,
  connectionReset,
  delayed,
  hang,
  streamed,
} from '../src/script/transport.ts';
export {
  emptyAnswer,
  gatewayPage,
  rawAnswer,
  type RawAnswerOptions,
} from '../src/script/raw-answer.ts';
export { events, type WrittenEvent } from '../src/script/written-events.ts';
export type {
  ConnectionErrorTurn,
  ContentInput,
  DelayedTurn,
  ErrorTurn,
  EventsTurn,
  HangTurn,
  MessageOverrides,
  MessageTurn,
  RawTurn,
  RespondContext,
  RespondTurn,
  Responder,
  ScriptBlock,
  StreamedTurn,
  Turn,
  TurnInput,
} from '../src/script/turn.ts';
export { systemClock, type Clock } from '../src/simulation/clock.ts';
export { manualClock, type ManualClockOptions } from '../src/simulation/manual-clock.ts';
export type { ManualClock } from '../src/simulation/moved-clock.ts';
export type { SimulationOptions } from '../src/simulation/options.ts';
export type { FakeTimers } from '../src/simulation/runner-time.ts';
export { simulate, type RecordedViolation, type Simulation } from '../src/simulation/simulation.ts';
export type { BrokenInvariant } from '../src/transcript/findings.ts';
export type { TranscriptTone } from '../src/transcript/conversation-pieces.ts';
export {
  formatTranscript,
  type FormatTranscriptOptions,
} from '../src/transcript/format-transcript.ts';
export type { ToolCall, Transcript } from '../src/transcript/transcript.ts';
export {
  checkInvariants,
  type CheckInvariantsOptions,
  type InvariantViolation,
} from '../src/invariants/check-invariants.ts';
export type { ErrorCode } from '../src/wire/error-codes.ts';
export { clientVerdict, type ClientFinding } from '../src/verdict/client-verdict.ts';
export type {
  ClientCheck,
  ClientVerdictOptions,
  UsageCounter,
} from '../src/verdict/client-check.ts';
export { clientChecks } from '../src/verdict/registry.ts';
export type {
  Exchange,
  Outcome,
  RecordedRequest,
  RecordedResponse,
  StreamEnding,
  Violation,
} from '../src/wire/exchange.ts';
export type { Frame, Framing } from '../src/wire/stream/frame.ts';
export type { Message, MessageParam, MessageRequest, StreamEvent } from '../src/wire/message.ts';
export type { TokenCounter } from '../src/wire/tokens.ts';
