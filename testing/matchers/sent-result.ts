/** `toHaveSentToolResult`: whether a tool result with certain fields was sent. */
import { formatExcerpt } from '../../src/transcript/format-transcript.ts';
import { conversationsIn, statesOf } from '../conversations.ts';
import { resultsIn, type PlacedResult } from '../placed-blocks.ts';
import {
  comparison,
  headOf,
  isText,
  paragraphs,
  showValue,
  type Match,
  type MatcherHelp,
} from './match.ts';

/** A tool result that is looked for; what is left out may be anything. */
export interface ExpectedToolResult {
  /** The id of the call it answers. */
  readonly tool_use_id?: string;
  /** Its text: exactly, by a pattern or an asymmetric matcher, or as the JSON value that it holds. */
  readonly content?: unknown;
  readonly is_error?: boolean;
}

function lineOf({ id, text, isError }: PlacedResult): string {
  return `${id}${isError ? ' (is_error)' : ''} -> ${JSON.stringify(text)}`;
}

/** @throws EnsaioError `option-invalid` when there is no conversation in `received` */
export function toHaveSentToolResult(
  help: MatcherHelp,
  received: unknown,
  wanted: ExpectedToolResult,
): Match {
  const found = conversationsIn(received)
    .flatMap(statesOf)
    .flatMap((messages) => resultsIn(messages).map((placed) => ({ placed, messages })));
  const { tool_use_id: id, content, is_error: isError } = wanted;
  const isOfCall = ({ placed }: (typeof found)[number]): boolean => placed.id === id;
  const isSent = (each: (typeof found)[number]): boolean =>
    (id === undefined || isOfCall(each)) &&
    (content === undefined || isText(help, content, each.placed.text)) &&
    (isError === undefined || each.placed.isError === isError);
  const nearest = found.find(help.isNot ? isSent : isOfCall);
  const shown = showValue(help, wanted);
  return {
    pass: found.some(isSent),
    message: () =>
      paragraphs(
        headOf(help, received, 'toHaveSentToolResult', [shown]),
        comparison(
          `${help.isNot ? 'no result' : 'a result'} like ${shown}`,
          found.length === 0 ? ['no result at all'] : found.map(({ placed }) => lineOf(placed)),
        ),
        nearest
          ? formatExcerpt(nearest.messages, {
              message: nearest.placed.message,
              block: nearest.placed.index,
            })
          : '',
      ),
  };
}
