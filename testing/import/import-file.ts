/** A saved file as what was heard of an API, whatever kind of file it is. */
import { EnsaioError } from '../../src/error.ts';
import { isRecord } from '../../src/wire/json/is-record.ts';
import type { Source } from '../../src/scenario/source.ts';
import { fromBodies } from './from-bodies.ts';
import { fromClaudeCode, isClaudeCode } from './from-claude-code.ts';
import { fromHar, type HeardFile } from './from-har.ts';
import { fromSdkLog } from './from-sdk-log.ts';
import { logMistake } from '../logs/log-mistake.ts';
import { jsonIn } from '../recorder/json-in.ts';

/** What kinds of file there are, each with how it is read. */
const KINDS = {
  body: (source: Source): HeardFile => ({ heard: fromBodies(source), secrets: [] }),
  har: (source: Source): HeardFile => {
    const value = jsonIn(source.text);
    if (isHar(value)) return fromHar(source, value);
    throw logMistake(source.file, 'this is no HAR file.', {
      hint: 'A HAR file is JSON with a list `log.entries`.',
    });
  },
  'sdk-log': (source: Source): HeardFile => ({ heard: fromSdkLog(source), secrets: [] }),
  'claude-code': (source: Source): HeardFile => ({ heard: fromClaudeCode(source), secrets: [] }),
} as const;

export type ImportKind = keyof typeof KINDS;

function isHar(value: unknown): boolean {
  return isRecord(value) && isRecord(value['log']) && Array.isArray(value['log']['entries']);
}

/** How many lines are looked at to tell what a file is. */
const FIRST_LINES = 20;

/** What kind of file a text is, by what stands in it. */
function detect(text: string): ImportKind {
  const whole = jsonIn(text);
  if (isHar(whole)) return 'har';
  if (isClaudeCode(text.split('\n').slice(0, FIRST_LINES).map(jsonIn))) return 'claude-code';
  return whole === undefined && /\[log_\w+[^\]]*\] /.test(text) ? 'sdk-log' : 'body';
}

function isKind(kind: string): kind is ImportKind {
  return Object.hasOwn(KINDS, kind);
}

/**
 * What a saved file holds of an API.
 * @param from what kind of file it is; without it, that is told by what stands in it
 * @throws EnsaioError `log-invalid`, or `option-invalid` for a kind that there is not
 */
export function readSaved(source: Source, from: string = detect(source.text)): HeardFile {
  if (isKind(from)) return KINDS[from](source);
  throw new EnsaioError('option-invalid', `There is no kind of file "${from}".`, {
    hint: `There are ${Object.keys(KINDS).join(', ')}.`,
    details: { option: 'from', received: from },
  });
}
