/** What is refused of tool calls and their results. */
import { textField, type Block, type Entry } from '../wire/conversation.ts';
import type { History } from '../wire/history/history.ts';
import { callsBefore } from '../wire/history/made-calls.ts';
import { pairingFaults, type PairingFault, type PairingFaultKind } from '../wire/pairing.ts';
import type { CheckedRequest } from './checked-request.ts';
import type { Confidence, Finding, Rule } from './rule.ts';

type FaultOf<Kind extends PairingFaultKind> = Extract<PairingFault, { kind: Kind }>;

interface PairingRule<Kind extends PairingFaultKind> {
  readonly kind: Kind;
  readonly id: string;
  readonly summary: string;
  readonly confidence: Confidence;
  readonly facts?: readonly string[];
  readonly source: string;
  say(fault: FaultOf<Kind>): Finding;
}

/** Where the last turn of the model begins: what follows it may answer its calls. */
function startOfLastReply(entries: readonly Entry[]): number {
  const end = entries.findLastIndex(({ role }) => role === 'assistant');
  return entries.findLastIndex(({ role }, index) => index < end && role !== 'assistant') + 1;
}

/** Histories that nothing is wrong with. */
const faultless = new WeakSet<History>();

/** How many of the first messages were judged before: a thread's, and those of a request that nothing was wrong with. */
function judgedBefore({ thread, stored, sent }: CheckedRequest): number {
  if (thread.from) return stored.length;
  const previous = sent?.previous?.deref();
  return previous && faultless.has(previous) ? previous.messages.length : 0;
}

/** Judged anew is only from the last reply on that was judged before. */
function judgedNow(request: CheckedRequest): readonly Entry[] {
  const { entries } = request;
  return entries.slice(startOfLastReply(entries.slice(0, judgedBefore(request))));
}

function faultsOf(request: CheckedRequest): readonly PairingFault[] {
  const { thread, entries, known, sent } = request;
  const judged = request.derive(judgedNow);
  const start = entries.length - judged.length;
  const faults = pairingFaults(judged, known && callsBefore(known, start));
  if (sent && !thread.from && faults.length === 0) faultless.add(sent);
  return faults;
}

/** A rule that turns one kind of pairing fault into the API's words. */
function pairingRule<Kind extends PairingFaultKind>(rule: PairingRule<Kind>): Rule {
  const { kind, say, ...rest } = rule;
  return {
    stage: 'meaning',
    evidence: faultsOf,
    ...rest,
    check: (request) =>
      request
        .derive(faultsOf)
        .flatMap((fault) => (fault.kind === kind ? [say(fault as FaultOf<Kind>)] : [])),
  };
}

const blockPath = ({ message, block }: { message: number; block: number }): string =>
  `messages.${message}.content.${block}`;

const isText = ({ type }: Block): boolean => type === 'text';
const isCall = ({ type }: Block): boolean => type === 'tool_use';

/** Turns of the model, as the API puts messages of one role together, that go on with text behind a call. */
function* goingOn(entries: readonly Entry[]): Iterable<{ message: number; ids: string[] }> {
  let ids: string[] = [];
  for (const { role, blocks, index } of entries) {
    if (role !== 'assistant') {
      if (ids.length > 0) ids = [];
      continue;
    }
    for (const block of blocks) {
      if (isCall(block)) ids.push(textField(block, 'id'));
      if (!isText(block) || ids.length === 0) continue;
      yield { message: index, ids };
      ids = [];
    }
  }
}

/** What the API says of calls whose results it does not find. */
const withoutResults = (path: string, ids: readonly string[]): string =>
  `${path}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;

/** In the order in which the API is believed to check them (facts, section 8). */
export const pairingRules: readonly Rule[] = [
  pairingRule({
    kind: 'call-misplaced',
    id: 'tool-use-misplaced',
    summary: 'A `tool_use` block stands only in an assistant message.',
    confidence: 'B',
    facts: ['T09'],
    source: 'T09: several public reports',
    say(fault) {
      const path = `messages.${fault.message}`;
      return {
        path,
        message: `${path}: \`tool_use\` blocks can only be in \`assistant\` messages`,
      };
    },
  }),
  pairingRule({
    kind: 'result-misplaced',
    id: 'tool-result-misplaced',
    summary: 'A `tool_result` block stands only in a user message.',
    confidence: 'A',
    facts: ['T10'],
    source: 'T10: live probe of 2026-08-28',
    say(fault) {
      const path = `messages.${fault.message}`;
      return { path, message: `${path}: \`tool_result\` blocks can only be in \`user\` messages` };
    },
  }),
  pairingRule({
    kind: 'call-id-repeated',
    id: 'tool-use-id-repeated',
    summary: 'A `tool_use` id is used once in the whole conversation.',
    confidence: 'B',
    facts: ['T08'],
    source: 'T08: public reports with request ids',
    say(fault) {
      const path = blockPath(fault);
      return { path, message: `${path}: \`tool_use\` ids must be unique` };
    },
  }),
  pairingRule({
    kind: 'result-unexpected',
    id: 'tool-result-unexpected',
    summary: 'A `tool_result` answers a `tool_use` of the assistant turn right before it.',
    confidence: 'A',
    facts: ['T06'],
    source: 'T06: live probe of 2026-08-28 and many reports with request ids',
    say(fault) {
      const path = blockPath(fault);
      return {
        path,
        message: `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${fault.id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      };
    },
  }),
  pairingRule({
    kind: 'result-repeated',
    id: 'tool-result-repeated',
    summary: 'A `tool_use` has one result.',
    confidence: 'B',
    facts: ['T07'],
    source: 'T07: several public reports',
    say(fault) {
      const path = blockPath(fault);
      return {
        path,
        message: `${path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${fault.id}`,
      };
    },
  }),
  pairingRule({
    kind: 'result-missing',
    id: 'tool-result-missing',
    summary: 'The message after a `tool_use` turn begins with a result for each call.',
    confidence: 'A',
    facts: ['T01', 'T02', 'T03'],
    source:
      'T01, T03: captured live (the index is that of the message after the calls); T02 (index of the assistant message when no user message follows): reports',
    say(fault) {
      const path = `messages.${fault.message}`;
      return { path, message: withoutResults(path, fault.ids) };
    },
  }),
  {
    id: 'tool-use-not-last',
    stage: 'meaning',
    about: ['tool_use'],
    summary: 'The turn of a model does not go on with text after a `tool_use`.',
    confidence: 'C',
    doubt:
      'one report of a text that was put behind the calls, and one of a gateway; most apps never send it, and nobody measured it',
    facts: ['T02'],
    source:
      'T02: a public report of two assistant messages that became one turn; a report of another host has the words of a prefill (K17)',
    *check(request) {
      for (const { message, ids } of goingOn(request.derive(judgedNow))) {
        const path = `messages.${message}`;
        yield { path, message: withoutResults(path, ids) };
      }
    },
  },
];
