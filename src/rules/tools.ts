/** What is refused of the tools on offer. */
import type { Rule } from './rule.ts';

function nameOf(tool: unknown): unknown {
  return typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined;
}

export const toolRules: readonly Rule[] = [
  {
    id: 'tool-name-repeated',
    stage: 'meaning',
    summary: 'No two tools have the same name.',
    confidence: 'A',
    facts: ['T16'],
    source: 'T16: several public reports',
    *check({ tools }) {
      const names = tools.map(nameOf).filter((name) => typeof name === 'string');
      if (new Set(names).size < names.length)
        yield { message: 'tools: Tool names must be unique.' };
    },
  },
];
