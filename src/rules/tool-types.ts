/** What is refused of tools with a type of their own: those that a model does not know. */
import { COMPUTER_TOOLS, type ComputerTool } from '../wire/models/traits.ts';
import { tagsAt } from '../wire/request/choices.ts';
import { traitsOf } from './models.ts';
import type { Rule } from './rule.ts';
import { declaredTools } from './tool-list.ts';

const isComputerTool = (type: string): type is ComputerTool =>
  (COMPUTER_TOOLS as readonly string[]).includes(type);

export const toolTypeRules: readonly Rule[] = [
  {
    id: 'tool-type-unsupported',
    stage: 'meaning',
    about: COMPUTER_TOOLS,
    reads: 'parameters',
    models: ({ computerTools }) => computerTools !== undefined,
    summary: 'A model works a computer with the tools that it knows.',
    confidence: 'A',
    source:
      "computer-use docs and what's new in Opus 5.5, which has the text up to `Did you mean one of`; with its list it is anthropics/anthropic-sdk-typescript#914 (2026-02). Which types are listed is our guess, and other tools are not looked at",
    *check(request) {
      const { id, computerTools = [] } = traitsOf(request);
      const isRefused = (type: string): boolean =>
        isComputerTool(type) && !computerTools.includes(type);
      const refused = declaredTools(request).flatMap(({ type }) => (isRefused(type) ? type : []));
      if (refused.length === 0) return;
      const known = tagsAt('tools.*', request.betas).filter(
        (type) => type !== 'custom' && !isRefused(type),
      );
      yield {
        path: 'tools',
        message: `'${id}' does not support tool types: ${refused.join(', ')}. Did you mean one of ${known.join(', ')}?`,
      };
    },
  },
];
