/** The app that scenarios run against when nobody brings one: the reference loop with the scenario's tools. */
import { runToolLoop, type LoopOptions } from '../src/loop/index.ts';
import type { App } from '../testing/app.ts';

/** A list of messages as it is; a text, or any other value as JSON, as one message of the user. */
function toMessages(input: unknown): LoopOptions['messages'] {
  if (Array.isArray(input)) return input;
  const content = typeof input === 'string' ? input : JSON.stringify(input);
  return [{ role: 'user', content }];
}

/** Makes the app; `onToolError` gets what a tool threw, which the model is only told in general words. */
export function bundledApp(onToolError: LoopOptions['onToolError']): App {
  return async ({ client, input, tools, signal }) =>
    runToolLoop(client, {
      model: 'claude-haiku-5-5',
      max_tokens: 1024,
      tools,
      messages: toMessages(input),
      // The script ends the conversation.
      maxTurns: Infinity,
      signal,
      onToolError,
      // Half of what a scenario can break is a stream.
      stream: true,
    });
}
