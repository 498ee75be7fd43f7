/** The runs, and the exchanges of the chosen one. */
import { replyOf, type Exchange } from '../../../src/wire/exchange.ts';
import type { RunView } from '../views.ts';
import { element, type Child } from './element.ts';
import { transcriptOf, type State } from './state.ts';

const plural = (many: number, what: string): string => `${many} ${what}${many === 1 ? '' : 's'}`;

const badge = (kind: string, text: string): HTMLElement =>
  element('span', { class: 'badge', 'data-kind': kind }, text);

const counted = (kind: string, many: number, what: string): Child =>
  many > 0 && badge(kind, plural(many, what));

function drawRun(run: RunView, isChosen: boolean): HTMLElement {
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
        plural(exchanges, 'exchange'),
        pending > 0 && `, ${plural(pending, 'turn')} left`,
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

export function drawRuns(runs: readonly RunView[], { run }: State): HTMLElement[] {
  if (runs.length === 0) return [element('li', { class: 'empty' }, 'No run yet.')];
  return runs.map((each) => drawRun(each, each.name === run));
}

/** Milliseconds as people read them. */
export function duration({ startedAt, endedAt }: Exchange): string {
  if (endedAt === undefined) return 'under way';
  const ms = endedAt - startedAt;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function factsOf(exchange: Exchange): string {
  const { request, response } = exchange;
  const reply = replyOf(exchange);
  const isMessages = request.path === '/v1/messages';
  return [
    ...(isMessages ? [] : [`${request.method} ${request.path}`]),
    ...(reply?.stop_reason ? [reply.stop_reason] : []),
    ...(reply === undefined && response ? [String(response.status)] : []),
    duration(exchange),
  ].join(' · ');
}

function drawExchange(exchange: Exchange, state: State, isChosen: boolean): HTMLElement {
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
): HTMLElement[] {
  if (journal.length === 0) {
    const why = state.journal.length > 0 ? 'None that the filter lets through.' : 'None yet.';
    return [element('li', { class: 'empty' }, why)];
  }
  return journal.map((exchange) => drawExchange(exchange, state, exchange === chosen));
}
