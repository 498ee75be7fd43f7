/** A request that only fills the cache: stdapi-ai/stdapi.ai#266, agno-agi/agno#8003. */
import { body } from '../support/send.ts';
import { checkCases, refused, type Case } from './cases.ts';

const SCHEMA = { type: 'object', properties: {}, additionalProperties: false };
const TOOLS = { tools: [{ name: 'look', input_schema: { type: 'object' } }] };

const beside = (field: string, fields: object, accepted: object): Case => ({
  name: `${field} of an answer without any output`,
  rule: 'warm-up-alone',
  facts: ['6.5'],
  sent: body({ max_tokens: 0, ...fields }),
  answer: refused(`${field}: not supported when \`max_tokens\` is 0`),
  accepted: body({ max_tokens: 0, ...accepted }),
});

const chosen = (type: string, fields: object = {}): Case =>
  beside(
    'tool_choice',
    { ...TOOLS, tool_choice: { type, ...fields } },
    { ...TOOLS, tool_choice: { type: 'auto' } },
  );

checkCases([
  beside('stream', { stream: true }, { stream: false }),
  beside(
    'output_config.format',
    { output_config: { format: { type: 'json_schema', schema: SCHEMA } } },
    { output_config: { effort: 'low' } },
  ),
  { ...chosen('any'), name: 'any tool called without any output' },
  { ...chosen('tool', { name: 'look' }), name: 'a tool called without any output' },
]);
