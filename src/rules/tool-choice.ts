/** What is refused of `tool_choice`, against the tools, the model and thinking. */
import type { CheckedRequest } from './checked-request.ts';
import { asList, asRecord, asText, type Json } from './json-value.ts';
import type { Finding, Rule } from './rule.ts';
import { everyTool, hasMcpTools, isForCode } from './tool-list.ts';

const choiceOf = ({ body }: CheckedRequest): Json => asRecord(body['tool_choice']);

const isForced = (request: CheckedRequest): boolean =>
  ['any', 'tool'].includes(asText(choiceOf(request)['type']) ?? '');

const hasTools = (request: CheckedRequest): boolean =>
  hasMcpTools(request) || everyTool(request).length > 0;

/** The name that a choice asks for; undefined when it asks for none. */
function chosenName(request: CheckedRequest): string | undefined {
  const { type, name } = choiceOf(request);
  return type === 'tool' ? asText(name) : undefined;
}

const thinksBy = ({ body }: CheckedRequest): unknown => asRecord(body['thinking'])['type'];

const UNSUPPORTED = 'the docs call it unsupported; whether it is refused is not known';

const UNFIT_MODEL: Finding = {
  path: 'tool_choice',
  message: 'tool_choice: type "tool" and "any" are not supported for this model.',
};
const THINKING: Finding = {
  message: 'Thinking may not be enabled when tool_choice forces tool use.',
};

export const toolChoiceRules: readonly Rule[] = [
  {
    id: 'tool-choice-without-tools',
    stage: 'meaning',
    summary: 'A `tool_choice` other than `none` comes with tools.',
    confidence: 'B',
    facts: ['T13'],
    source: 'T13: two public reports; `none`, the default without tools, is let through',
    *check(request) {
      const { type } = choiceOf(request);
      if (type === undefined || type === 'none' || hasTools(request)) return;
      yield { message: 'tool_choice may only be specified while providing tools.' };
    },
  },
  {
    id: 'tool-choice-unknown',
    stage: 'meaning',
    summary:
      'The tool that `tool_choice` names is there; a toolset or a member of one is not a tool.',
    confidence: 'B',
    facts: ['T14', '4.6', '4.9'],
    source:
      'T14: several public reports; 4.6: docs refuse toolsets too, that it is with this text is our guess. Server tools of the history: report C011 sends them without tools, and that is accepted',
    *check(request) {
      const name = chosenName(request);
      // The tools of an MCP server are not known by name.
      if (name === undefined || !hasTools(request) || hasMcpTools(request)) return;
      if (everyTool(request).some((tool) => tool.name === name)) return;
      yield { message: `Tool '${name}' not found in provided tools` };
    },
  },
  {
    id: 'tool-choice-not-direct',
    stage: 'meaning',
    summary: 'The tool that `tool_choice` names may be called by the model itself.',
    confidence: 'C',
    facts: ['4.6'],
    source: '4.6: programmatic-tool-calling docs; the text is our own',
    *check(request) {
      const name = chosenName(request);
      if (name === undefined) return;
      const callers = everyTool(request).find((tool) => tool.name === name)?.definition[
        'allowed_callers'
      ];
      if (callers === undefined || asList(callers).includes('direct')) return;
      yield {
        path: 'tool_choice',
        message: `tool_choice: the \`allowed_callers\` of tool '${name}' do not include "direct"`,
      };
    },
  },
  {
    id: 'tool-choice-parallel-code',
    stage: 'meaning',
    summary: '`disable_parallel_tool_use` does not go with tools that code may call.',
    confidence: 'C',
    facts: ['4.6'],
    doubt: UNSUPPORTED,
    source: '4.6: programmatic-tool-calling docs; the text is our own',
    *check(request) {
      if (choiceOf(request)['disable_parallel_tool_use'] !== true) return;
      if (!everyTool(request).some(isForCode)) return;
      const path = 'tool_choice.disable_parallel_tool_use';
      yield { path, message: `${path}: not supported with programmatic tool calling` };
    },
  },
  {
    id: 'tool-choice-model',
    stage: 'meaning',
    summary: 'Some models cannot be forced to call a tool.',
    confidence: 'A',
    facts: ['T21', '3.5', '4.6'],
    source: 'T21, 3.5: api/errors and live matrices; also on count_tokens',
    models: ({ forcedTools }) => forcedTools === 'no',
    *check(request) {
      if (isForced(request)) yield UNFIT_MODEL;
    },
  },
  {
    id: 'tool-choice-model-doubtful',
    stage: 'meaning',
    summary: 'Newer models of a line that cannot be forced may not be either.',
    confidence: 'C',
    facts: ['4.6'],
    doubt: 'their pages do not speak of it; the models before them refuse',
    source: '4.6, marked as not found',
    models: ({ forcedTools }) => forcedTools === 'doubtful',
    *check(request) {
      if (isForced(request)) yield UNFIT_MODEL;
    },
  },
  {
    id: 'tool-choice-thinking',
    stage: 'meaning',
    summary: 'A tool cannot be forced while thinking has a budget.',
    confidence: 'B',
    facts: ['T22', '4.6'],
    source: 'T22: public reports; 4.6: docs, on any model',
    *check(request) {
      if (isForced(request) && thinksBy(request) === 'enabled') yield THINKING;
    },
  },
  {
    id: 'tool-choice-adaptive',
    stage: 'meaning',
    summary: 'On some models a tool could not be forced with adaptive thinking either.',
    confidence: 'C',
    facts: ['T22'],
    doubt: 'T22: refused on some models in spring 2026; the docs of Sept 2026 say it is taken',
    source: 'T22: one public report of each',
    *check(request) {
      if (isForced(request) && thinksBy(request) === 'adaptive') yield THINKING;
    },
  },
];
