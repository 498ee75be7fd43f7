// The request schemas hold what the SDK's request types hold, type by type, field by field, tag by tag.
//
// The schemas print themselves as TypeScript into request-mirror.ts (vitest writes it with -u); tsc compares
// the print with the SDK, and an SDK with something new fails on `Unexplained` below, by name.
import type { MessageCreateParamsBase } from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type { MessageCreateParamsBase as PlainMessageCreateParams } from '@anthropic-ai/sdk/resources/messages/messages';
import { format } from 'prettier';
import { expect, expectTypeOf, test } from 'vitest';
import { countTokensRequest, messageRequest } from '../../src/wire/request/request.ts';
import type { ObjectSchema, Schema } from '../../src/wire/schema/schema.ts';
import type { Mirror, Sdk } from './request-mirror.ts';

/** Where schema and SDK part on purpose, and why. */
const knownDifferences = {
  // Fields and values of ours that the SDK does not have.
  'MessageCreateParamsBase.temperature is not in the SDK': 'version 2023-06-01 takes it (1.3)',
  'MessageCreateParamsBase.top_p is not in the SDK': 'version 2023-06-01 takes it (1.3)',
  'MessageCreateParamsBase.top_k is not in the SDK': 'version 2023-06-01 takes it (1.3)',
  'MessageCreateParamsBase.metadata: null is not in the SDK':
    'taken as absence, measured 2026-08-31',
  'MessageCreateParamsBase.stop_sequences: null is not in the SDK':
    'taken as absence, measured 2026-08-31',
  'MessageCreateParamsBase.user_profile_id: null is not in the SDK':
    'a body field before SDK 1.0, and nullable there',
  'MessageCountTokensParams.user_profile_id: null is not in the SDK':
    'a body field before SDK 1.0, and nullable there',
  'BrowserToolset20260801.allowed_callers is not in the SDK': 'documented (4.9)',
  'ComputerToolset20260801.allowed_callers is not in the SDK': 'documented (4.9)',
  // Fields of the SDK's parameters that never stand in a body.
  'MessageCreateParamsBase.betas is not in the schema': 'sent as a header (SDK messages.ts)',
  'MessageCreateParamsBase.workspace_id is not in the schema': 'sent as a header (SDK messages.ts)',
  'MessageCountTokensParams.betas is not in the schema': 'sent as a header (SDK messages.ts)',
  'MessageCountTokensParams.workspace_id is not in the schema':
    'sent as a header (SDK messages.ts)',
} as const satisfies Record<string, string>;

/**
 * Fields the SDK calls unknown and the API wants to be objects: printed as unknown, or nothing would compare.
 * (`FallbackParam` is open in the SDK and strict here: an unknown key is refused, 6.7. The comparison takes both.)
 */
const narrowerThanTheSdk: Record<string, string> = {
  'ToolUseBlockParam.input': 'S18',
  'ServerToolUseBlockParam.input': 'laravel/ai#389, API reference',
  'MCPToolUseBlockParam.input': 'API reference',
  'Tool.InputSchema.properties': "PHP's empty array is refused, a 2026 report",
};

/** SDK types of another name than `Beta` and ours; the rest follow that pattern. */
const sdkNames: Record<string, string> = {
  MessageCreateParamsBase: 'MessageCreateParamsBase',
  MessageCountTokensParams: 'MessageCountTokensParams',
  'Tool.InputSchema': 'BetaTool.InputSchema',
  // One type for each member of a toolset, all alike.
  ToolsetMemberConfig: 'BetaBrowserKeyConfig',
};

const identifier = (name: string): string => name.replaceAll('.', '');

/** Prints schemas as interfaces, each model once. */
class Printer {
  readonly interfaces = new Map<string, string>();

  print(schema: Schema): string {
    return `${this.printBare(schema)}${schema.nullable === true ? ' | null' : ''}`;
  }

  printBare(schema: Schema): string {
    switch (schema.kind) {
      case 'list':
        return `ReadonlyArray<${this.print(schema.item)}>`;
      case 'record':
        return `{ [key: string]: ${this.print(schema.value)} }`;
      case 'dictionary':
        return '{ [key: string]: unknown }';
      case 'tagged':
      case 'either':
        return schema.arms.map((arm) => this.print(arm)).join(' | ');
      case 'choice':
        return schema.values.map((value) => `'${value}'`).join(' | ');
      case 'object':
        return this.printModel(schema);
      default:
        return schema.kind;
    }
  }

  printModel({ name = 'Nameless', fields: known, open = false }: ObjectSchema): string {
    const fields = Object.entries(known).map(([key, field]) => {
      const mark = field.optional === true ? '?' : '';
      const type = `${name}.${key}` in narrowerThanTheSdk ? 'unknown' : this.print(field);
      return `${key}${mark}: ${type};`;
    });
    if (open) fields.push('[key: string]: unknown;');
    const body = `interface ${identifier(name)} { ${fields.join('\n')} }`;
    // Two models of one name would hide one from the comparison.
    expect(this.interfaces.get(name) ?? body).toBe(body);
    this.interfaces.set(name, body);
    return identifier(name);
  }
}

test('prints the schemas as the types that are compared with the SDK', async () => {
  const printer = new Printer();
  printer.print(messageRequest);
  printer.print(countTokensRequest);
  const names = [...printer.interfaces.keys()];
  const text = [
    '// The request schemas, printed by request-mirror.test.ts: run it with -u, do not edit.',
    "import type * as sdk from '@anthropic-ai/sdk/resources/beta/messages/messages';",
    ...printer.interfaces.values(),
    '/** Every printed type by its name. */',
    `export interface Mirror { ${names.map((name) => `${identifier(name)}: ${identifier(name)};`).join('\n')} }`,
    "/** The SDK's types that they mirror. */",
    `export interface Sdk { ${names.map((name) => `${identifier(name)}: sdk.${sdkNames[name] ?? `Beta${name}`};`).join('\n')} }`,
  ].join('\n\n');
  const printed = await format(text, { parser: 'typescript', singleQuote: true, printWidth: 100 });
  await expect(printed).toMatchFileSnapshot('request-mirror.ts');
});

type NamedKeys<T> = keyof { [K in keyof T as string extends K ? never : K]: 1 } & string;

/** What a field may hold, one level deep, in words: `'auto'`, `null`, `{text}`, `[]{tool_use}`. */
type Atom<T> = unknown extends T
  ? 'unknown'
  : T extends undefined
    ? 'absence'
    : T extends null
      ? 'null'
      : T extends boolean
        ? 'boolean'
        : T extends number
          ? 'number'
          : T extends string
            ? string extends T
              ? 'string'
              : `'${T}'`
            : T extends readonly (infer E)[]
              ? `[]${Atom<E>}`
              : T extends { type?: infer Tag extends string | null | undefined }
                ? `{${NonNullable<Tag>}}`
                : T extends { role: infer Role extends string }
                  ? `{${Role}}`
                  : '{}';

/** The SDK's `Model` lists names beside any string: the string says it all. */
type Atoms<T> = 'string' extends Atom<T> ? Exclude<Atom<T>, `'${string}'`> : Atom<T>;

type FieldDifference<Name extends string, Key extends string, Ours, Theirs> =
  | `${Name}.${Key}: ${Exclude<Atoms<Ours>, Atoms<Theirs>>} is not in the SDK`
  | `${Name}.${Key}: ${Exclude<Atoms<Theirs>, Atoms<Ours>>} is not in the schema`;

type Difference<Name extends string, Ours, Theirs> =
  | `${Name}.${Exclude<NamedKeys<Ours>, NamedKeys<Theirs>>} is not in the SDK`
  | `${Name}.${Exclude<NamedKeys<Theirs>, NamedKeys<Ours>>} is not in the schema`
  | {
      [Key in NamedKeys<Ours> & NamedKeys<Theirs>]: FieldDifference<
        Name,
        Key,
        Ours[Key & keyof Ours],
        Theirs[Key & keyof Theirs]
      >;
    }[NamedKeys<Ours> & NamedKeys<Theirs>];

type Found = {
  [Name in keyof Mirror]: Difference<Name, Mirror[Name], Sdk[Name]>;
}[keyof Mirror];

type None<Names extends never> = Names;

test('parts from the SDK only where it is known why', () => {
  // Each name in an error of tsc here is something the schemas lack, or have too much: add it, or say why not.
  type Unexplained = None<Exclude<Found, keyof typeof knownDifferences>>;
  type Outdated = None<Exclude<keyof typeof knownDifferences, Found>>;
  expectTypeOf<Unexplained>().toBeNever();
  expectTypeOf<Outdated>().toBeNever();
  expect(Object.values(knownDifferences).every((reason) => reason.length > 0)).toBe(true);
});

test('takes whatever the SDK lets one write', () => {
  type HeaderFields = 'betas' | 'workspace_id';
  expectTypeOf<Omit<MessageCreateParamsBase, HeaderFields>>().toExtend<
    Mirror['MessageCreateParamsBase']
  >();
  expectTypeOf<Omit<PlainMessageCreateParams, HeaderFields>>().toExtend<
    Mirror['MessageCreateParamsBase']
  >();
});
