/** How a request is to be answered: thinking, output, threads, servers, fallbacks, billing. */
import { either, exactly, list, nullish, oneOf, optional, text, whole } from '../schema/build.ts';
import type { Schema } from '../schema/schema.ts';
import { model, tagged } from './model.ts';
import {
  dictionary,
  effort,
  integer,
  modelName,
  nullishBoolean,
  nullishInteger,
  nullishString,
  nullishStrings,
  string,
} from './scalars.ts';

const visibleThinking = {
  block_binding: nullish(
    model('ThinkingBlockBinding', {
      prefix_mismatch_behavior: nullish(oneOf('error', 'drop_block')),
    }),
  ),
  display: nullish(oneOf('summarized', 'omitted', 'updates')),
};

const SMALLEST_BUDGET = 1024;

const thinkingConfig = tagged(
  model('ThinkingConfigEnabled', {
    type: exactly('enabled'),
    // S32; that it stays under max_tokens is a rule (K01).
    budget_tokens: whole({ least: SMALLEST_BUDGET }),
    ...visibleThinking,
  }),
  model('ThinkingConfigDisabled', { type: exactly('disabled') }),
  model('ThinkingConfigBetweenTools', { type: exactly('between_tools') }),
  model('ThinkingConfigAdaptive', { type: exactly('adaptive'), ...visibleThinking }),
);

export const thinking: Schema = optional(thinkingConfig);

const jsonOutputFormat = model('JSONOutputFormat', {
  type: exactly('json_schema'),
  schema: dictionary,
});

const outputConfigModel = model('OutputConfig', {
  effort,
  format: nullish(jsonOutputFormat),
  task_budget: nullish(
    model('TokenTaskBudget', {
      type: exactly('tokens'),
      total: integer,
      remaining: nullishInteger,
    }),
  ),
});

/** May be left out, may not be null (measured 2026-08-31). */
export const outputConfig: Schema = optional(outputConfigModel);

/** The older place of `output_config.format`. */
export const outputFormat: Schema = nullish(jsonOutputFormat);

/** Null is taken as absence although the SDK's type has none (measured 2026-08-31); an id was shorter until 2026. */
export const metadata: Schema = nullish(
  model('Metadata', { user_id: nullish(text({ most: 512 })) }),
);

export const speed: Schema = nullish(oneOf('standard', 'fast'));

export const thread: Schema = nullish(
  tagged(
    model('ThreadCreateParams', { type: exactly('create') }),
    model('ThreadContinueParams', { type: exactly('continue'), previous_message_id: string }),
  ),
);

/** A summary on demand; the length of `instructions` is a rule (5.1). */
export const compaction: Schema = nullish(
  model('CompactionConfig', {
    type: exactly('summarize'),
    instructions: nullishString,
  }),
);

const skillText = text({ least: 1, most: 64 });

/** An id, or what to put in; a number answers at `container.ContainerParams` (measured 2026-08-31). */
export const container: Schema = nullish(
  either(
    model('ContainerParams', {
      id: nullishString,
      skills: nullish(
        list(
          model('SkillParams', {
            type: oneOf('anthropic', 'custom'),
            skill_id: skillText,
            version: optional(skillText),
          }),
        ),
      ),
    }),
    string,
  ),
);

export const mcpServers: Schema = optional(
  list(
    model('RequestMCPServerURLDefinition', {
      type: exactly('url'),
      name: string,
      url: string,
      authorization_token: nullishString,
      tool_configuration: nullish(
        model('RequestMCPServerToolConfiguration', {
          allowed_tools: nullishStrings,
          enabled: nullishBoolean,
        }),
      ),
    }),
  ),
);

/** Models to try after a refusal; an unknown key in an entry is refused though the SDK's type is open (6.7). */
export const fallbacks: Schema = nullish(
  either(
    list(
      model('FallbackParam', {
        model: modelName,
        max_tokens: nullishInteger,
        output_config: nullish(outputConfigModel),
        speed,
        thinking: nullish(thinkingConfig),
      }),
    ),
    exactly('default'),
  ),
);

export const fallbackCreditToken: Schema = nullish(
  either(
    string,
    model('FallbackCreditTokenParam', {
      token: string,
      mode: optional(oneOf('strict', 'best_effort')),
    }),
  ),
);

export const diagnostics: Schema = nullish(
  model('DiagnosticsParam', {
    previous_message_id: nullish(text({ most: 256 })),
  }),
);

export const billingPolicy: Schema = nullish(
  model('BillingPolicy', {
    type: exactly('billing_policy'),
    bill_to: optional(oneOf('self', 'user_profile')),
  }),
);
