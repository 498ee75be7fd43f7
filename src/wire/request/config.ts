/** How a request is to be answered: thinking, output, threads, servers, fallbacks, billing. */
import * as z from 'zod';
import { either, model, noted, tagged } from './model.ts';
import {
  dictionary,
  effort,
  exactly,
  integer,
  modelName,
  nullishBoolean,
  nullishInteger,
  nullishString,
  nullishStrings,
  oneOf,
  optionalString,
  string,
} from './scalars.ts';

const visibleThinking = {
  block_binding: model('ThinkingBlockBinding', {
    prefix_mismatch_behavior: oneOf('error', 'drop_block').nullish(),
  }).nullish(),
  display: oneOf('summarized', 'omitted', 'updates').nullish(),
};

const SMALLEST_BUDGET = 1024;

const thinkingConfig = tagged(
  model('ThinkingConfigEnabled', {
    type: exactly('enabled'),
    // S32; that it stays under max_tokens is a rule (K01).
    budget_tokens: noted(z.number().multipleOf(1).min(SMALLEST_BUDGET), { integer: true }),
    ...visibleThinking,
  }),
  model('ThinkingConfigDisabled', { type: exactly('disabled') }),
  model('ThinkingConfigBetweenTools', { type: exactly('between_tools') }),
  model('ThinkingConfigAdaptive', { type: exactly('adaptive'), ...visibleThinking }),
);

export const thinking: z.ZodType = thinkingConfig.optional();

const jsonOutputFormat = model('JSONOutputFormat', {
  type: exactly('json_schema'),
  schema: dictionary,
});

const outputConfigModel = model('OutputConfig', {
  effort,
  format: jsonOutputFormat.nullish(),
  task_budget: model('TokenTaskBudget', {
    type: exactly('tokens'),
    total: integer,
    remaining: nullishInteger,
  }).nullish(),
});

/** May be left out, may not be null (measured 2026-08-31). */
export const outputConfig: z.ZodType = outputConfigModel.optional();

/** The older place of `output_config.format`. */
export const outputFormat: z.ZodType = jsonOutputFormat.nullish();

/** Null is taken as absence although the SDK's type has none (measured 2026-08-31). */
export const metadata: z.ZodType = model('Metadata', { user_id: nullishString }).nullish();

export const speed: z.ZodType = oneOf('standard', 'fast').nullish();

export const thread: z.ZodType = tagged(
  model('ThreadCreateParams', { type: exactly('create') }),
  model('ThreadContinueParams', { type: exactly('continue'), previous_message_id: string }),
).nullish();

/** A summary on demand; the length of `instructions` is a rule (5.1). */
export const compaction: z.ZodType = model('CompactionConfig', {
  type: exactly('summarize'),
  instructions: nullishString,
}).nullish();

/** An id, or what to put in; a number answers at `container.ContainerParams` (measured 2026-08-31). */
export const container: z.ZodType = either(
  model('ContainerParams', {
    id: nullishString,
    skills: z
      .array(
        model('SkillParams', {
          type: oneOf('anthropic', 'custom'),
          skill_id: string,
          version: optionalString,
        }),
      )
      .nullish(),
  }),
  string,
).nullish();

export const mcpServers: z.ZodType = z
  .array(
    model('RequestMCPServerURLDefinition', {
      type: exactly('url'),
      name: string,
      url: string,
      authorization_token: nullishString,
      tool_configuration: model('RequestMCPServerToolConfiguration', {
        allowed_tools: nullishStrings,
        enabled: nullishBoolean,
      }).nullish(),
    }),
  )
  .optional();

/** Models to try after a refusal; an unknown key in an entry is refused though the SDK's type is open (6.7). */
export const fallbacks: z.ZodType = either(
  z.array(
    model('FallbackParam', {
      model: modelName,
      max_tokens: nullishInteger,
      output_config: outputConfigModel.nullish(),
      speed,
      thinking: thinkingConfig.nullish(),
    }),
  ),
  exactly('default'),
).nullish();

export const fallbackCreditToken: z.ZodType = either(
  string,
  model('FallbackCreditTokenParam', {
    token: string,
    mode: oneOf('strict', 'best_effort').optional(),
  }),
).nullish();

export const diagnostics: z.ZodType = model('DiagnosticsParam', {
  previous_message_id: nullishString,
}).nullish();

export const billingPolicy: z.ZodType = model('BillingPolicy', {
  type: exactly('billing_policy'),
  bill_to: oneOf('self', 'user_profile').optional(),
}).nullish();
