/** The parts every request schema is made of: strict objects that keep their SDK name, and unions that keep how the API speaks of them. */
import * as z from 'zod';
import { accepts } from './acceptor.ts';

/** What the API's wording needs to know about a schema and zod does not hold. */
interface Note {
  /** The SDK's type name without its `Beta`, which is also pydantic's name for the arm of a union. */
  readonly name?: string;
  /** Tags of this union are listed as declared. Default: sorted (S10 to S12 against S30). */
  readonly declared?: boolean;
  /** The arm of a plain union that speaks when no arm fits the data. Default: the list, else the object. */
  readonly speaker?: z.ZodType;
  /** A whole number. Default: any number. */
  readonly integer?: boolean;
  /** The API's own text for a number out of its range. Default: pydantic's. */
  readonly range?: string;
  /** A step pydantic adds to the path when the value has the wrong type. Default: none. */
  readonly typeStep?: string;
  /** The model behind a schema that keeps it apart. Default: the schema is all there is. */
  readonly model?: z.ZodObject;
  /** An absent value answers as one of the wrong type. Default: `Field required`. */
  readonly absentIsType?: boolean;
}

const notes = new WeakMap<z.ZodType, Note>();
const NO_NOTE: Note = {};

/** The note of a schema, empty when it has none. */
export function noteOf(schema: z.ZodType): Note {
  return notes.get(schema) ?? NO_NOTE;
}

/** The same schema, with a note. */
export function noted<Schema extends z.ZodType>(schema: Schema, note: Note): Schema {
  notes.set(schema, { ...noteOf(schema), ...note });
  return schema;
}

/** What zod holds of a schema. */
export type Def = z.core.$ZodTypes['_zod']['def'];

/** What zod holds of a schema; of a model that is kept apart, what it holds of the model. */
export function defOf(schema: z.core.$ZodType): Def {
  const { model: whole = schema } = noteOf(schema as z.ZodType);
  return (whole as z.core.$ZodTypes)._zod.def;
}

/** The fields of an object, in the order the API reports them. */
export type Fields = Record<string, z.ZodType>;

/** An object of known fields: any other key is refused (S02, S03). `name` is the SDK type without `Beta`. */
export function model(name: string, fields: Fields): z.ZodObject {
  return noted(z.strictObject(fields), { name });
}

/** An object that may hold more than its known fields, as a JSON Schema may. */
export function openModel(name: string, fields: Fields): z.ZodObject {
  return noted(z.looseObject(fields), { name });
}

/** A model that what holds it is compiled without: zod sees no more of it than its tag and a yes or no. */
function apart(each: z.ZodObject): z.ZodCustom {
  const arm = z.custom((value) => accepts(each, value));
  // By these a union finds its members.
  arm._zod.propValues = each._zod.propValues;
  return noted(arm, { ...noteOf(each), model: each });
}

/**
 * Models that seldom come up. What is compiled is written out in every place that holds it, so a request would be
 * millions of characters of code with all of them in it.
 */
export function rare(...models: z.ZodObject[]): z.ZodCustom[] {
  return models.map(apart);
}

/** One of several models told apart by `type`; the tag becomes a step of the path. */
export function tagged(...models: (z.ZodObject | z.ZodCustom)[]): z.ZodType {
  return z.discriminatedUnion('type', models as [z.ZodObject, ...z.ZodObject[]]);
}

/** A value that fits one of several schemas with nothing but its type to tell them apart. */
export function either(...arms: z.ZodType[]): z.ZodType {
  return z.union(arms);
}
