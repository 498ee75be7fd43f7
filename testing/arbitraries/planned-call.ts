/** The calls of a model before they have ids: of tools there are and of others, with any kind of input, made again or not. */
import * as fc from 'fast-check';
import { conduct, type Conduct, type ConductKind } from './conduct.ts';
import { schemaOf, type ToolSource } from './known-tool.ts';
import { INPUT_KINDS, inputKinds, type InputKind } from './schema/input-kinds.ts';
import type { Fields } from './schema/node.ts';
import { anyOf } from './schema/valid-value.ts';
import { kindsOfInput } from './tool-input.ts';

export type CallKind = 'known' | 'unknown' | 'repeated';

export const callKinds: readonly CallKind[] = ['known', 'unknown', 'repeated'];

export interface PlannedCall {
  readonly name: string;
  readonly input: Fields;
  readonly kind: InputKind | 'unknown';
  readonly conduct: Conduct | undefined;
  /** How often the very same call is made. */
  readonly times: number;
}

export interface CallOptions {
  readonly tools: readonly ToolSource[];
  readonly calls: readonly CallKind[];
  readonly inputs: readonly InputKind[];
  readonly conduct: readonly ConductKind[];
}

type Target = Pick<PlannedCall, 'name' | 'input' | 'kind'>;

/** Calls of tools that there are: first the kind of input, then the tool, so that either shrinks by itself. */
function ofTools(
  tools: readonly ToolSource[],
  wanted: readonly InputKind[],
): fc.Arbitrary<Target> | undefined {
  const known = tools.map(({ name, ...tool }) => ({
    name,
    kinds: kindsOfInput(schemaOf({ name, ...tool })),
  }));
  const kinds = inputKinds.flatMap((kind) => {
    if (!wanted.includes(kind)) return [];
    const targets = known.flatMap(({ name, kinds: all }) =>
      all
        .filter((each) => each.kind === kind)
        .map(({ inputs }) => inputs.map((input): Target => ({ name, input, kind }))),
    );
    const arbitrary = anyOf(targets);
    return arbitrary ? [{ kind, arbitrary }] : [];
  });
  if (kinds.length === 0) return undefined;
  return fc.oneof(
    { withCrossShrink: true },
    // Half of all inputs are valid.
    ...kinds.map(({ kind, arbitrary }) => ({
      weight: kind === 'valid' ? kinds.length : 1,
      arbitrary,
    })),
  );
}

const NAMES = ['none', 'Look', 'look_up', 'bash', '__proto__', 'constructor', 'x'.repeat(128)];

function ofNoTool(tools: readonly ToolSource[]): fc.Arbitrary<Target> {
  const names = NAMES.filter((name) => tools.every((tool) => tool.name !== name));
  return fc.constantFrom(...names).map((name) => ({ name, input: {}, kind: 'unknown' }));
}

/** Whether the tool is to run at a call. */
export const isToRun = ({ kind }: PlannedCall): boolean =>
  kind !== 'unknown' && INPUT_KINDS[kind].accepted;

/** Shrinks to a valid call of the first tool, made once, at which nothing happens. */
export function plannedCall(options: CallOptions): fc.Arbitrary<PlannedCall> {
  const { tools, calls, inputs } = options;
  const known = calls.includes('known') ? ofTools(tools, inputs) : undefined;
  const wanted = [
    ...(known ? [{ weight: 9, arbitrary: known }] : []),
    ...(known && !calls.includes('unknown') ? [] : [{ weight: 1, arbitrary: ofNoTool(tools) }]),
  ];
  const times = calls.includes('repeated')
    ? fc.oneof(
        { withCrossShrink: true },
        { weight: 9, arbitrary: fc.constant(1) },
        fc.constantFrom(2, 3),
      )
    : fc.constant(1);
  return fc
    .tuple(fc.oneof({ withCrossShrink: true }, ...wanted), conduct(options.conduct), times)
    .map(([target, how, count]) => ({ ...target, conduct: how, times: count }));
}
