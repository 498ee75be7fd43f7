/** What is refused for being too much: output, input, cache breakpoints. */
import { countBreakpoints, MOST_BREAKPOINTS } from '../wire/cache-control.ts';
import { promptText } from '../wire/prompt-text.ts';
import type { CheckedRequest } from './checked-request.ts';
import { traitsOf } from './models.ts';
import { storedCharacters } from './prompt-length.ts';
import type { Rule } from './rule.ts';

/** Since the 4.5 models this is what happens without asking; older ones are asked with it. */
const EXCEEDS_WINDOW = 'model-context-window-exceeded-2025-08-26';

const numberIn = ({ body }: CheckedRequest, field: string): number | undefined => {
  const value = body[field];
  return typeof value === 'number' ? value : undefined;
};

/** The breakpoints of this request alone: what a thread holds does not count (2.8). */
function breakpointsOf({ body }: CheckedRequest): number {
  return countBreakpoints(body);
}

/** Whether the server may shorten what was sent before it reaches the model. */
export function mayBeShortened({ body, entries }: CheckedRequest): boolean {
  return (
    body['context_management'] != null ||
    body['compaction'] != null ||
    entries.some(({ blocks }) => blocks.some(({ type }) => type === 'compaction'))
  );
}

/**
 * How many tokens the prompt has at least, counted as the simulation counts. Only asked where its characters exceed
 * `atLeast`, the fewest tokens that matter: a token has one character or more. Images and documents count as nothing.
 */
function promptTokens(request: CheckedRequest, atLeast: number): number {
  const { characters, body, thread, tokens } = request;
  if (characters + storedCharacters(request) <= atLeast || mayBeShortened(request)) return 0;
  const { system, tools } = thread.from?.created ?? body;
  const text = promptText([system, tools, request.messages]);
  return text.length <= atLeast ? 0 : tokens(text);
}

export const limitRules: readonly Rule[] = [
  {
    id: 'cache-control-too-many',
    stage: 'meaning',
    about: ['cache_control'],
    summary: `Tools, system prompt and messages together have at most ${MOST_BREAKPOINTS} blocks with \`cache_control\`; on a thread the one of the request counts too.`,
    confidence: 'A',
    facts: ['P11', '2.8'],
    source: 'P11: captured; 2.8 for threads',
    *check(request) {
      const found = breakpointsOf(request);
      if (found > MOST_BREAKPOINTS) {
        yield {
          message: `A maximum of ${MOST_BREAKPOINTS} blocks with cache_control may be provided. Found ${found}.`,
        };
      }
    },
  },
  {
    id: 'max-tokens-too-large',
    stage: 'meaning',
    reads: 'parameters',
    summary: '`max_tokens` is not more than the model can say.',
    confidence: 'A',
    facts: ['P07'],
    source: 'P07: captured; limits by the model pages',
    *check(request) {
      const asked = numberIn(request, 'max_tokens');
      const { id, maxOutput } = traitsOf(request);
      if (asked !== undefined && maxOutput !== undefined && asked > maxOutput) {
        yield {
          path: 'max_tokens',
          message: `max_tokens: ${asked} > ${maxOutput}, which is the maximum allowed number of output tokens for ${id}`,
        };
      }
    },
  },
];

/** Counted last, like the API (facts, section 8). */
export const windowRules: readonly Rule[] = [
  {
    id: 'prompt-too-long',
    stage: 'meaning',
    summary: 'The prompt fits into the context window of the model.',
    confidence: 'A',
    facts: ['P08'],
    source:
      'P08: captured; windows by the model pages; the count is an estimate of the text alone, by the option `tokens`',
    *check(request) {
      const { contextWindow } = traitsOf(request);
      if (contextWindow === undefined || request.endpoint !== 'messages') return;
      const count = promptTokens(request, contextWindow);
      if (count > contextWindow) {
        yield { message: `prompt is too long: ${count} tokens > ${contextWindow} maximum` };
      }
    },
  },
  {
    id: 'prompt-and-output-too-long',
    stage: 'meaning',
    summary: 'Before 4.5, prompt and `max_tokens` together fit into the context window.',
    confidence: 'B',
    facts: ['P09'],
    source: `P09: several reports, context-windows documentation; the beta ${EXCEEDS_WINDOW} lifts it`,
    *check(request) {
      const { contextWindow, fitsOutput } = traitsOf(request);
      const asked = numberIn(request, 'max_tokens');
      if (!fitsOutput || contextWindow === undefined || asked === undefined) return;
      if (request.betas.includes(EXCEEDS_WINDOW)) return;
      const count = promptTokens(request, Math.max(0, contextWindow - asked));
      if (count <= contextWindow && count + asked > contextWindow) {
        yield {
          message: `input length and \`max_tokens\` exceed context limit: ${count} + ${asked} > ${contextWindow}, decrease input length or \`max_tokens\` and try again`,
        };
      }
    },
  },
];
