/** What `ensaio run --reporter json` wrote, as a report tells it. */
import * as z from 'zod';
import type { ReportedEntry } from '../testing/report/report.ts';
import { isBroken } from './saved-conversations.ts';

const text = z.string();
const other = text.optional();

const conversation = z
  .object({ messages: z.array(z.unknown()), invariants: z.array(z.custom(isBroken)) })
  .transform(({ messages, invariants }) => ({ told: { messages }, invariants }));

const problem = z
  .object({ code: text, message: text, file: text, line: z.int(), column: z.int() })
  .extend({ expected: other, received: other })
  .transform(({ expected, received, ...told }) => ({
    ...told,
    ...(expected !== undefined && received !== undefined && { difference: { expected, received } }),
    // The line itself stands in the file, which may be another by now.
    length: 0,
    lineText: '',
  }));

const scenario = z
  .object({
    name: text,
    file: text,
    line: z.int(),
    status: z.enum(['passed', 'failed', 'skipped']),
    reason: other,
    problems: z.array(problem).optional(),
    answer: other,
    error: other,
    printed: other,
    conversations: z.array(conversation).default([]),
  })
  .transform(({ name: title, file, line, ...told }) => ({
    ...told,
    title,
    place: `${file}:${line}`,
  }));

const report = z.object({ version: z.literal(1), scenarios: z.array(scenario) });

/** The scenarios in a JSON value; undefined when it is something else. */
export function shownReport(value: unknown): ReportedEntry[] | undefined {
  return report.safeParse(value).data?.scenarios as ReportedEntry[] | undefined;
}
