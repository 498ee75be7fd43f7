/** The tokens of an answer: those of the attempt that gave it, and those of every attempt when there were several. */
import type { ContentBlock, Usage } from '../wire/message.ts';
import { countOutput, type TokenCounter } from '../wire/tokens.ts';
import type { Delivery } from './delivery.ts';

const NO_CACHE = {
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
};

/** What one model said; a fallback begins the attempt of the next. */
interface Attempt {
  readonly model: string;
  readonly content: readonly ContentBlock[];
}

function attemptsOf(content: readonly ContentBlock[], model: string): Attempt[] {
  if (!content.some(({ type }) => type === 'fallback')) return [{ model, content }];
  const attempts: Attempt[] = [];
  let speaker = model;
  let start = 0;
  for (const [index, block] of content.entries()) {
    if (block.type !== 'fallback') continue;
    attempts.push({ model: block.from.model, content: content.slice(start, index) });
    speaker = block.to.model;
    start = index + 1;
  }
  return [...attempts, { model: speaker, content: content.slice(start) }];
}

const isErrorResult = (block: ContentBlock): boolean =>
  'content' in block &&
  String((block.content as { type?: unknown } | null)?.type).endsWith('_error');

/** The searches and fetches that did not fail; null when the turn calls no server tool at all. */
function countRequests(content: readonly ContentBlock[]): Usage['server_tool_use'] {
  if (!content.some(({ type }) => type === 'server_tool_use')) return null;
  const count = (result: ContentBlock['type']): number =>
    content.filter((block) => block.type === result && !isErrorResult(block)).length;
  return {
    web_search_requests: count('web_search_tool_result'),
    web_fetch_requests: count('web_fetch_tool_result'),
  };
}

interface UsageContext {
  /** The model of the request. */
  readonly model: string;
  readonly inputTokens: number;
  readonly tokens: TokenCounter;
  readonly delivery: Pick<Delivery, 'compacts'>;
}

/** `usage` of an answer with this content, whatever of its thinking is shown: all of it is billed. */
export function countUsage(content: readonly ContentBlock[], context: UsageContext): Usage {
  const { model, inputTokens, tokens, delivery } = context;
  const attempts = attemptsOf(content, model);
  const counts = attempts.map((attempt) => countOutput(attempt.content, tokens));
  const { output, thinking } = counts.at(-1)!;
  const spent = { input_tokens: inputTokens, output_tokens: output };
  const { input_tokens, output_tokens } = delivery.compacts
    ? { input_tokens: 0, output_tokens: 0 }
    : spent;
  const usage: Usage = {
    input_tokens,
    ...NO_CACHE,
    output_tokens,
    output_tokens_details: { thinking_tokens: thinking },
    server_tool_use: countRequests(content),
    service_tier: 'standard',
    inference_geo: 'global',
    speed: 'standard',
  };
  if (!delivery.compacts && attempts.length === 1) return usage;
  const iterations: NonNullable<Usage['iterations']> = delivery.compacts
    ? [{ type: 'compaction', ...NO_CACHE, ...spent }]
    : attempts.map((attempt, index) => ({
        type: index === attempts.length - 1 ? 'fallback_message' : 'message',
        model: attempt.model,
        ...NO_CACHE,
        input_tokens: inputTokens,
        output_tokens: counts[index]!.output,
      }));
  return { ...usage, iterations };
}
