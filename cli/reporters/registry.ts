/** The reporters by their names. A new one is a file and a line here. */
import { github } from './github.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { junit } from './junit.ts';
import { pretty } from './pretty.ts';
import type { Reporter } from './reporter.ts';

export type ReporterName = 'pretty' | 'json' | 'junit' | 'github' | 'html';

export const reporters: Readonly<Record<ReporterName, Reporter>> = {
  pretty,
  json,
  junit,
  github,
  html,
};

export const reporterNames: readonly ReporterName[] = Object.keys(reporters) as ReporterName[];
