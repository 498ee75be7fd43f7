/** What an audit found, as text for people and as JSON. */
import { formatViolations } from '../src/invariants/index.ts';
import { countOf } from '../src/scenario/count-of.ts';
import { indent } from '../src/transcript/indent.ts';
import { printable } from '../src/wire/printable.ts';
import type { AuditedConversation, AuditedFile, Refusal } from './audit-log.ts';
import type { Paint } from './paint.ts';

function findingsIn({ violations, refusals }: AuditedConversation): number {
  return violations.length + refusals.length;
}

/** How many entries are named one by one. */
const MOST_NAMED = 5;

/** Which of several conversations it is, and which entries it is made of. */
function nameOf({ requests }: AuditedConversation, index: number): string {
  const places = requests.map(({ place }) => place).filter((place) => place !== '');
  const more = places.length > MOST_NAMED ? `, … ${places.at(-1)}` : '';
  const named = places.slice(0, MOST_NAMED).join(', ') + more;
  return `conversation ${index + 1}${named === '' ? '' : ` (${named})`}`;
}

function refusalLine({ rule, status, type, message, place }: Refusal): string {
  const where = place === '' ? '' : ` (${place})`;
  return printable(`${rule}: ${status} ${type}: ${message}${where}`);
}

function formatConversation(
  { file, entries, conversations }: AuditedFile,
  conversation: AuditedConversation,
  index: number,
  paint: Paint,
): string {
  const isGood = findingsIn(conversation) === 0;
  const mark = isGood ? paint('good', '✓') : paint('bad', '✗');
  const which = conversations.length === 1 ? '' : `: ${nameOf(conversation, index)}`;
  const { judged, violations, refusals } = conversation;
  const nameExchange = (exchange: number): string => entries[exchange]?.place ?? '';
  const parts = [
    ...(violations.length === 0
      ? []
      : [indent(printable(formatViolations(judged, violations, { nameExchange })))]),
    ...(refusals.length === 0
      ? []
      : [indent(['Refused by the API:', ...refusals.map(refusalLine).map(indent)].join('\n'))]),
  ];
  const title = `${mark} ${paint('title', `${file}${which}`)}`;
  return isGood ? title : `${[title, ...parts].join('\n\n')}\n`;
}

function unknownLine({ file, unknown }: AuditedFile, paint: Paint): string {
  const places = unknown.map(({ place }) => place).join(', ');
  return paint(
    'quiet',
    `${file}: not judged, since the thread it goes on with is not in the log: ${places}`,
  );
}

/** Every conversation in its turn, and how many findings there are. */
export function formatAudit(audited: readonly AuditedFile[], paint: Paint): string {
  const conversations = audited.flatMap((file) => file.conversations);
  const findings = conversations.reduce((sum, each) => sum + findingsIn(each), 0);
  const summary = `${countOf(conversations.length, 'conversation')}: ${findings === 0 ? 'nothing found' : countOf(findings, 'finding')}`;
  const lines = audited.flatMap((file) => [
    ...file.conversations.map((each, index) => formatConversation(file, each, index, paint)),
    ...(file.unknown.length === 0 ? [] : [unknownLine(file, paint)]),
  ]);
  return `${lines.join('\n').trimEnd()}\n\n${paint(findings === 0 ? 'good' : 'bad', summary)}`;
}

/** The findings as one JSON value, for programs. */
export function auditAsJson(audited: readonly AuditedFile[]): string {
  const findings = audited.flatMap(({ file, entries, conversations }) =>
    conversations.flatMap(({ violations, refusals }, index) => {
      const from = { file, conversation: index + 1 };
      const placeOf = (exchange: number | undefined): object => {
        const entry = exchange === undefined ? '' : (entries[exchange]?.place ?? '');
        return entry === '' ? {} : { entry };
      };
      return [
        ...violations.map(({ invariant, message, place: { exchange, message: at, block } }) => ({
          ...from,
          ...placeOf(exchange),
          kind: 'invariant',
          id: invariant,
          message,
          ...(at === undefined
            ? {}
            : {
                path: ['messages', at, ...(block === undefined ? [] : ['content', block])].join(
                  '.',
                ),
              }),
        })),
        ...refusals.map(({ rule, message, path, status, type, place }) => ({
          ...from,
          ...(place === '' ? {} : { entry: place }),
          kind: 'rule',
          id: rule,
          message,
          ...(path === undefined ? {} : { path }),
          status,
          type,
        })),
      ];
    }),
  );
  const unknown = audited.flatMap(({ file, unknown: entries }) =>
    entries.map(({ place }) => ({ file, entry: place })),
  );
  const conversations = audited.reduce((sum, file) => sum + file.conversations.length, 0);
  return JSON.stringify({ conversations, findings, notJudged: unknown }, null, 2);
}
