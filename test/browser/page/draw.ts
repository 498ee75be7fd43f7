/** The page: the conversation as the app knows it, beside the journal and the transcripts of the simulation. */
import type { Exchange, Simulation } from 'ensaio';

export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface Reply {
  role: 'assistant';
  text: string;
  calls: readonly Call[];
  /** How many deltas came, and how many of them before the API had said everything. */
  deltas: number;
  early: number;
}

export type Line = Reply | { readonly role: 'user' | 'note'; readonly text: string };

function element(
  tag: string,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function drawCall({ id, name, input }: Call, simulation: Simulation): HTMLElement {
  const calls = simulation.transcripts.flatMap(({ toolCalls }) => toolCalls);
  const result = calls.find((call) => call.id === id)?.result;
  const call = element('div', { class: 'call' }, `${name}(${JSON.stringify(input)})`);
  if (result) {
    const kind = result['is_error'] === true ? 'failed' : 'right';
    call.append(element('output', { class: kind }, JSON.stringify(result['content'])));
  }
  return call;
}

function drawLine(line: Line, simulation: Simulation): HTMLElement {
  const item = element('li', { class: line.role }, element('p', { class: 'text' }, line.text));
  if (line.role !== 'assistant') return item;
  const { calls, deltas, early } = line;
  item.dataset['early'] = String(early);
  item.append(
    ...calls.map((call) => drawCall(call, simulation)),
    element('p', { class: 'facts' }, `${deltas} deltas, ${early} while the API was speaking`),
  );
  return item;
}

function drawExchange({ index, outcome, request, messages, response }: Exchange): HTMLElement {
  const { stop_reason: reason } = (response?.body ?? {}) as { stop_reason?: string };
  const sent = request.body?.messages?.length ?? 0;
  const facts = [
    `${request.method} ${request.path}`,
    `${sent} of ${messages.length} messages sent`,
    ...(outcome === 'answered' && reason ? [reason] : []),
  ];
  return element(
    'li',
    { 'data-outcome': outcome },
    element('strong', {}, `${index + 1} · ${outcome}`),
    ...facts.map((fact) => element('p', { class: 'facts' }, fact)),
  );
}

export function draw(lines: readonly Line[], simulation: Simulation): void {
  document
    .querySelector('#conversation')!
    .replaceChildren(...lines.map((line) => drawLine(line, simulation)));
  document.querySelector('#journal')!.replaceChildren(...simulation.journal.map(drawExchange));
  document.querySelector('#left')!.textContent = `Turns to come: ${simulation.pending.length}`;
}
