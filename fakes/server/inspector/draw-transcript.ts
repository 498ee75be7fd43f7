/** The conversation as of the chosen exchange, with what was found at the block it is about. */
import { courseOf } from '../../../src/transcript/course.ts';
import { findingsOf } from '../../../src/transcript/findings.ts';
import { messagesAfter } from '../../../src/transcript/transcript.ts';
import type { Exchange } from '../../../src/wire/exchange.ts';
import { drawCourse, drawSetting } from '../../drawing/draw-conversation.ts';
import { element, type Markup } from '../../drawing/markup.ts';
import { transcriptOf, type State } from './state.ts';

const NOT_BEGUN = 'has not begun yet. It shows as soon as something is asked of it.';
const NOTHING_ASKED =
  'Nothing has been asked yet. Point the base URL of a client here, and it shows as it happens.';

function hintOf({ runs, run }: State): string {
  if (run === undefined) return NOTHING_ASKED;
  const hasBegun = runs.some(({ name }) => name === run);
  return hasBegun ? 'No exchange here.' : `The run "${run}" ${NOT_BEGUN}`;
}

function drawNothing(state: State): Markup[] {
  if (state.link !== 'live') return [];
  const hint = hintOf(state);
  return [element('p', { class: 'empty' }, hint)];
}

export function drawTranscript(state: State, exchange: Exchange | undefined): Markup[] {
  if (!exchange) return drawNothing(state);
  const { journal, run, transcripts } = state;
  const transcript = transcriptOf(state, exchange);
  const own = transcript?.exchanges ?? [];
  const soFar = journal.filter(({ index }) => own.includes(index) && index <= exchange.index);
  // What a good loop would have done is judged by how the conversation stands now.
  const isNewest = own.at(-1) === exchange.index;
  const findings = findingsOf([exchange], isNewest ? transcript!.invariants : []);
  // A request that is no conversation is in none.
  const exchanges = soFar.length > 0 ? soFar : [exchange];
  const course = courseOf(messagesAfter(exchange), exchanges, findings);
  const drawing = { key: `${run}` };
  const setting = drawSetting(exchange, drawing);
  const conversation = transcript ? transcripts.indexOf(transcript) + 1 : 0;
  const many = transcripts.length;
  return [
    element(
      'h2',
      {},
      element('span', {}, `${run}`),
      element(
        'span',
        { class: 'facts' },
        ` as of [${exchange.index}]`,
        many > 1 && conversation > 0 && `, talk ${conversation} of ${many}`,
      ),
    ),
    ...(setting ? [setting] : []),
    ...drawCourse(course, drawing),
  ];
}
