/** The paths of the API: which the simulation answers, and how large a body they take. */

export interface Route {
  readonly name: 'messages' | 'count_tokens' | 'models' | 'model';
  readonly method: 'GET' | 'POST';
  /** The model of `/v1/models/{id}`; empty elsewhere. */
  readonly id: string;
}

/** The most bytes a body may have: 32 MB for Messages and count_tokens (api/errors, "request size limits"). */
export const LARGEST_BODY: number = 32 * 1024 * 1024;

const FIXED: Readonly<Record<string, Route>> = {
  '/v1/messages': { name: 'messages', method: 'POST', id: '' },
  '/v1/messages/count_tokens': { name: 'count_tokens', method: 'POST', id: '' },
  '/v1/models': { name: 'models', method: 'GET', id: '' },
};

const ONE_MODEL = /^\/v1\/models\/([^/]+)$/;

/** The endpoints that the simulation answers, as people write them. */
export const SIMULATED: readonly string[] = [
  ...Object.entries(FIXED).map(([path, { method }]) => `${method} ${path}`),
  'GET /v1/models/{id}',
];

/** What the real API has, with all that is under it, and the simulation has not: the paths of SDK 1.14, and older ones. */
export const NOT_SIMULATED: readonly string[] = [
  '/v1/messages/batches',
  '/v1/files',
  '/v1/skills',
  '/v1/agents',
  '/v1/sessions',
  '/v1/environments',
  '/v1/deployments',
  '/v1/deployment_runs',
  '/v1/dreams',
  '/v1/memory_stores',
  '/v1/vaults',
  '/v1/tunnels',
  '/v1/traces',
  '/v1/user_profiles',
  '/v1/compliance',
  '/v1/organizations',
  '/v1/oauth',
  '/v1/complete',
];

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The route of a path without query; undefined where there is none. */
export function routeOf(path: string): Route | undefined {
  if (Object.hasOwn(FIXED, path)) return FIXED[path];
  const id = ONE_MODEL.exec(path)?.[1];
  return id === undefined ? undefined : { name: 'model', method: 'GET', id: decoded(id) };
}

/** Whether the real API has something at a path that has no route here. */
export function isNotSimulated(path: string): boolean {
  return NOT_SIMULATED.some((root) => path === root || path.startsWith(`${root}/`));
}

const encoder = new TextEncoder();
const MOST_BYTES_A_UNIT = 3;

/** Whether a text has more bytes in UTF-8 than `limit`; counted only when its length does not tell. */
export function hasMoreBytes(text: string, limit: number): boolean {
  if (text.length * MOST_BYTES_A_UNIT <= limit) return false;
  return text.length > limit || encoder.encode(text).length > limit;
}
