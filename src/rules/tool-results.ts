/** What is refused of the content of tool results. */
import { asText } from './json-value.ts';
import type { Finding, Rule } from './rule.ts';
import { isFromCode, toolAnswers, type Answer } from './tool-answers.ts';
import { everyTool, hasMcpTools } from './tool-list.ts';

const typeOf = (block: Answer['content'][number]): string => asText(block['type']) ?? '';

const isError = ({ result }: Answer): boolean => result['is_error'] === true;

/** An absent content is not reported to be refused. */
function isEmpty({ result: { content } }: Answer): boolean {
  return content === '' || (Array.isArray(content) && content.length === 0);
}

const holds = ({ content }: Answer, type: string): boolean =>
  content.some((block) => typeOf(block) === type);

const holdsOther = ({ content }: Answer, type: string): boolean =>
  content.some((block) => typeOf(block) !== type);

function* eachAnswer(
  answers: readonly Answer[],
  isWrong: (answer: Answer) => boolean,
  toFinding: (answer: Answer) => Finding,
): Generator<Finding> {
  for (const answer of answers) if (isWrong(answer)) yield toFinding(answer);
}

/** What is wrong with the form of a result stands at the place with its tag. */
const tagged =
  (words: string) =>
  ({ path }: Answer): Finding => ({
    path: `${path}.tool_result`,
    message: `${path}.tool_result: ${words}`,
  });

export const toolResultRules: readonly Rule[] = [
  {
    id: 'tool-error-content',
    stage: 'meaning',
    about: ['is_error'],
    summary: 'A tool result with `is_error` holds nothing but text.',
    confidence: 'B',
    facts: ['T19'],
    source: 'T19: ten independent reports',
    *check(request) {
      yield* eachAnswer(
        toolAnswers(request),
        (answer) => isError(answer) && holdsOther(answer, 'text'),
        tagged('all content must be type `text` if `is_error` is true'),
      );
    },
  },
  {
    id: 'tool-error-empty',
    stage: 'meaning',
    about: ['is_error'],
    summary: 'A tool result with `is_error` says something; `""` and `[]` are nothing.',
    confidence: 'B',
    source:
      'several public reports, 2025-07 to 2026-02 (jlevy/markform#153, bytedance/trae-agent#230)',
    *check(request) {
      yield* eachAnswer(
        toolAnswers(request),
        (answer) => isError(answer) && isEmpty(answer),
        tagged('content cannot be empty if `is_error` is true'),
      );
    },
  },
  {
    id: 'tool-reference-mixed',
    stage: 'meaning',
    about: ['tool_reference'],
    summary: 'A tool result with a `tool_reference` holds nothing else.',
    confidence: 'B',
    source:
      'measured 2026-09-15 on two models, and another report; whether a place stands before the text is not known',
    *check(request) {
      yield* eachAnswer(
        toolAnswers(request),
        (answer) => holds(answer, 'tool_reference') && holdsOther(answer, 'tool_reference'),
        () => ({
          message: 'Tool definitions/code execution functions cannot be mixed with other content',
        }),
      );
    },
  },
  {
    id: 'search-result-mixed',
    stage: 'meaning',
    about: ['search_result'],
    summary: 'A tool result with a `search_result` holds nothing else.',
    confidence: 'B',
    source:
      'live on 2026-08-08, and two other reports with the same words; the search-results page of January 2026 has an example with text beside, which is older',
    *check(request) {
      yield* eachAnswer(
        toolAnswers(request),
        (answer) => holds(answer, 'search_result') && holdsOther(answer, 'search_result'),
        tagged(
          'if any blocks in a tool result are of type `search_result`, all blocks must be of that type',
        ),
      );
    },
  },
  {
    id: 'tool-result-for-code',
    stage: 'meaning',
    about: ['call by code'],
    summary: 'What answers a call made by code is text.',
    confidence: 'C',
    facts: ['4.13'],
    source: 'programmatic-tool-calling docs; the text is our own',
    *check(request) {
      yield* eachAnswer(
        toolAnswers(request),
        (answer) => isFromCode(answer.call) && holdsOther(answer, 'text'),
        ({ path }) => ({
          path,
          message: `${path}: the result of a call made by code execution can only hold text`,
        }),
      );
    },
  },
  {
    id: 'tools-missing',
    stage: 'meaning',
    about: ['tool_use', 'tool_result'],
    summary: 'A conversation with calls or results comes with tools.',
    confidence: 'D',
    facts: ['T12'],
    doubt:
      'an answer of 2024 and 2025, still that of Bedrock; measured 2026-09-15 such requests are accepted, and the SDK itself sends them',
    source: 'T12: several public reports; report C040',
    *check(request) {
      if (request.tools.length > 0) return;
      if (everyTool(request).length > 0 || hasMcpTools(request)) return;
      const hasTraffic = request.entries.some(({ blocks }) =>
        blocks.some(({ type }) => type === 'tool_use' || type === 'tool_result'),
      );
      if (hasTraffic) {
        yield {
          message: 'Requests which include `tool_use` or `tool_result` blocks must define tools.',
        };
      }
    },
  },
];
