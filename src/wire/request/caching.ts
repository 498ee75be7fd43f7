/** `cache_control`, the one field that almost every block and tool may carry. */
import { exactly, nullish, oneOf, optional } from '../schema/build.ts';
import type { Schema } from '../schema/schema.ts';
import { model, tagged } from './model.ts';

const ephemeral = model('CacheControlEphemeral', {
  type: exactly('ephemeral'),
  ttl: optional(oneOf('5m', '1h')),
});

/**
 * A breakpoint, or null for none.
 * @note A union of one: the path says `cache_control.ephemeral.scope` (reports since 2026-05).
 */
export const cacheControl: Schema = nullish(tagged(ephemeral));
