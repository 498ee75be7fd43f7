/** Colours, for a terminal that wants them. */
import { styleText } from 'node:util';
import type { IO, Output } from './io.ts';

/** How a piece of text is meant. */
export type Tone = 'good' | 'bad' | 'title' | 'quiet';

export type Paint = (tone: Tone, text: string) => string;

const STYLES = { good: 'green', bad: 'red', title: 'bold', quiet: 'dim' } as const satisfies Record<
  Tone,
  Parameters<typeof styleText>[0]
>;

/** Paints for `output` when it is a terminal and `NO_COLOR` is not set; otherwise leaves every text as it is. */
export function paintFor(output: Output, { env = {} }: IO): Paint {
  // NO_COLOR counts when it is there and not empty (no-color.org).
  if (output.isTTY !== true || (env['NO_COLOR'] ?? '') !== '') return (_tone, text) => text;
  return (tone, text) => styleText(STYLES[tone], text, { validateStream: false });
}
