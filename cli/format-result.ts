/** One result as text: its name, what the model asked for, the answer, the conversation, and what was wrong. */
import { inspect } from 'node:util';
import { formatProblems } from '../src/scenario/format-problems.ts';
import { formatTranscript } from '../src/transcript/format-transcript.ts';
import { answerText } from '../testing/answer-text.ts';
import type { ScenarioResult } from '../testing/run-scenario.ts';
import type { Paint } from './paint.ts';

const MOST_FRAMES = 8;

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}

function answerLines({ answer, error }: ScenarioResult): string[] {
  if (error !== undefined) return [];
  return [`answer: ${answerText(answer) ?? inspect(answer, { depth: 3, breakLength: 100 })}`];
}

/** Where in the app an error came from: the frames of Node, and of what called the app, say nothing. */
function frames({ error, problems }: ScenarioResult): string[] {
  const isOfApp = problems.length === 0 || problems.some(({ code }) => code === 'app-failed');
  if (!isOfApp || !(error instanceof Error)) return [];
  const lines = (error.stack ?? '').split('\n').filter((line) => /^ +at /.test(line));
  const end = lines.findIndex((line) => line.includes('call-app.'));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .filter((line) => !line.includes('node:'))
    .slice(0, MOST_FRAMES)
    .map((line) => line.trim());
}

function transcriptLines({ transcripts, problems }: ScenarioResult): string[] {
  // A difference shows the conversation itself, as far as it had got.
  if (problems.some(({ transcript }) => transcript !== undefined)) return [];
  const isAlone = transcripts.length === 1;
  return transcripts.flatMap((transcript, index) => {
    const lines = formatTranscript(transcript);
    return isAlone ? [lines] : [`conversation ${index + 1}`, indent(lines)];
  });
}

function problemLines(result: ScenarioResult): string[] {
  const { passed, problems, error } = result;
  if (passed) return [];
  const from = frames(result);
  const reason = error instanceof Error ? String(error) : inspect(error);
  // An error that came up after the answer is the only thing wrong.
  const left =
    problems.length > 0 ? [] : [`The app left an error behind that nobody caught: ${reason}`];
  const thrown = from.length === 0 ? [] : ['', 'The app threw', ...from.map(indent)];
  return ['', ...left, ...(problems.length > 0 ? [formatProblems(problems)] : []), ...thrown];
}

/** One result in lines, indented under its name. */
export function formatResult(result: ScenarioResult, paint: Paint): string {
  const { name, passed, toolCalls } = result;
  const mark = passed ? paint('good', '✓') : paint('bad', '✗');
  const lines = [
    ...toolCalls.map(
      ({ turn, name: tool, input }) => `turn ${turn}: ${tool} ${JSON.stringify(input)}`,
    ),
    ...answerLines(result),
    ...transcriptLines(result).map((line) => paint('quiet', line)),
    ...problemLines(result),
  ];
  return [`${mark} ${paint('title', name)}`, ...lines.map(indent), ''].join('\n');
}
