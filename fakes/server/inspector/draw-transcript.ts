/** The conversation as of the chosen exchange, with what was found at the block it is about. */
import { messagesAfter } from '../../../src/transcript/transcript.ts';
import { blocksOf, textField, type Block } from '../../../src/wire/conversation.ts';
import { replyOf, type Exchange } from '../../../src/wire/exchange.ts';
import { startsWith } from '../../../src/wire/same-messages.ts';
import { duration } from './draw-lists.ts';
import { drawJson, drawText } from './draw-value.ts';
import { element } from './element.ts';
import { findingsOf, type Finding, type FindingKind } from './findings.ts';
import { lanesOf, type CallState, type Cell, type Group, type Lane, type Row } from './lanes.ts';
import { transcriptOf, type State } from './state.ts';

const LANES: Readonly<Record<Lane, string>> = { app: 'App', model: 'Model', tools: 'Tools' };

const FINDINGS: Readonly<Record<FindingKind, string>> = {
  violation: 'refused',
  note: 'note',
  invariant: 'invariant broken',
};

const STATES: Readonly<Record<CallState, string>> = {
  answered: '',
  failed: 'error',
  waiting: 'no result yet',
  missing: 'no result',
};

function drawFinding({ kind, id, text, path }: Finding): HTMLElement {
  return element(
    'div',
    { class: 'finding', 'data-kind': kind, role: 'note' },
    element(
      'p',
      { class: 'facts' },
      element('strong', {}, FINDINGS[kind]),
      ' ',
      element('code', {}, id),
      path !== undefined && ` at ${path}`,
    ),
    element('p', { class: 'text' }, text),
  );
}

function drawContent(block: Block, key: string): HTMLElement {
  const shown: Readonly<Record<string, unknown>> = block;
  if (block.type === 'text') return drawText(textField(block, 'text'), key);
  if (block.type === 'thinking') return drawText(textField(block, 'thinking'), key);
  const { type: _type, cache_control: _cache, ...rest } = shown;
  return drawJson(rest, key, 1);
}

function drawResult(content: unknown, key: string): HTMLElement {
  const blocks = blocksOf(content);
  if (blocks.length === 0 && content !== undefined) return drawJson(content, key, 1);
  return element('div', {}, ...blocks.map((block, index) => drawContent(block, `${key}.${index}`)));
}

/** What stands over a block: its kind, or the tool and the id that pairs call and result. */
function captionOf({ content, lane }: Cell, mark: string): HTMLElement | undefined {
  const { type } = content;
  if (type === 'text' && lane !== 'tools') return undefined;
  const id = textField(content, lane === 'tools' ? 'tool_use_id' : 'id');
  return element(
    'p',
    { class: 'facts' },
    element('strong', {}, textField(content, 'name') || type || 'no block'),
    id !== '' && ' ',
    id !== '' && element('code', {}, id),
    mark !== '' && ' ',
    mark !== '' && element('span', { class: 'badge', 'data-kind': 'failed' }, mark),
  );
}

function bodyOf({ lane, content }: Cell, key: string): HTMLElement {
  if (lane === 'tools') return drawResult(content['content'], key);
  if (textField(content, 'name') !== '' && 'input' in content) {
    return drawJson(content['input'], key, 1);
  }
  return drawContent(content, key);
}

type FindingsAt = (message: number, block?: number) => readonly Finding[];

function drawCell(cell: Cell, run: string, at: FindingsAt, state?: CallState): HTMLElement {
  const { lane, message, block, content } = cell;
  const path = `messages.${message}.content.${block}`;
  const found = at(message, block);
  const isBad = found.some(({ kind }) => kind === 'violation');
  return element(
    'div',
    {
      class: 'cell',
      'data-lane': lane,
      'data-path': path,
      'data-type': content.type,
      'data-state': state,
      'data-bad': isBad,
    },
    captionOf(cell, state === undefined ? '' : STATES[state]),
    bodyOf(cell, `${run} ${path}`),
    ...found.map(drawFinding),
  );
}

function drawRow({ cell, call }: Row, run: string, at: FindingsAt): HTMLElement {
  const drawn = drawCell(cell, run, at);
  if (!call) return element('div', { class: 'row' }, drawn);
  const { state, result } = call;
  const answer = result
    ? drawCell(result, run, at, state)
    : element('p', { class: 'gap', 'data-lane': 'tools', 'data-state': state }, STATES[state]);
  return element('div', { class: 'row' }, drawn, answer);
}

/** How a turn of the model ended, and what it cost. */
function drawEnding(exchange: Exchange): HTMLElement | undefined {
  const reply = replyOf(exchange);
  if (!reply) return undefined;
  const { stop_reason: reason, usage } = reply;
  const facts = [
    `[${exchange.index}]`,
    ...(exchange.turn === undefined ? [] : [exchange.turn]),
    reason ?? 'no stop reason',
    `${usage.input_tokens} in, ${usage.output_tokens} out`,
    duration(exchange),
  ];
  return element(
    'div',
    { class: 'row' },
    element('p', { class: 'ending facts', 'data-lane': 'model' }, facts.join(' · ')),
  );
}

function drawGroup(
  group: Group,
  run: string,
  at: FindingsAt,
  answeredBy: Exchange | undefined,
): HTMLElement | undefined {
  const { message, role, rows } = group;
  const found = at(message);
  const hasRows = rows.length > 0;
  if (!hasRows && found.length === 0) return undefined;
  return element(
    'li',
    { class: 'message', 'aria-label': `Message ${message}, ${role || 'no role'}` },
    ...found.map(drawFinding),
    ...rows.map((row) => drawRow(row, run, at)),
    answeredBy && drawEnding(answeredBy),
  );
}

interface ErrorAnswer {
  readonly error?: { readonly type?: string; readonly message?: string };
}

const UNANSWERED: Readonly<Record<string, string>> = {
  open: 'The model is answering.',
  aborted: 'The client left before the end.',
  failed: 'The connection broke, as scripted.',
};

/** What came in place of a reply. */
function drawUnanswered(exchange: Exchange): HTMLElement | undefined {
  const { outcome, response, problem } = exchange;
  if (outcome === 'answered') return undefined;
  const error = (response?.body as ErrorAnswer | null | undefined)?.error;
  const status = response && response.status >= 400 ? `${response.status} ` : '';
  const said = error?.message ?? problem ?? UNANSWERED[outcome] ?? '';
  return element(
    'div',
    { class: 'row' },
    element(
      'div',
      { class: 'cell answer', 'data-lane': 'model', 'data-outcome': outcome },
      element(
        'p',
        { class: 'facts' },
        element('strong', {}, outcome),
        ` ${status}${error?.type ?? ''} `,
        `[${exchange.index}] · ${duration(exchange)}`,
      ),
      element('p', { class: 'text' }, said),
    ),
  );
}

/** What the conversation began with: the system prompt and the tools on offer. */
function drawSetting({ request }: Exchange, run: string): HTMLElement | undefined {
  const body: Readonly<Partial<Exchange['request']['body']>> = request.body ?? {};
  const parts = (['model', 'system', 'tools'] as const).filter((part) => part in body);
  if (parts.length === 0) return undefined;
  return element(
    'div',
    { class: 'setting' },
    ...parts.map((part) => drawJson(body[part], `${run} ${part}`, 0, part)),
  );
}

/** Which exchange answered with the message that stands at an index. A client may have put there what it likes. */
function answerers(journal: readonly Exchange[], upTo: Exchange): Map<number, Exchange> {
  const said = messagesAfter(upTo);
  return new Map(
    journal
      .filter((each) => each.index <= upTo.index && replyOf(each) !== undefined)
      .filter((each) => startsWith(said, messagesAfter(each)))
      .map((each) => [each.messages.length, each]),
  );
}

export function drawTranscript(state: State, exchange: Exchange | undefined): HTMLElement[] {
  if (!exchange) {
    if (state.link !== 'live') return [];
    const hint =
      state.runs.length > 0
        ? 'No exchange here.'
        : 'Nothing has been asked yet. Point the base URL of a client here, and it shows as it happens.';
    return [element('p', { class: 'empty' }, hint)];
  }
  const run = `${state.run}`;
  const transcript = transcriptOf(state, exchange);
  const messages = messagesAfter(exchange);
  const groups = lanesOf(messages);
  const findings = findingsOf(exchange, transcript);
  const places = new Set(
    groups.flatMap(({ message, rows }) => [
      `${message}`,
      ...rows.flatMap(({ cell, call }) =>
        [cell, ...(call?.result ? [call.result] : [])].map((at) => `${at.message}.${at.block}`),
      ),
    ]),
  );
  /** A finding at a block that is not there is shown at its message. */
  const placeOf = ({ message, block }: Finding): string | undefined =>
    [`${message}.${block}`, `${message}`].find((place) => places.has(place));
  const at: FindingsAt = (message, block) => {
    const place = block === undefined ? `${message}` : `${message}.${block}`;
    return findings.filter((finding) => placeOf(finding) === place);
  };
  const own = transcript?.exchanges ?? [];
  const inConversation = state.journal.filter(({ index }) => own.includes(index));
  const answered = answerers(inConversation, exchange);
  const conversation = transcript ? state.transcripts.indexOf(transcript) + 1 : 0;
  const many = state.transcripts.length;
  return [
    element(
      'h2',
      {},
      element('span', {}, run),
      element(
        'span',
        { class: 'facts' },
        ` as of [${exchange.index}]`,
        many > 1 && conversation > 0 && `, talk ${conversation} of ${many}`,
      ),
    ),
    ...[drawSetting(exchange, run)].filter((drawn) => drawn !== undefined),
    ...findings.filter((finding) => placeOf(finding) === undefined).map(drawFinding),
    element(
      'div',
      { class: 'row lanes', 'aria-hidden': 'true' },
      ...Object.entries(LANES).map(([lane, name]) => element('p', { 'data-lane': lane }, name)),
    ),
    element(
      'ol',
      { class: 'messages', 'aria-label': 'Messages' },
      ...groups.map((group) => drawGroup(group, run, at, answered.get(group.message))),
    ),
    ...[drawUnanswered(exchange)].filter((drawn) => drawn !== undefined),
  ];
}
