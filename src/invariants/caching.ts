/** What is marked for the cache can be read from it again: what stands before the mark comes back as it was. */
import { cacheMarksIn } from '../wire/cache-control.ts';
import { blocksOf, entriesOf } from '../wire/conversation.ts';
import type { Exchange } from '../wire/exchange.ts';
import { sameJson } from '../wire/json/same-json.ts';
import type { Invariant } from './invariant.ts';
import { show } from './show.ts';
import { stepsOf } from './steps.ts';

type Body = Readonly<Record<string, unknown>>;

/** A tool or a block of the system prompt: what the API reads before all messages. */
interface Part {
  readonly field: 'tools' | 'system';
  readonly value: unknown;
}

const MARK = 'cache_control';

const bodyOf = ({ request }: Exchange): Body => ({ ...request.body });

function partsOf({ tools, system }: Body): Part[] {
  const listed: readonly unknown[] = Array.isArray(tools) ? tools : [];
  return [
    ...listed.map((value): Part => ({ field: 'tools', value })),
    ...blocksOf(system).map((value): Part => ({ field: 'system', value })),
  ];
}

const isMarked = ({ value }: Part): boolean =>
  typeof value === 'object' && value !== null && MARK in value && value[MARK] != null;

const isSamePart = (was: Part | undefined, is: Part | undefined): boolean =>
  was?.field === is?.field && sameJson(was?.value, is?.value, [MARK]);

function hasMark(body: Body): boolean {
  return body[MARK] != null || cacheMarksIn(body, entriesOf(body['messages'])).length > 0;
}

/** How many parts stand before the first mark, the marked one too: all of them, where only messages are marked. */
function countBeforeMark(parts: readonly Part[]): number {
  const marked = parts.findIndex(isMarked);
  return marked === -1 ? Infinity : marked + 1;
}

/** On a thread the API has tools and system prompt, and does not get them again. */
const isContinued = ({ thread }: Body): boolean =>
  (thread as { type?: unknown } | null | undefined)?.type === 'continue';

const cachedPromptKept: Invariant = {
  id: 'cached-prompt-kept',
  family: 'caching',
  summary:
    'Where requests mark what is to be cached, the tools and the system prompt before the first mark come back unchanged, and in their order.',
  reason:
    'The cache is read from the beginning: with the time of day in front, or the tools in another order, each request pays to write it and none reads it.',
  source:
    'prompt-caching documentation (what invalidates the cache); public reports goruck/home-generative-agent#617, earendil-works/pi#1873, MervinPraison/PraisonAI#1808',
  needs: ['exchanges'],
  *check(evidence) {
    for (const { newest, exchange } of evidence.derive(stepsOf)) {
      const [before, after] = [bodyOf(newest), bodyOf(exchange)];
      if (isContinued(before) || isContinued(after)) continue;
      const [was, is] = [partsOf(before), partsOf(after)];
      const count = Math.min(countBeforeMark(was), Math.max(was.length, is.length));
      let at = 0;
      while (at < count && isSamePart(was[at], is[at])) at += 1;
      if (at === count || !hasMark(before) || !hasMark(after)) continue;
      yield {
        place: { exchange: exchange.index },
        message: `\`${(was[at] ?? is[at])!.field}\` is another than in the request before, in front of what is marked for the cache: expected ${show(was[at]?.value)}, received ${show(is[at]?.value)}`,
      };
    }
  },
};

export const cachingInvariants: readonly Invariant[] = [cachedPromptKept];
