/** What of a request says whose turns it is for. */
import { entriesOf, textOf } from '../wire/conversation.ts';
import type { MessageParam, MessageRequest } from '../wire/message.ts';

/** The endpoints that turns can answer for. */
export const ENDPOINTS = ['messages', 'count_tokens', 'models'] as const;

export type RoutedEndpoint = (typeof ENDPOINTS)[number];

/** What routing looks at. */
export interface RoutedRequest {
  readonly endpoint: RoutedEndpoint;
  readonly body: MessageRequest;
  /** The whole conversation, threads put back together. */
  readonly messages: readonly MessageParam[];
  readonly model: string;
  readonly system: string;
  /** The text of the newest user message that has any; tool results are not text. */
  readonly user: string;
  /** The names of the tools on offer. */
  readonly tools: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

function systemText(system: unknown): string {
  if (typeof system === 'string') return system;
  return entriesOf([{ role: 'system', content: system }])
    .map(textOf)
    .join('\n');
}

function newestUserText(messages: readonly MessageParam[]): string {
  for (let i = messages.length - 1; i >= 0; i--) {
    const [entry] = entriesOf([messages[i]]);
    const text = entry?.role === 'user' ? textOf(entry) : '';
    if (text !== '') return text;
  }
  return '';
}

function toolNames(tools: unknown): string[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) => {
    const name =
      typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
    return typeof name === 'string' ? [name] : [];
  });
}

/** Reads off a whole request what routing looks at, each part once and only when asked for. */
class WholeRequest implements RoutedRequest {
  readonly endpoint: RoutedEndpoint;
  readonly body: MessageRequest;
  readonly messages: readonly MessageParam[];
  readonly headers: Readonly<Record<string, string>>;
  #system: string | undefined;
  #user: string | undefined;
  #tools: string[] | undefined;

  constructor(
    body: MessageRequest,
    messages: readonly MessageParam[],
    headers: Readonly<Record<string, string>>,
    endpoint: RoutedEndpoint,
  ) {
    this.endpoint = endpoint;
    this.body = body;
    this.messages = messages;
    this.headers = headers;
  }

  get model(): string {
    return String(this.body.model);
  }

  get system(): string {
    return (this.#system ??= systemText(this.body.system));
  }

  get user(): string {
    return (this.#user ??= newestUserText(this.messages));
  }

  get tools(): readonly string[] {
    return (this.#tools ??= toolNames(this.body.tools));
  }
}

export function toRoutedRequest(
  body: MessageRequest,
  messages: readonly MessageParam[],
  headers: Readonly<Record<string, string>>,
  endpoint: RoutedEndpoint = 'messages',
): RoutedRequest {
  return new WholeRequest(body, messages, headers, endpoint);
}
