/** Colours, for a terminal that wants them. */
import { styleText } from 'node:util';
import type { TranscriptTone } from '../src/transcript/conversation-pieces.ts';
import type { IO, Output } from './io.ts';

/** How a piece of text is meant. */
export type Tone = 'good' | 'title' | TranscriptTone;

export type Paint = (tone: Tone, text: string) => string;

const STYLES = {
  good: 'green',
  bad: 'red',
  note: 'yellow',
  title: 'bold',
  quiet: 'dim',
  app: 'cyan',
  model: 'magenta',
  tools: 'blue',
} as const satisfies Record<Tone, Parameters<typeof styleText>[0]>;

/** Leaves every text as it is. */
export const plain: Paint = (_tone, text) => text;

/** Both variables count when they are there and not empty (no-color.org, force-color.org); the first one wins. */
function wantsColour({ isTTY = false }: Output, { env = {} }: IO): boolean {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  if (isSet('NO_COLOR')) return false;
  return isTTY || (isSet('FORCE_COLOR') && env['FORCE_COLOR'] !== '0');
}

/** Paints for `output` when it is a terminal or `FORCE_COLOR` is set, unless `NO_COLOR` is. */
export function paintFor(output: Output, io: IO): Paint {
  if (!wantsColour(output, io)) return plain;
  return (tone, text) => styleText(STYLES[tone], text, { validateStream: false });
}
