/** Tools with their answers, or the file that has them. */
import * as fc from 'fast-check';
import type { ToolAnswer } from '../../../src/scenario/tool-schema.ts';
import type { WrittenScenario, WrittenTool } from '../../../src/scenario/written.ts';
import { toolName } from '../tool-name.ts';
import { callId } from './matchers.ts';
import { fields, json, some, text, word } from './values.ts';

const tool = (name: string): fc.Arbitrary<WrittenTool> =>
  fc.record(
    {
      name: fc.constant(name),
      description: text(),
      input_schema: fields().map((schema) => ({ ...schema, type: 'object' })),
      effect: fc.constantFrom('read' as const, 'write' as const),
      answers: fc.array(
        fc
          .tuple(
            some<Pick<ToolAnswer, 'input' | 'call' | 'delay'>>({
              input: fields(),
              call: callId(),
              delay: fc.nat(),
            }),
            fc.oneof(
              json().map((result) => ({ result })),
              word().map((reason) => ({ error: reason })),
              word().map((reason) => ({ throws: reason })),
              fc.constant({ hangs: true as const }),
            ),
          )
          .map(([input, answer]) => ({ ...input, ...answer })),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: ['name', 'description', 'input_schema', 'answers'] },
  );

export const tools = (): fc.Arbitrary<NonNullable<WrittenScenario['tools']>> =>
  fc.oneof(
    fc.constant('desk.yaml'),
    fc
      .uniqueArray(toolName(), { maxLength: 2 })
      .chain((names) => fc.tuple(...names.map((name) => tool(name)))),
  );
