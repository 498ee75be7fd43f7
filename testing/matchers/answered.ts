/** `toHaveAnswered`: whether a call, named by its id or its tool, was answered, possibly with a certain result. */
import { checkGiven } from '../../src/check-options.ts';
import { formatExcerpt } from '../../src/transcript/format-transcript.ts';
import { conversationsIn, statesOf } from '../conversations.ts';
import { callsIn, type PlacedCall } from '../placed-blocks.ts';
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

/** A call as a line: `look (toolu_a) {"at":"left"} -> "seen left"`. */
function lineOf({ name, id, block, result }: PlacedCall): string {
  const mark = result?.isError === true ? '(is_error) ' : '';
  const answer = result ? `${mark}${JSON.stringify(result.text)}` : 'no result';
  return `${name} (${id}) ${JSON.stringify(block['input'])} -> ${answer}`;
}

const textsOf = (calls: readonly PlacedCall[]): string[] =>
  calls.flatMap(({ result }) => (result ? [result.text] : []));

function noneOf(calls: readonly PlacedCall[]): string {
  const names = [...new Set(calls.map(({ name }) => name))];
  return names.length === 0 ? 'no call at all' : `no such call, only of ${names.join(', ')}`;
}

/** @throws EnsaioError `option-invalid` when there is no conversation in `received`, or `call` is no text */
export function toHaveAnswered(
  help: MatcherHelp,
  received: unknown,
  call: string,
  ...wanted: readonly [result?: unknown]
): Match {
  checkGiven(
    typeof call === 'string',
    'toHaveAnswered',
    'the id of a call or the name of a tool',
    call,
  );
  const found = conversationsIn(received)
    .flatMap(statesOf)
    .flatMap((messages) => callsIn(messages).map((placed) => ({ placed, messages })));
  const meant = found.filter(({ placed: { id, name } }) => id === call || name === call);
  const isAnswered = ({ placed: { result } }: (typeof found)[number]): boolean =>
    result !== undefined && (wanted.length === 0 || isText(help, wanted[0], result.text));
  const shown = wanted.map((result) => showValue(help, result));
  const [withResult = 'with any result'] = shown.map((result) => `with ${result}`);
  const expected = `${help.isNot ? 'no call' : 'a call'} ${JSON.stringify(call)} answered ${withResult}`;
  const nearest = help.isNot ? meant.find(isAnswered) : meant[0];
  const { message, index } = nearest?.placed.result ?? nearest?.placed ?? {};
  return {
    pass: meant.some(isAnswered),
    message: () =>
      paragraphs(
        headOf(help, received, 'toHaveAnswered', [JSON.stringify(call), ...shown]),
        comparison(
          expected,
          meant.length === 0
            ? [noneOf(found.map(({ placed }) => placed))]
            : meant.map(({ placed }) => lineOf(placed)),
        ),
        help.isNot ? '' : partHint(help, wanted[0], textsOf(meant.map(({ placed }) => placed))),
        nearest ? formatExcerpt(nearest.messages, { message: message!, block: index! }) : '',
      ),
  };
}
