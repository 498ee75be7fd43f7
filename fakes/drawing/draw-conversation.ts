/** A conversation in three lanes, with what was found at the block it is about. */
import type { Course, Step } from '../../src/transcript/course.ts';
import {
  attemptFacts,
  replyFacts,
  type ExchangeFactsOptions,
} from '../../src/transcript/exchange-facts.ts';
import type { Finding } from '../../src/transcript/findings.ts';
import { CALL_LABELS, FINDING_LABELS } from '../../src/transcript/labels.ts';
import type { CallState, Cell, Lane, Row } from '../../src/transcript/lanes.ts';
import { blocksOf, textField, type Block } from '../../src/wire/conversation.ts';
import type { Exchange } from '../../src/wire/exchange.ts';
import { drawJson, drawText } from './draw-value.ts';
import { element, type Child, type Markup } from './markup.ts';

const LANES: Readonly<Record<Lane, string>> = { app: 'App', model: 'Model', tools: 'Tools' };

/** How a conversation is to be drawn. */
export interface Drawing {
  /** What tells its elements from those of other conversations. */
  readonly key: string;
  /** How what was asked and answered is named. */
  readonly facts?: ExchangeFactsOptions;
}

function drawFinding({ kind, id, text, path }: Finding): Markup {
  return element(
    'div',
    { class: 'finding', 'data-kind': kind, role: 'note' },
    element(
      'p',
      { class: 'facts' },
      element('strong', {}, FINDING_LABELS[kind]),
      ' ',
      element('code', {}, id),
      path !== undefined && ` at ${path}`,
    ),
    element('p', { class: 'text' }, text),
  );
}

function drawContent(block: Block, key: string): Markup {
  const shown: Readonly<Record<string, unknown>> = block;
  if (block.type === 'text') return drawText(textField(block, 'text'), key);
  if (block.type === 'thinking') return drawText(textField(block, 'thinking'), key);
  const { type: _type, cache_control: _cache, ...rest } = shown;
  return drawJson(rest, key, 1);
}

function drawResult(content: unknown, key: string): Markup {
  const blocks = blocksOf(content);
  if (blocks.length === 0 && content !== undefined) return drawJson(content, key, 1);
  return element('div', {}, ...blocks.map((block, index) => drawContent(block, `${key}.${index}`)));
}

/** What stands over a block: its kind, or the tool and the id that pairs call and result. */
function captionOf({ content, lane }: Cell, mark: string): Markup | undefined {
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

function bodyOf({ lane, content }: Cell, key: string): Markup {
  if (lane === 'tools') return drawResult(content['content'], key);
  if (textField(content, 'name') !== '' && 'input' in content) {
    return drawJson(content['input'], key, 1);
  }
  return drawContent(content, key);
}

function drawCell(cell: Cell, course: Course, { key }: Drawing, state?: CallState): Markup {
  const { lane, message, block, content } = cell;
  const path = `messages.${message}.content.${block}`;
  const found = course.findingsAt(cell);
  return element(
    'div',
    {
      class: 'cell',
      'data-lane': lane,
      'data-path': path,
      'data-type': content.type,
      'data-state': state,
      'data-bad': found.some(({ kind }) => kind === 'violation'),
    },
    captionOf(cell, state === undefined ? '' : CALL_LABELS[state]),
    bodyOf(cell, `${key} ${path}`),
    ...found.map(drawFinding),
  );
}

function drawRow({ cell, call }: Row, course: Course, drawing: Drawing): Markup {
  const drawn = drawCell(cell, course, drawing);
  if (!call) return element('div', { class: 'row' }, drawn);
  const { state, result } = call;
  const answer = result
    ? drawCell(result, course, drawing, state)
    : element('p', { class: 'gap', 'data-lane': 'tools', 'data-state': state }, CALL_LABELS[state]);
  return element('div', { class: 'row' }, drawn, answer);
}

/** How a turn of the model ended, and what it cost. */
function drawEnding(exchange: Exchange, { facts }: Drawing): Child {
  const line = replyFacts(exchange, facts);
  if (line === '') return undefined;
  return element(
    'div',
    { class: 'row' },
    element('p', { class: 'ending facts', 'data-lane': 'model' }, line),
  );
}

/** What came in place of a reply. */
function drawAttempt(exchange: Exchange, { facts: options }: Drawing): Markup {
  const { outcome } = exchange;
  const { facts, said } = attemptFacts(exchange, options);
  return element(
    'li',
    { class: 'row', 'aria-label': `Request that was ${outcome}` },
    element(
      'div',
      { class: 'cell answer', 'data-lane': 'model', 'data-outcome': outcome },
      element('p', { class: 'facts' }, element('strong', {}, outcome), ` ${facts}`),
      element('p', { class: 'text' }, said),
    ),
  );
}

function drawStep(step: Step, course: Course, drawing: Drawing): Markup[] {
  const { message, role, rows, findings, answers, attempts } = step;
  const before = attempts.map((attempt) => drawAttempt(attempt, drawing));
  if (rows.length === 0 && findings.length === 0) return before;
  const drawn = element(
    'li',
    { class: 'message', 'aria-label': `Message ${message}, ${role || 'no role'}` },
    ...findings.map(drawFinding),
    ...rows.map((row) => drawRow(row, course, drawing)),
    answers && drawEnding(answers, drawing),
  );
  return [...before, drawn];
}

const SETTINGS = ['model', 'system', 'tools'] as const;

/** What a conversation began with: the model, the system prompt and the tools on offer. */
export function drawSetting({ request }: Exchange, { key }: Drawing): Markup | undefined {
  const body = Object(request.body) as Readonly<Record<string, unknown>>;
  const parts = SETTINGS.filter((part) => part in body);
  if (parts.length === 0) return undefined;
  return element(
    'div',
    { class: 'setting' },
    ...parts.map((part) => drawJson(body[part], `${key} ${part}`, 0, part)),
  );
}

/** The lanes: what is wrong with none of the messages, their names, and the messages. */
export function drawCourse(course: Course, drawing: Drawing): Markup[] {
  return [
    ...course.findings.map(drawFinding),
    element(
      'div',
      { class: 'row lanes', 'aria-hidden': 'true' },
      ...Object.entries(LANES).map(([lane, name]) => element('p', { 'data-lane': lane }, name)),
    ),
    element(
      'ol',
      { class: 'messages', 'aria-label': 'Messages' },
      ...course.steps.flatMap((step) => drawStep(step, course, drawing)),
      ...course.attempts.map((attempt) => drawAttempt(attempt, drawing)),
    ),
  ];
}
