/** The query of `GET /v1/models`, read as far as it can be. */

/** Page sizes the endpoint takes (List Models reference, 2026). */
export const PAGE_SIZE = { least: 1, most: 1000, usual: 20 } as const;

export interface ModelQuery {
  /** As sent; undefined when it was not. */
  readonly limit: string | undefined;
  readonly afterId: string | undefined;
  readonly beforeId: string | undefined;
  /** Stages asked for; undefined when none was named. */
  readonly lifecycle: readonly string[] | undefined;
}

export function readModelQuery(query: string): ModelQuery {
  const search = new URLSearchParams(query);
  const lifecycle = [...search.getAll('lifecycle[]'), ...search.getAll('lifecycle')];
  return {
    limit: search.get('limit') ?? undefined,
    afterId: search.get('after_id') ?? undefined,
    beforeId: search.get('before_id') ?? undefined,
    lifecycle: lifecycle.length === 0 ? undefined : lifecycle,
  };
}
