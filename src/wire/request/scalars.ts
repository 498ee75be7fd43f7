/** The plain values of a request: strings, numbers, choices, and dictionaries nobody looks into. */
import { list, nullish, oneOf, optional, text, whole } from '../schema/build.ts';
import type {
  BooleanSchema,
  DictionarySchema,
  Schema,
  StringSchema,
  UnknownSchema,
} from '../schema/schema.ts';

/** Any string, the empty one too: whether text may be blank is a rule, not a shape (M04, M05). */
export const string: StringSchema = text();

export const boolean: BooleanSchema = { kind: 'boolean' };

export const unknown: UnknownSchema = { kind: 'unknown' };

// One for every field that is alike.
export const optionalString: Schema = optional(string);
export const nullishString: Schema = nullish(string);
export const optionalBoolean: Schema = optional(boolean);
export const nullishBoolean: Schema = nullish(boolean);

/**
 * A whole number of any size.
 * @note Strings of digits are refused, so the API reads in pydantic's strict mode (measured 2026-08-31).
 */
export const integer: Schema = whole();

export const nullishInteger: Schema = nullish(integer);

export const strings: Schema = list(string);
export const nullishStrings: Schema = nullish(strings);

/** How much effort an answer may take: of a request, of one turn, of a fallback. */
export const effort: Schema = nullish(oneOf('low', 'medium', 'high', 'xhigh', 'max'));

/** An object whose inside is somebody else's business: tool inputs, JSON schemas. */
export const dictionary: DictionarySchema = { kind: 'dictionary' };

/** A dictionary that answers as one of the wrong type when it is absent (S18). */
export const demandedDictionary: Schema = { ...dictionary, absentIsType: true };

/** The model's name: neither empty nor longer than this (many reports of both); whether it exists is a later step (H13). */
export const modelName: Schema = text({ least: 1, most: 256 });

/** Ids the client echoes (S15, S16). */
export const clientId: Schema = text({ pattern: /^[a-zA-Z0-9_-]+$/ });

/** Ids of calls the server made itself (S17), wherever one is named. */
export const serverId: Schema = text({ pattern: /^srvtoolu_[a-zA-Z0-9_]+$/ });

/**
 * A declared tool's name (S25). One that is empty (measured 2026-09-04) or too long (a report of 2026-09-22 with
 * two request ids) answers with its length, not the pattern.
 */
export const toolName: Schema = text({ least: 1, most: 128, pattern: /^[a-zA-Z0-9_-]{1,128}$/ });

/** The name in a reference to a tool: longer than that of a tool may be (API reference; 64 until early 2026). */
export const referredName: Schema = text({
  least: 1,
  most: 256,
  pattern: /^[a-zA-Z0-9_-]{1,256}$/,
});

/** The toolset whose member a call is of (API reference). */
export const toolsetName: Schema = nullish(
  text({ least: 1, most: 64, pattern: /^[a-zA-Z0-9_-]+$/ }),
);

/** A text that is not empty. */
export const filledText: StringSchema = text({ least: 1 });

/** A text that may be left out or null, but not empty, nor longer than this (API reference). */
export function shortText(most: number, least = 1): Schema {
  return nullish(text({ least, most }));
}

/** A limit somebody sets for a tool, which is no limit at 0; the words are those of an answer of 2026. */
export const positive: Schema = nullish(
  whole({ least: 1, range: 'Input should be greater than 0' }),
);

/** A tool's name in the history: its length is checked, its characters are not (S19 to S21). */
export const usedToolName: Schema = text({ least: 1, most: 200 });
