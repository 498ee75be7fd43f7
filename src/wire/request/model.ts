/** The parts every request schema is made of: objects that keep their SDK name, and unions told apart by `type`. */
import { object, taggedBy } from '../schema/build.ts';
import type { Fields, ObjectSchema, TaggedSchema } from '../schema/schema.ts';

/** An object of known fields: any other key is refused (S02, S03). `name` is the SDK type without `Beta`. */
export function model(name: string, fields: Fields): ObjectSchema {
  return object(fields, { name });
}

/** An object that may hold more than its known fields, as a JSON Schema may. */
export function openModel(name: string, fields: Fields): ObjectSchema {
  return object(fields, { name, open: true });
}

/** One of several models told apart by `type`; the tag becomes a step of the path. */
export function tagged(...models: ObjectSchema[]): TaggedSchema {
  return taggedBy('type', ...models);
}
