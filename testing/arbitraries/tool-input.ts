/** Inputs that a model may write for a call of a tool: what its schema asks for, and all that it does not. */
import * as fc from 'fast-check';
import type * as z from 'zod';
import { EnsaioError } from '../../src/error.ts';
import { isRecord } from '../../src/wire/json/is-record.ts';
import { checkSomeKinds } from './check-kinds.ts';
import { knownSchema, schemaOf, type ToolSource } from './known-tool.ts';
import { INPUT_KINDS, inputKinds, type InputKind } from './schema/input-kinds.ts';
import { anyOf, validValue } from './schema/valid-value.ts';
import { variations } from './schema/variations.ts';
import type { Fields } from './schema/node.ts';

export interface ToolInputOptions {
  /** What the inputs may be; of these, kinds that the schema leaves no room for are left out. Default: `valid`. */
  readonly kinds?: readonly InputKind[];
}

export interface KindOfInput {
  readonly kind: InputKind;
  readonly inputs: fc.Arbitrary<Fields>;
}

/** How many values are tried to learn whether a schema leaves room for a kind. */
const PROBES = 20;

/** The same values, those left out that the schema does not take as it should; undefined when that is all of them. */
function checked(
  values: fc.Arbitrary<unknown> | undefined,
  isRight: (value: unknown) => boolean,
): fc.Arbitrary<Fields> | undefined {
  const probes = values ? fc.sample(values, { numRuns: PROBES, seed: 1 }) : [];
  const right = probes.filter(isRight).length;
  return right === 0 ? undefined : (values!.filter(isRight) as fc.Arbitrary<Fields>);
}

function unsupported(kinds: readonly InputKind[], json: Fields): EnsaioError {
  return new EnsaioError(
    'schema-unsupported',
    `No input that is ${kinds.join(' or ')} was found for the schema ${JSON.stringify(json)}.`,
    { hint: 'Ask for other kinds, or make the inputs of this tool by hand.', details: { kinds } },
  );
}

function readKinds(schema: z.core.$ZodType | object): readonly KindOfInput[] {
  const { json, fits, accepts } = knownSchema(schema);
  const context = { root: json, depth: 0, made: new Map() };
  const all = variations(json, context);
  const kinds = inputKinds.flatMap((kind) => {
    const { accepted } = INPUT_KINDS[kind];
    // A refinement may refuse what is valid but for it; a format is the one kind that JSON Schema does not check.
    const isRefused = kind === 'wrong-format' ? () => true : (value: unknown) => !fits(value);
    const isRight = (value: unknown): boolean =>
      isRecord(value) && (accepted ? accepts(value) : !accepts(value) && isRefused(value));
    // Each by itself: one that comes out right only now and then would be rare among the others.
    const places = all
      .filter((variation) => variation.kind === kind)
      .map(({ values }) => checked(values, isRight));
    const made: Partial<Record<InputKind, () => fc.Arbitrary<Fields> | undefined>> = {
      valid: () => checked(validValue(json, context), isRight),
      empty: () => checked(fc.constant({}), isRight),
    };
    const inputs = made[kind]?.() ?? anyOf(places);
    return inputs ? [{ kind, inputs }] : [];
  });
  if (kinds[0]?.kind !== 'valid') throw unsupported(['valid'], json);
  return kinds;
}

const read = new WeakMap<object, readonly KindOfInput[]>();

/**
 * The kinds of input that a schema leaves room for, each with its inputs; made once for each schema.
 * @throws EnsaioError `schema-unsupported` when not even a valid one was found
 */
export function kindsOfInput(schema: z.core.$ZodType | object): readonly KindOfInput[] {
  const kinds = read.get(schema) ?? readKinds(schema);
  read.set(schema, kinds);
  return kinds;
}

/**
 * Inputs for a tool or a schema (zod 4, or JSON Schema of draft 2020-12), of the kinds that `kinds` names. Every one of
 * them is checked by the schema itself. Never anything but a JSON object, never `undefined` in it, never a lone
 * surrogate. Shrinks to fewer fields, shorter lists, smaller numbers and plain words.
 * @throws EnsaioError `schema-unsupported` when no input of any of the kinds was found, `option-invalid` for a kind that
 * there is not, or for none
 */
export function toolInput(
  tool: ToolSource | z.core.$ZodType | object,
  options: ToolInputOptions = {},
): fc.Arbitrary<Fields> {
  const { kinds = ['valid'] } = options;
  checkSomeKinds('kinds', kinds, inputKinds);
  const schema =
    'name' in tool && typeof tool.name === 'string' ? schemaOf(tool as ToolSource) : tool;
  const wanted = kindsOfInput(schema).filter(({ kind }) => kinds.includes(kind));
  const inputs = anyOf(wanted.map((each) => each.inputs));
  if (inputs) return inputs;
  throw unsupported(kinds, knownSchema(schema).json);
}
