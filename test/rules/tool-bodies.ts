/** Requests with tools and talk about them, in few words. */
import { body } from '../support/send.ts';

export type Json = Record<string, unknown>;

export const user = (content: unknown): Json => ({ role: 'user', content });
export const assistant = (content: unknown): Json => ({ role: 'assistant', content });
export const system = (content: unknown): Json => ({ role: 'system', content });
export const text = (value: string): Json => ({ type: 'text', text: value });

export const call = (id: string, fields: Json = {}): Json => ({
  type: 'tool_use',
  id,
  name: 'look',
  input: {},
  ...fields,
});

export const result = (id: string, fields: Json = {}): Json => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'ok',
  ...fields,
});

export const image: Json = {
  type: 'image',
  source: { type: 'url', url: 'https://example.test/a.png' },
};

export const serverCall = (id: string, name: string, fields: Json = {}): Json => ({
  type: 'server_tool_use',
  id,
  name,
  input: {},
  ...fields,
});

export const searchResult = (id: string): Json => ({
  type: 'web_search_tool_result',
  tool_use_id: id,
  content: [],
});

/** A tool with a schema; `properties` are those of the schema. */
export const tool = (name: string, fields: Json = {}): Json => ({
  name,
  input_schema: { type: 'object' },
  ...fields,
});

export const withTools = (...tools: Json[]): Json => body({ tools });

/** A tool of its own schema. */
export const schemaTool = (schema: Json, fields: Json = {}): Json =>
  withTools(tool('look', { input_schema: { type: 'object', ...schema }, ...fields }));

/** A conversation with these tools. */
export const talk = (tools: Json[], ...messages: Json[]): Json =>
  body({ ...(tools.length > 0 ? { tools } : {}), messages });

/** A question, the model's turn, and what comes after it. */
export const turn = (tools: Json[], content: Json[], ...after: Json[]): Json =>
  talk(tools, user('q'), assistant(content), ...after);
