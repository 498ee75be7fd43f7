// The table of betas names what exists, and leaves out nothing that the SDK types in its beta namespace alone.
import type {
  BetaContentBlockParam,
  BetaToolUnion,
  MessageCreateParamsBase as BetaParams,
} from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type {
  ContentBlockParam,
  MessageCreateParamsBase as PlainParams,
  ToolUnion,
} from '@anthropic-ai/sdk/resources/messages/messages';
import { expect, test } from 'vitest';
import { type BetaField, betaFields } from '../../src/wire/request/betas.ts';
import { messageRequest } from '../../src/wire/request/request.ts';
import type { Schema } from '../../src/wire/schema/schema.ts';

const key = ({ kind, at, name }: Pick<BetaField, 'kind' | 'at' | 'name'>): string =>
  `${kind} ${name} at ${at}`;

/** Every field, tag and value there is, with the path the table uses. */
function* everything(schema: Schema, at: string): Generator<string> {
  const below = (step: string): string => (at === '' ? step : `${at}.${step}`);
  switch (schema.kind) {
    case 'list':
      return yield* everything(schema.item, below('*'));
    case 'tagged':
    case 'either':
      for (const arm of schema.arms) yield* everything(arm, at);
      return;
    case 'choice':
      for (const value of schema.values) yield key({ kind: 'value', at, name: value });
      return;
    case 'object':
      for (const [name, field] of Object.entries(schema.fields)) {
        yield key({ kind: 'field', at, name });
        yield* everything(field, below(name));
        if (name !== 'type' || field.kind !== 'choice') continue;
        for (const value of field.values) yield key({ kind: 'tag', at, name: value });
      }
      return;
    default:
  }
}

test('names fields, tags and values that the schema has', () => {
  const known = new Set(everything(messageRequest, ''));
  expect(betaFields.map(key).filter((row) => !known.has(row))).toEqual([]);
});

test('holds each row once, with a beta and a source', () => {
  expect(new Set(betaFields.map(key)).size).toBe(betaFields.length);
  expect(betaFields.filter(({ betas, source }) => betas.length === 0 || source === '')).toEqual([]);
});

type BetaOnlyField = Exclude<keyof BetaParams, keyof PlainParams | 'betas'>;
type BetaOnlyBlock = Exclude<BetaContentBlockParam['type'], ContentBlockParam['type']>;
type BetaOnlyTool = NonNullable<Exclude<BetaToolUnion['type'], ToolUnion['type']>>;

// A new beta field or tag of the SDK is an error here, by name.
const betaOnlyFields: Record<BetaOnlyField, true> = {
  billing_policy: true,
  compaction: true,
  context_management: true,
  fallback_credit_token: true,
  fallbacks: true,
  mcp_servers: true,
  output_format: true,
  thread: true,
};
const betaOnlyBlocks: Record<BetaOnlyBlock, true> = {
  advisor_tool_result: true,
  compaction: true,
  fallback: true,
  mcp_tool_listing: true,
  mcp_tool_result: true,
  mcp_tool_use: true,
  tool_addition: true,
  tool_removal: true,
};
const betaOnlyTools: Record<BetaOnlyTool, true> = {
  advisor_20260301: true,
  bash_20241022: true,
  computer_20241022: true,
  computer_20250124: true,
  computer_20251124: true,
  mcp_toolset: true,
  text_editor_20241022: true,
};

test.each([
  ['field', '', betaOnlyFields],
  ['tag', 'messages.*.content.*', betaOnlyBlocks],
  ['tag', 'tools.*', betaOnlyTools],
] as const)('holds every %s at "%s" that the SDK knows as beta alone', (kind, at, names) => {
  const rows = new Set(betaFields.map(key));
  expect(Object.keys(names).filter((name) => !rows.has(key({ kind, at, name })))).toEqual([]);
});
