/** A conversation in the order of time: what was said, which request each reply answered, and what was found where. */
import { replyOf, type Exchange } from '../wire/exchange.ts';
import type { MessageParam } from '../wire/message.ts';
import { sharedLength, startsWith } from '../wire/history/same-messages.ts';
import { findingsOf, type BrokenInvariant, type Finding } from './findings.ts';
import { lanesOf, type Cell, type Group } from './lanes.ts';
import { messagesAfter } from './transcript.ts';

/** A message with what belongs to it. */
export interface Step extends Group {
  /** What is about the message as a whole. */
  readonly findings: readonly Finding[];
  /** The requests that brought no reply before this message was said. */
  readonly attempts: readonly Exchange[];
  /** The request that this message answered. A client may have put it there itself. */
  readonly answers?: Exchange;
}

/** How one state of a conversation came about. */
export interface Course {
  /** What is about no message. */
  readonly findings: readonly Finding[];
  readonly steps: readonly Step[];
  /** The requests at its end that brought no reply. */
  readonly attempts: readonly Exchange[];
  /** What is about one block. */
  findingsAt(cell: Cell): readonly Finding[];
}

const isAttempt = ({ outcome }: Exchange): boolean => outcome !== 'answered';

function cellsOf({ rows }: Group): Cell[] {
  return rows.flatMap(({ cell, call }) => [cell, ...(call?.result ? [call.result] : [])]);
}

/**
 * The course of a state of a conversation. Of `exchanges` those count that led to it. A finding at a block that is not
 * there is told at its message, and one at a message that is not there with those about no message.
 */
export function courseOf(
  messages: readonly MessageParam[],
  exchanges: readonly Exchange[],
  findings: readonly Finding[],
): Course {
  const groups = lanesOf(messages);
  const onTheWay = exchanges.filter((exchange) => startsWith(messages, messagesAfter(exchange)));
  const places = new Set(
    groups.flatMap((group) => [
      `${group.message}`,
      ...cellsOf(group).map(({ message, block }) => `${message}.${block}`),
    ]),
  );
  const placeOf = ({ message, block }: Finding): string | undefined =>
    [`${message}.${block}`, `${message}`].find((place) => places.has(place));
  const at = (place: string | undefined): Finding[] =>
    findings.filter((finding) => placeOf(finding) === place);
  const attemptsBefore = (index: number): Exchange[] =>
    onTheWay.filter((each) => isAttempt(each) && each.messages.length === index);
  return {
    findings: at(undefined),
    steps: groups.map((group) => {
      const { message: index } = group;
      const answers = onTheWay.findLast(
        (each) => replyOf(each) !== undefined && each.messages.length === index,
      );
      return {
        ...group,
        findings: at(`${index}`),
        attempts: attemptsBefore(index),
        ...(answers === undefined ? {} : { answers }),
      };
    }),
    attempts: attemptsBefore(groups.length),
    findingsAt: ({ message, block }) => at(`${message}.${block}`),
  };
}

/** A conversation as it is known: messages alone, or all the states that were sent. */
export interface Told {
  readonly messages: readonly unknown[];
  readonly exchanges?: readonly Exchange[];
  readonly heads?: readonly (readonly MessageParam[])[];
}

/** One state of a conversation, as far as it was not told with the states before it. */
export interface Branch extends Course {
  /** The number of the first message that is told; those before it are as they were. */
  readonly from: number;
}

/** Results stand with their calls: who begins at a message begins at the calls that it answers. */
function beginning(steps: readonly Step[], from: number): number {
  const before = steps.find(({ message }) => message === from - 1);
  const answersCalls = before?.rows.some(({ call }) => call?.result?.message === from) ?? false;
  return answersCalls ? from - 1 : from;
}

/**
 * The course of every state of a conversation, in the order in which they came about: a good conversation has one. A
 * state that leaves another one behind begins where they part, or where something was found.
 */
export function branchesOf(
  { messages, exchanges = [], heads = [] }: Told,
  broken: readonly BrokenInvariant[] = [],
): Branch[] {
  const states = heads.length > 0 ? heads : [messages as readonly MessageParam[]];
  const told = new Set<number>();
  return states.map((state, index) => {
    const isLast = index === states.length - 1;
    const own = exchanges.filter(
      (exchange) => !told.has(exchange.index) && startsWith(state, messagesAfter(exchange)),
    );
    for (const exchange of own) told.add(exchange.index);
    const isHere = ({ place: { exchange } }: BrokenInvariant): boolean => {
      const isOf = ({ index: number }: Exchange): boolean => number === exchange;
      return exchanges.some(isOf) ? own.some(isOf) : isLast;
    };
    const findings = findingsOf(own, broken.filter(isHere));
    const course = courseOf(state, exchanges, findings);
    const shared = states.slice(0, index).map((before) => sharedLength(state, before));
    const found = findings.flatMap(({ message }) => (message === undefined ? [] : [message]));
    const from = beginning(course.steps, Math.min(Math.max(0, ...shared), ...found));
    return { ...course, from, steps: course.steps.filter(({ message }) => message >= from) };
  });
}
