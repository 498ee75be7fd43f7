/** Whether a schema is one of draft 2020-12, and whether a value fits it: ajv's word, asked for only when tools are there. */
import { loadAjv } from '#ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json } from './json-value.ts';

const META_SCHEMA = 'https://json-schema.org/draft/2020-12/schema';

type Check = (value: unknown) => boolean;

const OPTIONS = {
  strict: false,
  // A format is a note to the reader; ajv would warn of each it does not know.
  logger: false,
  messages: false,
  addUsedSchema: false,
  // Compiled once and run seldom.
  code: { optimize: false },
} as const;

function newAjv(options: ConstructorParameters<typeof Ajv2020>[0]): Ajv2020 {
  const { Ajv2020: Ajv } = loadAjv();
  return new Ajv(options);
}

let metaCheck: Check | undefined;

function compileMetaSchema(): Check {
  const ajv = newAjv(OPTIONS);
  // Ajv compares each item with each other; the meta-schema only ever asks it of strings.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    errors: false,
    validate: (isOn: boolean, list: unknown[]) => !isOn || new Set(list).size === list.length,
  });
  const validate = ajv.getSchema(META_SCHEMA)!;
  return (schema) => validate(schema) === true;
}

/**
 * Whether a schema is a valid one of the draft; patterns are not looked at. `$schema` does not matter: the API reads
 * every schema so.
 */
export function isDraft202012(schema: Json): boolean {
  metaCheck ??= compileMetaSchema();
  try {
    return metaCheck(schema);
  } catch (error) {
    // Nested deeper than ajv can follow: not known to be invalid.
    if (error instanceof RangeError) return true;
    throw error;
  }
}

let compiler: Ajv2020 | undefined;

/** A check of values against a schema; undefined when the schema cannot be compiled, e.g. for a reference out of it. */
export function toCheck(schema: Json): Check | undefined {
  compiler ??= newAjv({
    ...OPTIONS,
    validateSchema: false,
    validateFormats: false,
    unicodeRegExp: false,
  });
  let validate: Check;
  try {
    validate = compiler.compile(schema) as Check;
  } catch {
    return undefined;
  }
  compiler.removeSchema(schema);
  return (value) => {
    try {
      return validate(value);
    } catch {
      // References that go round without end.
      return true;
    }
  };
}
