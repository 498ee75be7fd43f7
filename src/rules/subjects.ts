/** What a request is about: its fields, the types of its blocks and tools. Most rules have nothing to say to most requests. */
import type { CheckedRequest } from './checked-request.ts';
import { asList, type Json } from './json-value.ts';
import { addBlocks, messageSubjects } from './message-subjects.ts';
import { ofParameters } from './parameters.ts';
import type { Rule } from './rule.ts';

function addTool(subjects: Set<string>, tool: unknown): void {
  if (typeof tool !== 'object' || tool === null) return;
  const { type, strict, cache_control: cacheControl } = tool as Json;
  if (typeof type === 'string') subjects.add(type);
  if (strict === true) subjects.add('strict');
  if (cacheControl != null) subjects.add('cache_control');
}

/** Names of fields, types of tools and of the blocks of the system prompt, and `strict` for a strict tool. */
export const parameterSubjects: (request: CheckedRequest) => ReadonlySet<string> = ofParameters(
  ({ body: { messages: _messages, thread: _thread, ...fields }, tools }) => {
    const subjects = new Set<string>();
    for (const [name, value] of Object.entries(fields)) if (value != null) subjects.add(name);
    addBlocks(subjects, fields['system']);
    for (const tool of tools) addTool(subjects, tool);
    // A thread goes on with its own tools, whatever else is sent.
    if (fields['tools'] !== tools)
      for (const tool of asList(fields['tools'])) addTool(subjects, tool);
    return subjects;
  },
);

/** Whether a request is about any of these subjects. */
export function isAbout(request: CheckedRequest, subjects: readonly string[]): boolean {
  const inMessages = request.derive(messageSubjects);
  const inParameters = parameterSubjects(request);
  return subjects.some((subject) => inMessages.has(subject) || inParameters.has(subject));
}

/** The same rules, asked only when a request is about one of the subjects. */
export function about(subjects: readonly string[], rules: readonly Rule[]): Rule[] {
  return rules.map((rule) => ({ ...rule, about: subjects }));
}
