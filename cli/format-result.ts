/** One result as text: what the model asked for, the answer, the conversation, and what was wrong. */
import { inspect } from 'node:util';
import { formatProblems } from '../src/scenario/format-problems.ts';
import { indent } from '../src/transcript/indent.ts';
import { printable } from '../src/wire/printable.ts';
import { answerInWords } from '../testing/answer-text.ts';
import { askApp } from '../testing/run/call-app.ts';
import type { ScenarioResult } from '../testing/run/run-scenario.ts';
import { shownConversations } from '../testing/shown-conversations.ts';
import type { StrayError } from './finished-run.ts';
import type { Paint } from './paint.ts';

const MOST_FRAMES = 8;

/** An error, or whatever else was thrown, in words. */
export function reasonOf(error: unknown): string {
  return printable(error instanceof Error ? String(error) : inspect(error));
}

/** The answer of an app as text; nothing when it failed. */
export function answerOf({ answer, error }: ScenarioResult): string | undefined {
  if (error !== undefined) return undefined;
  return answerInWords(answer);
}

/** Where an error came from: the frames of Node, and of what called the app, say nothing. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const lines = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  const end = lines.findIndex((line) => line.includes(askApp.name));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .filter((line) => !line.includes('node:'))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim());
}

/** What is wrong when nothing else is: an error that came up after the answer. */
function leftBehind({ passed, problems, error }: ScenarioResult): string[] {
  if (passed || problems.length > 0) return [];
  return [`The app left an error behind that nobody caught: ${reasonOf(error)}`];
}

function problemLines(result: ScenarioResult): string[] {
  const { passed, problems, error } = result;
  if (passed) return [];
  const isOfApp = problems.length === 0 || problems.some(({ code }) => code === 'app-failed');
  const frames = isOfApp ? framesOf(error) : [];
  const thrown = frames.length === 0 ? [] : ['', 'The app threw', ...frames.map(indent)];
  const found = problems.length === 0 ? [] : [formatProblems(problems)];
  return ['', ...leftBehind(result), ...found, ...thrown];
}

/** Everything there is to say of a result but its name. */
export function formatResult(result: ScenarioResult, paint: Paint): string {
  const answer = answerOf(result);
  const conversations = shownConversations(result);
  const lines = [
    ...result.toolCalls.map(({ turn, name, input }) =>
      printable(`turn ${turn}: ${name} ${JSON.stringify(input)}`),
    ),
    ...(answer === undefined ? [] : [`answer: ${printable(answer)}`]),
    ...(conversations === '' ? [] : [paint('quiet', conversations)]),
    ...problemLines(result),
  ];
  return lines.join('\n');
}

/** What is wrong with a result, each thing in one sentence. */
export function faultsOf(result: ScenarioResult): string[] {
  return [...result.problems.map(({ message }) => message), ...leftBehind(result)];
}

function whenOf({ after, during }: StrayError): string {
  if (after !== undefined) return `after "${after}" was over`;
  return during.length === 0 ? 'while no scenario ran' : `while these ran: ${during.join(', ')}`;
}

/** An error that belongs to no scenario that was still running, and what to do about it. */
export function formatStray(stray: StrayError): string {
  const { error, during } = stray;
  return [
    `An error that nobody caught came up ${whenOf(stray)}`,
    ...[reasonOf(error), ...framesOf(error)].map(indent),
    ...(during.length > 1 ? ['`--concurrency 1` tells which of them it belongs to.'] : []),
  ].join('\n');
}
