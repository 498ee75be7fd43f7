/** What messages are about: the types of their blocks, and what has a name of its own here. */
import { carried } from '../wire/history/carried.ts';
import { entriesOf, type Block, type Entry } from '../wire/conversation.ts';
import type { CheckedRequest } from './checked-request.ts';
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

/** Adds what the blocks of a `content` are about. */
export function addBlocks(subjects: Set<string>, content: unknown, depth = 1): void {
  if (!Array.isArray(content)) return;
  for (const block of content as unknown[]) {
    if (typeof block !== 'object' || block === null) continue;
    if (typeof (block as Block).type === 'string') addBlock(subjects, block as Block, depth);
  }
}

function addEntries(subjects: Set<string>, entries: readonly Entry[]): void {
  for (const entry of entries) {
    if (entry.role === 'system') subjects.add('system message');
    for (const block of entry.blocks) addBlock(subjects, block, 1);
  }
}

const knownSubjects = carried<ReadonlySet<string>>((before = new Set(), messages) => {
  const subjects = new Set(before);
  addEntries(subjects, entriesOf(messages));
  return subjects;
});

/**
 * Types of blocks in the whole conversation, `messages` and `thread` where there are any, `system message` for a role,
 * `is_error` for a failed result, `call by code`.
 */
export function messageSubjects(request: CheckedRequest): ReadonlySet<string> {
  const { body, known, newEntries } = request;
  const subjects = new Set(known && knownSubjects(known));
  if (body['messages'] != null) subjects.add('messages');
  if (body['thread'] != null) subjects.add('thread');
  addEntries(subjects, newEntries);
  return subjects;
}
