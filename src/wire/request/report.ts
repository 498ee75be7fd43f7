/** What a check of a request's shape hands back, and the list it is gathered in. */
import type { Wording } from './words.ts';

/** What kind of fault an issue is. */
export type ShapeCode =
  'required' | 'unknown' | 'type' | 'tag' | 'enum' | 'pattern' | 'length' | 'range';

/** One fault of a request's shape, as the API would word it. */
export interface ShapeIssue {
  readonly code: ShapeCode;
  /** Dotted, union tags included: `messages.0.content.1.tool_result.tool_use_id`. Empty for the body itself. */
  readonly path: string;
  /** The whole text: path, colon, words. */
  readonly message: string;
}

/** How issues are worded. */
export interface Speech {
  readonly wording: Wording;
  /** Betas of the request, which open tags. Default: every tag is listed. */
  readonly betas: readonly string[] | undefined;
}

/** The issues found so far. */
export interface Report extends Speech {
  readonly issues: ShapeIssue[];
}

/** Steps to a value. */
export type Path = readonly (string | number)[];

/** More is of no use to anyone, and a hostile body could ask for millions. */
const MOST_ISSUES = 100;

/** Thrown to leave the walk when the report holds all it may. */
export class Full extends Error {}

/** Puts one more issue on the report; throws `Full` with the last it may hold. */
export function add(report: Report, code: ShapeCode, path: Path, words: string): void {
  const dotted = path.join('.');
  const message = dotted === '' ? words : `${dotted}: ${words}`;
  report.issues.push({ code, path: dotted, message });
  if (report.issues.length === MOST_ISSUES) throw new Full();
}
