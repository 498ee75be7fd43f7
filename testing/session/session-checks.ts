/** What must hold of a conversation however its user steers it, beyond what holds of every tool loop. */
import { inspect } from 'node:util';
import { quote } from '../../src/scenario/quote.ts';
import { entriesOf, textField } from '../../src/wire/conversation.ts';
import type { Exchange } from '../../src/wire/exchange.ts';
import { sameJson } from '../../src/wire/json/same-json.ts';
import { sharedLength } from '../../src/wire/history/same-messages.ts';
import type { SessionStep } from './account.ts';

/** A conversation that is over. */
export interface SeenSession {
  readonly steps: readonly SessionStep[];
  readonly journal: readonly Exchange[];
  /** Whether what a request was answered with lets a command fail. */
  mayFail(exchange: Exchange): boolean;
}

interface SessionFinding {
  readonly step: SessionStep;
  /** What is wrong, in words. */
  readonly message: string;
}

/** The ids of the checks of a conversation. They are stable. */
export type SessionCheckId =
  'fails-for-a-reason' | 'interrupt-stops' | 'said-once' | 'said-stays' | 'one-request-at-a-time';

export interface SessionCheck {
  readonly id: SessionCheckId;
  readonly summary: string;
  readonly reason: string;
  find(seen: SeenSession): Iterable<SessionFinding>;
}

function saidIn({ command }: SessionStep): string | undefined {
  return typeof command === 'object' ? command.send : undefined;
}

function timesSaid(text: string, { messages }: Exchange): number {
  return entriesOf(messages)
    .filter(({ role }) => role === 'user')
    .flatMap(({ blocks }) => blocks)
    .filter((block) => block.type === 'text' && textField(block, 'text').includes(text)).length;
}

function requestsOf({ from, to = Infinity }: SessionStep, { journal }: SeenSession): Exchange[] {
  return journal.filter(({ index }) => index >= from && index < to);
}

/** The conversation as it was when the step asked for the last time; other requests may be about something else. */
function longest(requests: readonly Exchange[]): Exchange | undefined {
  return requests.toSorted((a, b) => a.messages.length - b.messages.length).at(-1);
}

const isCompaction = ({ command }: SessionStep): boolean => command === 'compact';

/** The step that was under way at a request. */
function stepAt({ steps }: SeenSession, { index }: Exchange): SessionStep {
  return steps.findLast(({ from }) => from <= index) ?? steps[0]!;
}

const failsForAReason: SessionCheck = {
  id: 'fails-for-a-reason',
  summary:
    'A command fails only when it is given a reason: an error of the API, a broken stream, a refusal, an interrupt.',
  reason: 'A conversation that fails of itself is lost, with all that was said in it.',
  *find(seen) {
    for (const step of seen.steps) {
      const { command, ending, isInterrupted } = step;
      if (ending?.type !== 'failed' || isInterrupted) continue;
      const last = requestsOf(step, seen).at(-1);
      const mayRefuse = isCompaction(step) || (typeof command === 'object' && command.at_once);
      if (last ? seen.mayFail(last) : mayRefuse) continue;
      const { error } = ending;
      const [words] = (error instanceof Error ? String(error) : inspect(error)).split('\n');
      yield { step, message: `it failed without a reason: ${words}` };
    }
  },
};

const interruptStops: SessionCheck = {
  id: 'interrupt-stops',
  summary: 'What is interrupted comes to an end, and so does the interrupt.',
  reason: 'Whoever waits for it waits for ever, and the next word is never said.',
  *find({ steps }) {
    for (const step of steps) {
      if (step.isStuck === true)
        yield { step, message: 'it is still waited for after the interrupt' };
    }
  },
};

const saidOnce: SessionCheck = {
  id: 'said-once',
  summary:
    'What the user says stands in the conversation once, also after an interrupt or a retry.',
  reason: 'The model takes it for a second question, and does twice what was asked once.',
  *find(seen) {
    for (const step of seen.steps) {
      const text = saidIn(step);
      const end = seen.steps.find(
        ({ from }, at) => isCompaction(seen.steps[at]!) && from > step.from,
      );
      if (text === undefined) continue;
      const found = seen.journal.find(
        (exchange) => exchange.index < (end?.from ?? Infinity) && timesSaid(text, exchange) > 1,
      );
      if (!found) continue;
      const times = timesSaid(text, found);
      yield {
        step: stepAt(seen, found),
        message: `${quote(text)} stands ${times} times in request ${found.index + 1}`,
      };
    }
  },
};

/** Whether what a step said was answered for good, so that it belongs to all that follows. */
function isAnswered(step: SessionStep, seen: SeenSession): boolean {
  const last = requestsOf(step, seen).at(-1);
  const { ending, isInterrupted } = step;
  return !isInterrupted && ending?.type === 'answered' && last !== undefined && !seen.mayFail(last);
}

const saidStays: SessionCheck = {
  id: 'said-stays',
  summary:
    'What the user said and was answered stays in the conversation until it is summarised; what is asked for again is in the request.',
  reason: 'The model answers something else than what it was asked.',
  *find(seen) {
    for (const [at, step] of seen.steps.entries()) {
      const text = saidIn(step);
      if (text === undefined || requestsOf(step, seen).length === 0) continue;
      const isSettled = isAnswered(step, seen);
      for (const later of seen.steps.slice(at + (isSettled ? 0 : 1))) {
        if (isCompaction(later)) break;
        if (!isSettled && later.command !== 'retry' && later.command !== 'resume') break;
        const asked = longest(requestsOf(later, seen));
        if (!asked || timesSaid(text, asked) > 0) continue;
        yield { step: later, message: `${quote(text)} is missing in request ${asked.index + 1}` };
        break;
      }
    }
  },
};

const oneAtATime: SessionCheck = {
  id: 'one-request-at-a-time',
  summary: 'No request of a conversation is made while another one is under way.',
  reason: 'Neither knows of the reply to the other, and one of the two is lost.',
  *find(seen) {
    for (const exchange of seen.journal) {
      const isSame = ({ messages, request: { body } }: Exchange): boolean =>
        sharedLength(messages, exchange.messages) > 0 &&
        sameJson(body.tools, exchange.request.body.tools);
      const other = exchange.alongside.find((index) =>
        seen.journal.some((each) => each.index === index && isSame(each)),
      );
      if (other === undefined) continue;
      const message = `request ${exchange.index + 1} was made while request ${other + 1} was under way`;
      yield { step: stepAt(seen, exchange), message };
    }
  },
};

export const sessionChecks: readonly SessionCheck[] = [
  failsForAReason,
  interruptStops,
  saidOnce,
  saidStays,
  oneAtATime,
];
