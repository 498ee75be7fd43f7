/** `cache_control`, the one field that almost every block and tool may carry. */
import type * as z from 'zod';
import { model, tagged } from './model.ts';
import { exactly, oneOf } from './scalars.ts';

const ephemeral = model('CacheControlEphemeral', {
  type: exactly('ephemeral'),
  ttl: oneOf('5m', '1h').optional(),
});

/**
 * A breakpoint, or null for none.
 * @note A union of one: the path says `cache_control.ephemeral.scope` (reports since 2026-05).
 */
export const cacheControl: z.ZodType = tagged(ephemeral).nullish();
