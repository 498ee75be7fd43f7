/** The plain values of a request: strings, numbers, choices, and dictionaries nobody looks into. */
import * as z from 'zod';
import { noted } from './model.ts';

/** Any string, the empty one too: whether text may be blank is a rule, not a shape (M04, M05). */
export const string: z.ZodType = z.string();

export const boolean: z.ZodType = z.boolean();

// One wrapper for every field that is alike: a schema costs more to build than to share.
export const optionalString: z.ZodType = string.optional();
export const nullishString: z.ZodType = string.nullish();
export const optionalBoolean: z.ZodType = boolean.optional();
export const nullishBoolean: z.ZodType = boolean.nullish();

/**
 * A whole number of any size.
 * @note Strings of digits are refused, so the API reads in pydantic's strict mode (measured 2026-08-31).
 */
export const integer: z.ZodType = noted(z.number().multipleOf(1), { integer: true });

export const nullishInteger: z.ZodType = integer.nullish();

export const strings: z.ZodType = z.array(string);
export const nullishStrings: z.ZodType = strings.nullish();

/** One of some strings. */
export function oneOf(...values: string[]): z.ZodType {
  return z.enum(values);
}

/** How much effort an answer may take: of a request, of one turn, of a fallback. */
export const effort: z.ZodType = oneOf('low', 'medium', 'high', 'xhigh', 'max').nullish();

/** Exactly this string; for the `type` of a model, its tag. */
export function exactly(value: string): z.ZodType {
  return z.literal(value);
}

function isDictionary(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * An object whose inside is somebody else's business: tool inputs, JSON schemas. Its values are passed over,
 * so no depth of nesting can hurt; not a `z.record`, which would copy it key by key.
 */
export const dictionary: z.ZodType = z.custom(isDictionary);

/** A dictionary that answers as one of the wrong type when it is absent (S18). */
export const demandedDictionary: z.ZodType = noted(z.custom(isDictionary), { absentIsType: true });

/** A string that is not empty and not too long. Python counts characters, JavaScript UTF-16 units: only the longer ones need counting. */
function upTo(longest: number): z.ZodString {
  return z
    .string()
    .min(1)
    .check((context) => {
      const { value } = context;
      if (value.length <= longest || [...value].length <= longest) return;
      context.issues.push({
        code: 'too_big',
        origin: 'string',
        maximum: longest,
        inclusive: true,
        input: value,
      });
    });
}

/** The model's name: neither empty nor longer than this (many reports of both); whether it exists is a later step (H13). */
export const modelName: z.ZodType = upTo(256);

/** Ids the client echoes (S15, S16). */
export const clientId: z.ZodType = z.string().regex(/^[a-zA-Z0-9_-]+$/);

/** Ids of calls the server made itself (S17). */
export const serverId: z.ZodType = z.string().regex(/^srvtoolu_[a-zA-Z0-9_]+$/);

/**
 * A declared tool's name (S25). The empty name answers with its length, not the pattern
 * (measured 2026-09-04), a name too long with the pattern.
 */
export const toolName: z.ZodType = z
  .string()
  .min(1)
  .regex(/^[a-zA-Z0-9_-]{1,128}$/);

/** A tool's name in the history: its length is checked, its characters are not (S19 to S21). */
export const usedToolName: z.ZodType = upTo(200);
