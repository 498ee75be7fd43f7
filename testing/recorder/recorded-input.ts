/** What an app was asked, as far as its requests tell. */
import { blocksOf } from '../../src/wire/conversation.ts';
import type { Exchange } from '../../src/wire/exchange.ts';
import type { MessageParam } from '../../src/wire/message.ts';
import { sameJson } from '../../src/wire/json/same-json.ts';
import { USUAL_PARAMS } from '../apps/question.ts';
import { isQuestion } from './runs.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What becomes the `input` of a scenario: the `question`, which is what the user says; or the `request`, which is all that
 * the app sent first, as the apps of the kit take it.
 */
export type InputForm = 'question' | 'request';

const LONGEST_NAME = 72;

/** A text in a few words. */
export function inShort(text: string): string {
  const line = text.trim().split('\n')[0]!.trim();
  return line.length <= LONGEST_NAME ? line : `${line.slice(0, LONGEST_NAME).trim()}…`;
}

/** One message of the user with nothing but a text is that text. */
function questionIn(messages: readonly MessageParam[]): unknown {
  const [first, ...others] = messages;
  if (others.length > 0 || first?.role !== 'user') return messages;
  const [block, ...blocks] = blocksOf(first.content);
  const isText = block?.type === 'text' && Object.keys(block).length === 2 && blocks.length === 0;
  return isText ? block['text'] : messages;
}

/** What the user said once there was an answer. */
function followUps(exchanges: readonly Exchange[]): unknown[] {
  return exchanges.flatMap((exchange, position) => {
    const before = exchanges[position - 1];
    return before && isQuestion(exchange, before) ? [exchange.messages.at(-1)!.content] : [];
  });
}

/** The fields that are not as the apps of the kit have them anyway. */
function unusual(params: Fields): Fields {
  const usual = USUAL_PARAMS as unknown as Fields;
  return Object.fromEntries(
    Object.entries(params).filter(([name, value]) => value !== usual[name]),
  );
}

function requestIn(exchanges: readonly Exchange[], ownTools: readonly string[]): unknown {
  const { request, messages } = exchanges[0]!;
  const body = Object(request.body) as Fields;
  const { messages: sent, tools, stream: _, thread, ...params } = body;
  const others = (Array.isArray(tools) ? tools : []).filter(
    (tool) => !ownTools.includes((Object(tool) as Fields)['name'] as string),
  );
  const then = followUps(exchanges);
  const fields = {
    ...unusual(params),
    // The messages of a thread that was gone on with stand here in full.
    ...(thread !== undefined && sameJson(sent, messages) ? { thread } : {}),
    ...(others.length > 0 ? { tools: others } : {}),
    ...(request.betas.length > 0 ? { betas: request.betas } : {}),
    // A list, whatever it is called in the language of scenarios.
    // oxlint-disable-next-line unicorn/no-thenable
    ...(then.length > 0 ? { then } : {}),
  };
  const [first] = messages;
  const isText = messages.length === 1 && typeof first!.content === 'string';
  const said = isText && first!.role === 'user' ? first!.content : messages;
  return Object.keys(fields).length > 0 ? { messages: said, ...fields } : said;
}

/**
 * The input of the scenario that plays a conversation again.
 * @param ownTools the names of those that stand in the scenario
 */
export function inputOf(
  exchanges: readonly Exchange[],
  form: InputForm,
  ownTools: readonly string[],
): unknown {
  return form === 'question' ? questionIn(exchanges[0]!.messages) : requestIn(exchanges, ownTools);
}
