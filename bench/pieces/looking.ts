/** A conversation of three requests: two calls at once, one more, and an answer. */
import { text, toolUse, type TurnInput } from '../../fakes/index.ts';

export const REQUESTS = 3;

export const looking: readonly TurnInput[] = [
  [text('Let me look.'), toolUse('look', { at: 'left' }), toolUse('look', { at: 'right' })],
  [toolUse('look', { at: 'behind' })],
  'There is nothing to be seen.',
];

export const params: {
  model: string;
  max_tokens: number;
  messages: { role: 'user'; content: string }[];
} = {
  model: 'claude-opus-5',
  max_tokens: 1024,
  messages: [{ role: 'user', content: 'Look around.' }],
};
