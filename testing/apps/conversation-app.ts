/** What the apps that come with the kit have in common: they ask, and go on with what the user says next. */
import type { MessageParam } from '@anthropic-ai/sdk/resources/messages';
import type { App, AppContext } from '../app.ts';
import { questionOf, type Question } from './question.ts';

/** An answer, with the conversation that led to it. */
export interface Answered {
  readonly answer: unknown;
  /** The answer included. */
  readonly messages: readonly MessageParam[];
}

/** Gets an answer to messages. */
export type Ask = (context: AppContext, question: Question) => Promise<Answered>;

async function countTokens({ client, tools }: AppContext, question: Question): Promise<void> {
  const { params, messages, tools: more } = question;
  const definitions = [...tools.map(({ definition }) => definition), ...more];
  await client.messages.countTokens({
    model: params.model,
    messages: [...messages],
    ...(definitions.length > 0 ? { tools: definitions } : {}),
  });
}

/** An app that asks what the scenario asks by `ask`, and answers with the newest answer. */
export function conversationApp(ask: Ask): App {
  return async (context) => {
    const question = questionOf(context.input);
    if (question.countTokens) await countTokens(context, question);
    let answered = await ask(context, question);
    for (const content of question.followUps) {
      const messages: MessageParam[] = [...answered.messages, { role: 'user', content }];
      // The user waits for an answer before the next word.
      // oxlint-disable-next-line no-await-in-loop
      answered = await ask(context, { ...question, messages });
    }
    return answered.answer;
  };
}
