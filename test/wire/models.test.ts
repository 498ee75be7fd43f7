/** The table of models: complete by the SDK's own list, and everything taken where a model is not in it. */
import type { Model } from '@anthropic-ai/sdk/resources/messages/messages';
import { expect, test } from 'vitest';
import { MODELS, modelTraits, type KnownModel } from '../../src/wire/models.ts';

/** The names in a union that any other string may join. */
type Literal<Name> = Name extends string ? (string extends Name ? never : Name) : never;

/** Says which name is missing: `type "claude-x" is not assignable to type "every model has a row"`. */
type Complete<Missing> = [Missing] extends [never] ? 'every model has a row' : Missing;

test('has a row for every model that the SDK names', () => {
  const complete: Complete<Exclude<Literal<Model>, KnownModel>> = 'every model has a row';
  expect(complete).toBe('every model has a row');
});

test('calls a model by its full id', () => {
  expect(modelTraits('claude-haiku-4-5').id).toBe('claude-haiku-4-5-20251001');
  expect(modelTraits('claude-opus-5').id).toBe('claude-opus-5');
  for (const traits of Object.values(MODELS)) expect(modelTraits(traits.id)).toBe(traits);
});

test('says where each row comes from', () => {
  for (const { known, source } of Object.values(MODELS)) {
    expect(known).toBe(true);
    expect(source).not.toBe('');
  }
});

test.each(['claude-next', '', 'constructor', '__proto__'])('takes everything of %j', (id) => {
  const { known, maxOutput, contextWindow, ...traits } = modelTraits(id);
  expect([known, maxOutput, contextWindow]).toEqual([false, undefined, undefined]);
  expect(traits).toMatchObject({
    id,
    lifecycle: 'active',
    prefill: 'yes',
    forcedTools: 'yes',
    systemMessages: 'yes',
    thinking: { adaptive: 'yes', enabled: 'yes', disabled: 'yes', between_tools: 'yes' },
    sampling: { topK: true, together: 'yes' },
    fitsOutput: false,
  });
  expect(traits.efforts).toHaveLength(5);
});
