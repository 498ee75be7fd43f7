/** One scenario of a report: how it went, what was wrong with it, and its conversations. */
import { drawCourse, drawSetting } from '../../fakes/drawing/draw-conversation.ts';
import { drawText } from '../../fakes/drawing/draw-value.ts';
import { element, type Child, type Markup } from '../../fakes/drawing/markup.ts';
import { sourceLine } from '../../src/scenario/format-problems.ts';
import type { ScenarioProblem } from '../../src/scenario/problem.ts';
import { branchesOf, type Branch } from '../../src/transcript/course.ts';
import type { ReportedConversation, ReportedEntry, ReportStatus } from './report.ts';
import { countsOf, formatCounts } from './counts.ts';

export const badge = (status: ReportStatus): Markup =>
  element('span', { class: 'badge', 'data-kind': status }, status);

/** The part of an entry that a link to it leads to: a browser unfolds what it is in. */
export const anchorOf = (index: number): string => `scenario-${index + 1}`;

function drawDifference({
  expected,
  received,
}: NonNullable<ScenarioProblem['difference']>): Markup {
  const row = (name: string, text: string): Markup[] => [
    element('dt', {}, name),
    element('dd', {}, element('code', { class: 'text' }, text)),
  ];
  return element('dl', {}, ...row('expected', expected), ...row('received', received));
}

function drawProblem(problem: ScenarioProblem): Markup {
  const { code, message, file, line, column, difference } = problem;
  const [source] = sourceLine(problem);
  return element(
    'div',
    { class: 'finding', 'data-kind': 'violation', role: 'note' },
    element(
      'p',
      { class: 'facts' },
      element('strong', {}, code),
      ' at ',
      element('code', {}, `${file}:${line}:${column}`),
    ),
    element('p', { class: 'text' }, message),
    source.trim() !== '' && element('p', { class: 'source' }, element('code', {}, source.trim())),
    difference && drawDifference(difference),
  );
}

/** A text under its name, folded when it is long; nothing when there is none. */
function drawNamed(name: string, text: string | undefined): Child {
  if (text === undefined || text === '') return undefined;
  return element(
    'div',
    { class: 'named' },
    element('p', { class: 'facts' }, element('strong', {}, name)),
    drawText(text, name),
  );
}

function drawBranch(branch: Branch, index: number, conversation: ReportedConversation): Markup[] {
  const { facts } = conversation;
  const drawing = { key: '', ...(facts === undefined ? {} : { facts }) };
  const way = `From message ${branch.from} on it went another way.`;
  return [
    ...(index === 0 ? [] : [element('p', { class: 'way' }, way)]),
    ...drawCourse(branch, drawing),
  ];
}

function drawConversation(conversation: ReportedConversation, name: string): Markup {
  const { told, invariants } = conversation;
  const { title = name } = conversation;
  const first = told.exchanges?.[0];
  return element(
    'div',
    { class: 'conversation', role: 'group', 'aria-label': title },
    element(
      'p',
      { class: 'facts' },
      element('strong', {}, title),
      ` ${formatCounts(countsOf([conversation]))}`,
    ),
    first && drawSetting(first, { key: '' }),
    ...branchesOf(told, invariants).flatMap((branch, index) =>
      drawBranch(branch, index, conversation),
    ),
  );
}

/** One entry, folded when it passed. */
export function drawEntry(entry: ReportedEntry, index: number): Markup {
  const { title, status, place, description, reason, problems = [] } = entry;
  const { answer, error, printed, conversations } = entry;
  const nameOf = (position: number): string =>
    conversations.length === 1 ? 'Conversation' : `Conversation ${position + 1}`;
  return element(
    'details',
    { class: 'entry', 'data-status': status, open: status === undefined || status === 'failed' },
    element(
      'summary',
      {},
      element('h2', {}, title),
      status !== undefined && ' ',
      status !== undefined && badge(status),
      ' ',
      element('span', { class: 'facts' }, formatCounts(countsOf(conversations))),
    ),
    element(
      'div',
      { class: 'content', id: anchorOf(index) },
      place !== undefined && element('p', { class: 'facts' }, element('code', {}, place)),
      description !== undefined && element('p', { class: 'text' }, description),
      reason !== undefined &&
        element(
          'p',
          { class: 'text' },
          `${status === undefined ? 'Not shown' : 'Not run'}: ${reason}`,
        ),
      ...problems.map(drawProblem),
      drawNamed('answer', answer),
      drawNamed('thrown', error),
      drawNamed('printed', printed),
      ...conversations.map((each, position) => drawConversation(each, nameOf(position))),
    ),
  );
}
