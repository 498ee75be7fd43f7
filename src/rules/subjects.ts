/** What a request is about: its fields, the types of its blocks and tools. Most rules have nothing to say to most requests. */
import { carried } from '../wire/carried.ts';
import { entriesOf, type Block, type Entry } from '../wire/conversation.ts';
import type { CheckedRequest } from './checked-request.ts';
import type { Json } from './json-value.ts';
import type { Rule } from './rule.ts';
import { isFromCode } from './tool-answers.ts';

/** Blocks in blocks in blocks: the shape allows no more, and nothing here may run out of stack. */
const DEEPEST = 5;

function addBlock(subjects: Set<string>, block: Block, depth: number): void {
  subjects.add(block.type);
  // The results of server tools have a type of their own for each tool.
  if (block.type.endsWith('_tool_result')) subjects.add('server_tool_use');
  if (block['toolset_name'] !== undefined) subjects.add('toolset_name');
  if (block['citations'] != null) subjects.add('citations');
  if (block['cache_control'] != null) subjects.add('cache_control');
  if (block['is_error'] === true) subjects.add('is_error');
  if (isFromCode(block)) subjects.add('call by code');
  if (depth === DEEPEST) return;
  addBlocks(subjects, block['content'], depth + 1);
  addBlocks(
    subjects,
    (block['source'] as { content?: unknown } | null | undefined)?.content,
    depth + 1,
  );
}

function addBlocks(subjects: Set<string>, content: unknown, depth: number): void {
  if (!Array.isArray(content)) return;
  for (const block of content as unknown[]) {
    if (typeof block !== 'object' || block === null) continue;
    if (typeof (block as Block).type === 'string') addBlock(subjects, block as Block, depth);
  }
}

function addTool(subjects: Set<string>, tool: unknown): void {
  if (typeof tool !== 'object' || tool === null) return;
  const { type, strict, cache_control: cacheControl } = tool as Json;
  if (typeof type === 'string') subjects.add(type);
  if (strict === true) subjects.add('strict');
  if (cacheControl != null) subjects.add('cache_control');
}

function addEntries(subjects: Set<string>, entries: readonly Entry[]): void {
  for (const entry of entries) {
    if (entry.role === 'system') subjects.add('system message');
    for (const block of entry.blocks) addBlock(subjects, block, 1);
  }
}

const storedSubjects = carried<ReadonlySet<string>>((before = new Set(), messages) => {
  const subjects = new Set(before);
  addEntries(subjects, entriesOf(messages));
  return subjects;
});

/**
 * Field names of the body, types of blocks and tools, and what has a name of its own here: `strict` for a strict tool,
 * `system message` for a role, `is_error` for a failed result, `call by code`.
 */
export function subjectsOf(request: CheckedRequest): ReadonlySet<string> {
  const { body, thread, sentEntries } = request;
  const subjects = new Set(thread.from && storedSubjects(thread.from));
  for (const field of Object.keys(body)) if (body[field] != null) subjects.add(field);
  addEntries(subjects, sentEntries);
  addBlocks(subjects, body['system'], 1);
  for (const tool of request.tools) addTool(subjects, tool);
  return subjects;
}

/** Whether a request is about any of these subjects. */
export function isAbout(request: CheckedRequest, subjects: readonly string[]): boolean {
  const found = request.derive(subjectsOf);
  return subjects.some((subject) => found.has(subject));
}

/** The same rules, asked only when a request is about one of the subjects. */
export function about(subjects: readonly string[], rules: readonly Rule[]): Rule[] {
  return rules.map((rule) => ({ ...rule, about: subjects }));
}
