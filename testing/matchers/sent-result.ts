/** `toHaveSentToolResult`: whether a tool result with certain fields was sent. */
import { anything, checkOptions, type OptionCheck } from '../../src/check-options.ts';
import { EnsaioError } from '../../src/error.ts';
import { formatExcerpt } from '../../src/transcript/format-transcript.ts';
import { conversationsIn, statesOf } from '../conversations.ts';
import { resultsIn, type PlacedResult } from '../placed-blocks.ts';
import {
  comparison,
  headOf,
  isText,
  partHint,
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

const CHECKS: Readonly<Record<keyof ExpectedToolResult, OptionCheck>> = {
  tool_use_id: [(value: unknown) => typeof value === 'string', 'the id of a call'],
  content: anything,
  is_error: [(value: unknown) => typeof value === 'boolean', 'true or false'],
};

/** A misspelt field, or none at all, would be that of any result. */
function checkWanted(wanted: ExpectedToolResult): void {
  checkOptions(wanted, CHECKS);
  if (Object.values(wanted).some((value) => value !== undefined)) return;
  throw new EnsaioError('option-invalid', 'toHaveSentToolResult was given nothing to look for.', {
    hint: `Any result would do. Name one of ${Object.keys(CHECKS).join(', ')}, or say with toHaveAnswered which call is answered.`,
    details: { received: wanted },
  });
}

function lineOf({ id, text, isError }: PlacedResult): string {
  return `${id}${isError ? ' (is_error)' : ''} -> ${JSON.stringify(text)}`;
}

/** @throws EnsaioError `option-invalid` when there is no conversation in `received`, or nothing is looked for */
export function toHaveSentToolResult(
  help: MatcherHelp,
  received: unknown,
  wanted: ExpectedToolResult,
): Match {
  checkWanted(wanted);
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
        help.isNot
          ? ''
          : partHint(
              help,
              content,
              found.map(({ placed }) => placed.text),
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
