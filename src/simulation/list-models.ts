/** Answers `GET /v1/models` and `GET /v1/models/{id}`. */
import type { ModelInfo } from '@anthropic-ai/sdk/resources/models';
import { PAGE_SIZE, readModelQuery } from '../wire/model-query.ts';
import { modelTraits } from '../wire/models.ts';
import { allModels, modelInfo } from './model-info.ts';

export interface ModelPage {
  readonly data: readonly ModelInfo[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

/** Retired models are told of only when they are asked for (SDK). */
const SHOWN: readonly string[] = ['active', 'deprecated'];

function sizeOf(limit: string | undefined): number {
  const size = limit === undefined ? PAGE_SIZE.usual : Number(limit);
  // A size that was let through although it is none.
  return size >= PAGE_SIZE.least && size <= PAGE_SIZE.most ? size : PAGE_SIZE.usual;
}

/** A page of models: after one of them, right before one, or the first. A cursor that is no model is left alone. */
export function listModels(query: string): ModelPage {
  const { limit, afterId, beforeId, lifecycle = SHOWN } = readModelQuery(query);
  const size = sizeOf(limit);
  const listed = allModels().filter((model) => lifecycle.includes(model.lifecycle));
  const indexOf = (id: string | undefined): number => listed.findIndex((model) => model.id === id);
  const [after, before] = [indexOf(afterId), indexOf(beforeId)];
  const end = before === -1 ? Math.min(after + 1 + size, listed.length) : before;
  const start = before === -1 ? after + 1 : Math.max(0, before - size);
  const data = listed.slice(start, end);
  return {
    data,
    has_more: before === -1 ? end < listed.length : start > 0,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  };
}

/** One model by its id or a name of it; undefined when there is none. */
export function findModel(id: string): ModelInfo | undefined {
  const traits = modelTraits(id);
  return traits.known ? modelInfo(traits) : undefined;
}
