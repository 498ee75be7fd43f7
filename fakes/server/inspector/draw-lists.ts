/** The runs, and the exchanges of the chosen one. */
import { countOf } from '../../../src/scenario/count-of.ts';
import { durationOf } from '../../../src/transcript/exchange-facts.ts';
import { replyOf, type Exchange } from '../../../src/wire/exchange.ts';
import type { RunView } from '../views.ts';
import { element, type Child, type Markup } from '../../drawing/markup.ts';
import { transcriptOf, type State } from './state.ts';

const badge = (kind: string, text: string): Markup =>
  element('span', { class: 'badge', 'data-kind': kind }, text);

const counted = (kind: string, many: number, what: string): Child =>
  many > 0 && badge(kind, countOf(many, what));

function drawRun(run: RunView, isChosen: boolean): Markup {
  const { name, done, exchanges, open, pending, unexpected, violations, notes } = run;
  return element(
    'li',
    { 'data-key': name },
    element(
      'button',
      { type: 'button', 'data-run': name, 'aria-current': isChosen && 'true' },
      element('span', { class: 'name' }, name),
      element(
        'span',
        { class: 'facts' },
        countOf(exchanges, 'exchange'),
        pending > 0 && `, ${countOf(pending, 'turn')} left`,
      ),
      element(
        'span',
        { class: 'badges' },
        done && badge('answered', 'done'),
        counted('open', open, 'open'),
        counted('refused', violations, 'violation'),
        unexpected > 0 && badge('unexpected', `${unexpected} unexpected`),
        counted('note', notes, 'note'),
      ),
    ),
  );
}

export function drawRuns(runs: readonly RunView[], { run }: State): Markup[] {
  if (runs.length === 0) return [element('li', { class: 'empty' }, 'No run yet.')];
  return runs.map((each) => drawRun(each, each.name === run));
}

function factsOf(exchange: Exchange): string {
  const { request, response } = exchange;
  const reply = replyOf(exchange);
  const isMessages = request.path === '/v1/messages';
  return [
    ...(isMessages ? [] : [`${request.method} ${request.path}`]),
    ...(reply?.stop_reason ? [reply.stop_reason] : []),
    ...(reply === undefined && response ? [String(response.status)] : []),
    durationOf(exchange),
  ].join(' · ');
}

function drawExchange(exchange: Exchange, state: State, isChosen: boolean): Markup {
  const { index, outcome, violations, notes } = exchange;
  const transcript = transcriptOf(state, exchange);
  const conversation = transcript ? state.transcripts.indexOf(transcript) + 1 : 0;
  return element(
    'li',
    { 'data-key': String(index) },
    element(
      'button',
      { type: 'button', 'data-exchange': String(index), 'aria-current': isChosen && 'true' },
      element('span', { class: 'name' }, `[${index}] `, badge(outcome, outcome)),
      element('span', { class: 'facts' }, factsOf(exchange)),
      element(
        'span',
        { class: 'badges' },
        state.transcripts.length > 1 && conversation > 0 && badge('plain', `talk ${conversation}`),
        counted('refused', violations.length, 'violation'),
        counted('note', notes.length, 'note'),
      ),
    ),
  );
}

export function drawExchanges(
  journal: readonly Exchange[],
  state: State,
  chosen: Exchange | undefined,
): Markup[] {
  if (journal.length === 0) {
    const why = state.journal.length > 0 ? 'None that the filter lets through.' : 'None yet.';
    return [element('li', { class: 'empty' }, why)];
  }
  return journal.map((exchange) => drawExchange(exchange, state, exchange === chosen));
}
