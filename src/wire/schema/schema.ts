/** Shapes of JSON as plain data: what a value may be, and what whoever speaks of a wrong one has to know. */

interface Common {
  /** Whether a field of it may be left out. Default: it may not. */
  readonly optional?: boolean;
  /** Whether it may be null. Default: it may not. */
  readonly nullable?: boolean;
}

export interface StringSchema extends Common {
  readonly kind: 'string';
  /** The fewest characters. */
  readonly least?: number;
  /** The most characters, as Python counts them: a surrogate pair is one. */
  readonly most?: number;
  readonly pattern?: RegExp;
  /** A step pydantic adds to the path when the value has the wrong type. Default: none. */
  readonly typeStep?: string;
}

export interface NumberSchema extends Common {
  readonly kind: 'number';
  /** Only whole numbers. Default: any that is finite. */
  readonly whole?: boolean;
  readonly least?: number;
  readonly most?: number;
  /** Only numbers that are more. */
  readonly above?: number;
  /** Only numbers that are less. */
  readonly below?: number;
  /** The API's own text for a number out of its range. Default: pydantic's. */
  readonly range?: string;
}

export interface BooleanSchema extends Common {
  readonly kind: 'boolean';
}

/** One of some strings. */
export interface ChoiceSchema extends Common {
  readonly kind: 'choice';
  readonly values: readonly string[];
}

/** Anything that is there. */
export interface UnknownSchema extends Common {
  readonly kind: 'unknown';
}

/** An object whose inside is somebody else's business: it is passed over, so no depth of nesting can hurt. */
export interface DictionarySchema extends Common {
  readonly kind: 'dictionary';
  /** An absent value answers as one of the wrong type. Default: `Field required`. */
  readonly absentIsType?: boolean;
}

/** What must be true besides of an object whose fields are right each by itself. */
type Condition = (value: Readonly<Record<string, unknown>>) => boolean;

/** An object of any keys whose values are alike. */
export interface RecordSchema extends Common {
  readonly kind: 'record';
  readonly value: Schema;
  readonly holds?: Condition;
}

export interface ListSchema extends Common {
  readonly kind: 'list';
  readonly item: Schema;
  /** The fewest items. Default 0. */
  readonly least?: number;
}

/** Fields by name, in the order in which they are reported. */
export type Fields = Readonly<Record<string, Schema>>;

export interface ObjectSchema extends Common {
  readonly kind: 'object';
  readonly fields: Fields;
  /** Whether other keys may stand there as well. Default: they may not. */
  readonly open?: boolean;
  /** The SDK's type name without its `Beta`, which is also pydantic's name for the arm of a union. */
  readonly name?: string;
  readonly holds?: Condition;
  /** The field that is missing when `holds` says no. Default: the object as a whole is wrong. */
  readonly demands?: string;
}

/** One of several objects told apart by the value of one field. */
export interface TaggedSchema extends Common {
  readonly kind: 'tagged';
  readonly by: 'type' | 'role';
  readonly arms: readonly ObjectSchema[];
  /** Tags are listed as declared. Default: sorted (S10 to S12 against S30). */
  readonly declared?: boolean;
}

/** A value that fits one of several schemas with nothing but its type to tell them apart. */
export interface EitherSchema extends Common {
  readonly kind: 'either';
  readonly arms: readonly Schema[];
  /** The arm that speaks when no arm fits the data. Default: the list, else the object. */
  readonly speaker?: Schema;
}

export type Schema =
  | StringSchema
  | NumberSchema
  | BooleanSchema
  | ChoiceSchema
  | UnknownSchema
  | DictionarySchema
  | RecordSchema
  | ListSchema
  | ObjectSchema
  | TaggedSchema
  | EitherSchema;
