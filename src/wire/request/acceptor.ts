/** zod's yes or no to a value, from a schema that is compiled once that pays. */
import * as z from 'zod';

/** Compiling takes about as long as looking at this many messages without. */
const WORTH_COMPILING = 25_000;

/** Since zod 4.6; without it, or where no code may be made at run time, the schema stays as it is. */
const compile: typeof z.compile | undefined = z.compile;

/** Whether a schema takes a value. */
export function accepts(schema: z.ZodObject, value: unknown): boolean {
  // Since zod 4.6; stops at the first fault, where a parse of a hostile body would collect millions.
  const validate: z.ZodObject['validate'] | undefined = schema.validate;
  if (validate !== undefined) return schema.validate(value);
  try {
    return schema.safeParse(value).success;
  } catch (error) {
    // Before 4.6 a long list of faults can be more than a call takes as arguments.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** How much there is to look at in a body: its messages, and the rest of it. */
function sizeOf(body: unknown): number {
  const messages = (body as { messages?: unknown } | null | undefined)?.messages;
  return Array.isArray(messages) ? messages.length + 1 : 1;
}

/** Whether the schema of a request takes a body. */
export type Acceptor = (body: unknown) => boolean;

/** Asks a schema, and compiles it when it has been asked enough. */
export function acceptor(schema: z.ZodObject): Acceptor {
  let looked = 0;
  let form = schema;
  return (body) => {
    if (looked < WORTH_COMPILING) {
      looked += sizeOf(body);
      if (looked >= WORTH_COMPILING) form = compile?.(schema) ?? schema;
    }
    return accepts(form, body);
  };
}
