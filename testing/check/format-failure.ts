/** A failure as text for people: what broke, the smallest script, the conversation, how to see it again. */
import { judgeInvariants } from '../../src/invariants/check-invariants.ts';
import { invariants } from '../../src/invariants/registry.ts';
import { clientChecks } from '../../src/verdict/registry.ts';
import { sessionChecks } from '../session/session-checks.ts';
import { countOf } from '../../src/scenario/count-of.ts';
import { formatExcerpt, formatTranscripts } from '../../src/transcript/format-transcript.ts';
import { indent } from '../../src/transcript/indent.ts';
import { messagesAfter } from '../../src/transcript/transcript.ts';
import type { EndedRun } from '../ended-run.ts';
import { canExcept } from './exceptions.ts';
import type { LoopFailure } from './loop-failure.ts';
import { limitHint } from './limit-hint.ts';
import { routeLine, scriptLines } from './script-lines.ts';
import type { UsedRoutes } from './side-routes.ts';
import { subjectOf } from './subject.ts';

const WHOLE = { around: Infinity };

/** The conversation with the place marked that an invariant names; of others as it is. */
function conversationOf({ simulation, evidence, twin }: EndedRun, id: string): string {
  const { transcripts } = simulation;
  for (const [place, transcript] of transcripts.entries()) {
    const { violations } = judgeInvariants(transcript, {
      run: evidence,
      ...(twin && place === 0 ? { twin } : {}),
    });
    const found = violations.find(({ invariant }) => invariant === id)?.place;
    if (found?.message === undefined) continue;
    const bringer = transcript.exchanges.find(({ index }) => index === found.exchange);
    const messages = bringer ? messagesAfter(bringer) : transcript.messages;
    return formatExcerpt(messages, { ...found, message: found.message }, WHOLE);
  }
  return formatTranscripts(transcripts);
}

/** What the invariant or the check says of itself. */
function lawOf(id: string): string {
  const law = [...invariants, ...clientChecks, ...sessionChecks].find((each) => each.id === id);
  return law === undefined ? '' : `${law.summary} ${law.reason}`;
}

function paragraph(title: string, lines: string): string {
  return lines === '' ? '' : `${title}\n${indent(lines)}`;
}

function firstLine(text: string): string {
  return text.split('\n')[0]!;
}

/** How to see it again. */
function replayLine({ seed, path }: Pick<LoopFailure, 'seed' | 'path'>): string {
  return `{ seed: ${seed}, path: '${path}' }`;
}

/** How to say that this is as it should be. */
function exceptLine(id: string): string {
  return canExcept(id)
    ? `If that is as it should be, leave it out by \`except: ['${id}']\` (docs/check-loop.md).`
    : '';
}

/** An app that asks somebody else seems not to ask at all. */
function unaskedLine({ simulation, isStopped }: EndedRun): string {
  if (isStopped || simulation.journal.length > 0) return '';
  return 'The client that the app was given saw no request. Does the app ask with `client` of its context, and not with one of its own?';
}

/** A scenario without them asks for turns that are not there. */
function unsaidLine({ unsaid }: UsedRoutes): string {
  if (unsaid.length === 0) return '';
  const named = unsaid.length === 1 ? `route ${unsaid[0]}` : `routes ${unsaid.join(' and ')}`;
  return `The scenario leaves out ${named} of the check, which no file can say: it fails in another way. Give when() a match and turns that are no functions.`;
}

export function formatFailure(failure: LoopFailure, run: EndedRun, used: UsedRoutes): string {
  const { id, problems, rehearsal, shrinks, isSteady, yaml, file } = failure;
  const [head, ...others] = problems;
  const found = `Found in run ${failure.run}, made smaller ${countOf(shrinks, 'time')}.`;
  return [
    `The ${subjectOf(rehearsal).noun} is broken. ${head!.message}`,
    unaskedLine(run),
    lawOf(id),
    limitHint(run),
    isSteady ? '' : 'It is not the same each time: run once more, the same script did not show it.',
    paragraph('The smallest script that shows it:', scriptLines(rehearsal).join('\n')),
    paragraph('On the side:', used.asked.map(routeLine).join('\n')),
    paragraph('The conversation:', conversationOf(run, id)),
    paragraph('Also:', others.map(({ message }) => firstLine(message)).join('\n')),
    `${found} To play it again, with the options of this check: ${replayLine(failure)}`,
    exceptLine(id),
    unsaidLine(used),
    `As a scenario${file === undefined ? '' : `, in ${file}`}:\n\n${yaml}`.trimEnd(),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
