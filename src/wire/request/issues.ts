/** Is this a request the API could read? The answer is a list of what it would complain about. */
import { acceptorOf, type Acceptor } from '../schema/acceptor.ts';
import { object } from '../schema/build.ts';
import type { ObjectSchema } from '../schema/schema.ts';
import { faultsOf } from './explain.ts';
import type { ShapeIssue } from './report.ts';
import { countTokensRequest, messageRequest } from './request.ts';
import { type Wording, wrongType } from './words.ts';

export type { ShapeCode, ShapeIssue } from './report.ts';

/** Which endpoint's body it is. */
export type RequestKind = 'messages' | 'count_tokens';

export interface ShapeOptions {
  /** Words for lists and dictionaries. Default: `python`, the collected rows' (S09, S18). */
  readonly wording?: Wording;
  /** Betas of the request; tags that surely need another one are left out of tag lists. Default: every tag is listed. */
  readonly betas?: readonly string[];
  /** Whether all fields but `messages` and `thread` are known to fit. Default: they are not. */
  readonly parametersFit?: boolean;
  /** How many of the first messages are known to fit. Default: none. */
  readonly messagesThatFit?: number;
}

interface Endpoint {
  readonly schema: ObjectSchema;
  readonly accepts: Acceptor;
  /** Whether a body fits whose other fields do. */
  readonly acceptsConversation: Acceptor;
}

/** The fields that differ from request to request. */
function ofConversation({ fields }: ObjectSchema): ObjectSchema {
  const changing = Object.entries(fields).filter(([key]) => key === 'messages' || key === 'thread');
  return object(Object.fromEntries(changing), { open: true });
}

const toEndpoint = (schema: ObjectSchema): Endpoint => ({
  schema,
  accepts: acceptorOf(schema),
  acceptsConversation: acceptorOf(ofConversation(schema)),
});

const endpoints: Readonly<Record<RequestKind, Endpoint>> = {
  messages: toEndpoint(messageRequest),
  count_tokens: toEndpoint(countTokensRequest),
};

/** What differs from request to request, without the first messages. */
function ofRequest(value: unknown, from: number): unknown {
  const { messages, thread } = value as { messages: readonly unknown[]; thread?: unknown };
  return { messages: messages.slice(from), ...(thread !== undefined && { thread }) };
}

/** What is wrong with a body, in the API's words, first the fault it would answer with; empty when nothing is. */
export function shapeIssues(
  value: unknown,
  kind: RequestKind,
  options: ShapeOptions = {},
): ShapeIssue[] {
  const { schema, accepts, acceptsConversation } = endpoints[kind];
  const { wording = 'python', betas, parametersFit = false, messagesThatFit = 0 } = options;
  const fits = parametersFit
    ? acceptsConversation(messagesThatFit > 0 ? ofRequest(value, messagesThatFit) : value)
    : accepts(value);
  if (fits) return [];
  const issues = faultsOf(schema, value, { wording, betas });
  if (issues.length > 0) return issues;
  // Refused, and the walk finds nothing in it: not known to happen, and still a refusal.
  return [{ code: 'type', path: '', message: wrongType('model', wording) }];
}
