/** Tools with schemas of every kind, for what reads definitions of tools or makes requests of them. */
import * as fc from 'fast-check';
import type { WrittenTool } from '../../src/scenario/written.ts';
import { toolName } from './tool-name.ts';
import { spokenText } from './spoken.ts';
import type { Fields } from './schema/node.ts';

/** A schema of one value, and a bound that it may have. */
const leaf = (): fc.Arbitrary<Fields> =>
  fc.constantFrom<Fields[]>(
    { type: 'string' },
    { type: 'integer' },
    { type: 'boolean' },
    { type: 'number', minimum: 0 },
    { type: 'string', minLength: 1, maxLength: 8 },
    { type: 'string', pattern: '^[A-Z]-[0-9]{4}$' },
    { type: 'string', format: 'date' },
    { type: 'integer', minimum: 1, maximum: 9 },
    { enum: ['left', 'right'] },
    { const: 'only' },
    { type: ['string', 'null'] },
    {},
  );

const objectOf = (values: fc.Arbitrary<Fields>, size: number): fc.Arbitrary<Fields> =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom('at', 'number', 'name', 'list', 'x.y', 'X-1'), values, {
        maxKeys: size,
        noNullPrototype: true,
      }),
      fc.nat({ max: size }),
      fc.constantFrom<Fields[]>({}, { additionalProperties: false }),
    )
    .map(([properties, needed, closed]) => ({
      type: 'object',
      properties,
      required: Object.keys(properties).slice(0, needed),
      ...closed,
    }));

const value = (): fc.Arbitrary<Fields> =>
  fc.oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: leaf() },
    { weight: 1, arbitrary: leaf().map((items) => ({ type: 'array', items, maxItems: 3 })) },
    { weight: 1, arbitrary: objectOf(leaf(), 2) },
    { weight: 1, arbitrary: fc.tuple(leaf(), leaf()).map((anyOf) => ({ anyOf })) },
  );

export interface ToolsetOptions {
  /** Default 1. */
  readonly minTools?: number;
  /** Default 4. */
  readonly maxTools?: number;
}

/**
 * Tools as a scenario has them, with different names, schemas that the API takes, and one answer each. Never a schema
 * without values, a reference, or a keyword that only a check can keep. Shrinks to fewer tools with fewer properties.
 */
export function toolset(options: ToolsetOptions = {}): fc.Arbitrary<WrittenTool[]> {
  const { minTools = 1, maxTools = 4 } = options;
  return fc.uniqueArray(
    fc.record(
      {
        name: toolName(),
        description: spokenText(),
        input_schema: objectOf(value(), 4),
        effect: fc.constantFrom('read' as const, 'write' as const),
        answers: fc.constant([{ result: 'done' }]),
      },
      { noNullPrototype: true },
    ),
    { minLength: minTools, maxLength: maxTools, selector: ({ name }) => name },
  );
}
