/** A schema of what is meant, as one of what may be written: `${name}` stands for a value of any kind. */
import type * as z from 'zod';

export type SchemaNode = z.core.JSONSchema.BaseSchema;

/** What stands for a value, and a text with something put in, where not any text will do. */
const VARIABLES: Readonly<Record<'var' | 'text', SchemaNode>> = {
  var: { type: 'string', pattern: String.raw`^\$\{[A-Za-z_][\w-]*\}$` },
  text: { type: 'string', pattern: String.raw`\$\{` },
};

type VariableName = keyof typeof VARIABLES;

const isWord = ({ enum: words, const: word }: SchemaNode): boolean =>
  words !== undefined || word !== undefined;

const takesAnyText = (node: SchemaNode): boolean => node.type === 'string' && !isWord(node);

/** What has to be added to a schema; nothing to one that takes any text, or only names another. */
function lackingIn(node: SchemaNode): VariableName | undefined {
  if (isWord(node)) return 'text';
  if (!node.anyOf) return node.type === undefined || node.type === 'string' ? undefined : 'var';
  const options = node.anyOf as SchemaNode[];
  if (options.some(takesAnyText)) return undefined;
  const lacking = options.map(lackingIn);
  return lacking.includes('text') ? 'text' : lacking.find((name) => name !== undefined);
}

type Change = (node: SchemaNode) => SchemaNode;

const inEach = (change: Change, nodes: unknown): Record<string, SchemaNode> =>
  Object.fromEntries(
    Object.entries(nodes as Record<string, SchemaNode>).map(([key, node]) => [key, change(node)]),
  );

/** The keywords with schemas in them, and how these are opened; a name of a key is never a variable. */
const PARTS: Readonly<Record<string, (part: unknown) => unknown>> = {
  $defs: (part) => inEach(opened, part),
  properties: (part) => inEach(opened, part),
  additionalProperties: (part) => (typeof part === 'object' ? opened(part as SchemaNode) : part),
  items: (part) => opened(part as SchemaNode),
  anyOf: (part) => (part as SchemaNode[]).map(openedInside),
};

const openedInside: Change = (node) =>
  Object.fromEntries(
    Object.entries(node).map(([key, part]) => [key, PARTS[key] ? PARTS[key](part) : part]),
  );

const opened: Change = (node) => {
  const inside = openedInside(node);
  const lacking = lackingIn(node);
  if (lacking === undefined) return inside;
  const variable = { $ref: `#/$defs/${lacking}` };
  if (inside.anyOf) return { ...inside, anyOf: [...inside.anyOf, variable] };
  const { description, ...own } = inside;
  return { ...(description !== undefined && { description }), anyOf: [own, variable] };
};

/** The same schema, all values in it open to variables; the whole is never one. */
export function openToVariables(schema: SchemaNode): SchemaNode {
  const { $defs, ...inside } = openedInside(schema);
  return { ...inside, $defs: { ...$defs, ...VARIABLES } };
}
