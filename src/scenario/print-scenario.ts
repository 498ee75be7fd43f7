/** A scenario as data to the YAML that says it. */
import { Document, isCollection, type Node } from 'yaml';
import { anything, checkGiven, checkOptions } from '../check-options.ts';
import { escapeVariables } from './expand.ts';
import { isRecord } from '../wire/json/is-record.ts';
import type { Path } from './problem.ts';
import { setOwn } from './set-own.ts';
import type { WrittenScenario } from './written.ts';

export interface PrintOptions {
  /** The path or address of the JSON Schema that editors are to check the file by. Default: none is named. */
  readonly schema?: string;
  /** What is said above the scenario: each line of it becomes a comment. Default: nothing. */
  readonly comment?: string;
}

/** The keys in the order in which people read them; all others come behind. */
const ORDER = {
  scenario:
    'name description tags skip only options input stream tools turns routes abort expect'.split(
      ' ',
    ),
  turn: 'when expect reply error fault times delay'.split(' '),
};

/** What is written over several lines however short it is: `*` is any key or index. */
const OPEN = [
  [],
  ['tools'],
  ['tools', '*'],
  ['tools', '*', 'answers'],
  ['turns'],
  ['turns', '*'],
  ['turns', '*', 'reply'],
  ['turns', '*', 'reply', '*'],
  ['turns', '*', 'expect'],
  ['routes'],
  ['routes', '*'],
  ['routes', '*', 'turns'],
  ['expect'],
] as const;

/** What fits on a line beside its key. */
const WIDTH = 72;

function isOpen(path: Path): boolean {
  return OPEN.some(
    (open) =>
      open.length === path.length &&
      open.every((step, index) => step === '*' || step === path[index]),
  );
}

function ordered(value: Record<string, unknown>, path: Path): string[] {
  const isTurn = path.at(-2) === 'turns' && (path.length === 2 || path[0] === 'routes');
  const order = path.length === 0 ? ORDER.scenario : isTurn ? ORDER.turn : [];
  const known = order.filter((key) => Object.hasOwn(value, key));
  return [...known, ...Object.keys(value).filter((key) => !order.includes(key))];
}

/** The same value, its keys in order and no text taken for a variable. */
function prepare(value: unknown, path: Path = []): unknown {
  if (typeof value === 'string') return escapeVariables(value);
  if (Array.isArray(value)) return value.map((item, index) => prepare(item, [...path, index]));
  if (!isRecord(value)) return value;
  const prepared = {};
  for (const key of ordered(value, path)) {
    // What is undefined is not written.
    if (value[key] !== undefined) setOwn(prepared, key, prepare(value[key], [...path, key]));
  }
  return prepared;
}

/** Writes what is short on one line. */
function fold(node: Node, value: unknown, path: Path): void {
  if (!isCollection(node)) return;
  const text = JSON.stringify(value);
  if (!isOpen(path) && text.length <= WIDTH && !text.includes(String.raw`\n`)) {
    node.flow = true;
    return;
  }
  const parts: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value as object);
  for (const [step, part] of parts) {
    fold(node.get(step, true) as Node, part, [...path, step]);
  }
}

/**
 * The text of a scenario file. Reading it gives the same scenario back.
 * @example
 * printScenario({ name: 'hello', input: 'Say hello.', turns: [{ reply: 'Hello.' }] });
 */
export function printScenario(scenario: WrittenScenario, options: PrintOptions = {}): string {
  checkGiven(isRecord(scenario), 'printScenario', 'a scenario as it is written', scenario);
  checkOptions(options, { schema: anything, comment: anything });
  const { schema, comment = '' } = options;
  const value = prepare(scenario);
  const document = new Document(value, { aliasDuplicateObjects: false });
  fold(document.contents as Node, value, []);
  const lines = [
    ...(schema === undefined ? [] : [`yaml-language-server: $schema=${schema}`]),
    ...(comment === '' ? [] : comment.split('\n')),
  ];
  const above = lines.map((line) => `# ${line}\n`).join('');
  return above + document.toString({ lineWidth: 0, singleQuote: true });
}
