/** The language as JSON Schema, which editors complete and check by. */
import * as z from 'zod';
import { idOf } from './named.ts';
import { openToVariables, type SchemaNode } from './open-to-variables.ts';
import { scenarioSchema, turnList } from './scenario-schema.ts';
import { toolList } from './tool-schema.ts';

/** What a file may hold. */
const file = z.union([scenarioSchema, z.array(scenarioSchema), toolList, turnList]);

/** The items of another file. */
const INCLUDE: SchemaNode = {
  type: 'object',
  description: 'The items of the list in another file, its path relative to this one.',
  properties: { $include: { type: 'string', minLength: 1 } },
  required: ['$include'],
  additionalProperties: false,
};

function elementOf(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'array' ? def.element : undefined;
}

/** The items of lists that several files may share. */
const SHARED = [turnList, toolList].map(elementOf);

/** Adds what may stand in a file though no schema sees it: it is put in before. */
function finish({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: SchemaNode;
}): void {
  // Titles are for messages of our own, ids for zod.
  delete jsonSchema.title;
  delete jsonSchema['id'];
  const element = elementOf(zodSchema);
  if (element !== undefined && SHARED.includes(element)) {
    jsonSchema.items = { anyOf: [jsonSchema.items as SchemaNode, INCLUDE] };
  }
}

/** What zod knows of a schema, with the id under which it is shared. */
class Metadata extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  override get(schema: z.core.$ZodType): z.core.GlobalMeta | undefined {
    const meta = z.globalRegistry.get(schema);
    const id = idOf(schema);
    return id === undefined ? meta : { ...meta, id };
  }
}

/** The JSON Schema (draft 2020-12) of a file of scenarios, of tools or of turns. */
export function scenarioJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(file, {
    io: 'input',
    metadata: new Metadata(),
    override: finish as never,
  });
  return {
    $schema,
    $id: 'https://unpkg.com/ensaio/scenario.schema.json',
    title: 'A scenario of ensaio',
    ...openToVariables(schema),
  };
}
