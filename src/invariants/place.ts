/** Where in a conversation something shows. */
import { checkGiven, isFields } from '../check-options.ts';

/** A place in a transcript; what does not apply, or is not known, is absent. */
export interface Place {
  /** The message, counted from 0 in the whole conversation. */
  readonly message?: number;
  /** The block of the message, counted from 0; absent when the whole message is meant. */
  readonly block?: number;
  /** The exchange that brought it, as its number in the journal. */
  readonly exchange?: number;
  /** The turn of the script that it is, or that it follows: "turn 2". */
  readonly turn?: string;
}

/** What an exchange is called: `journal[1]`. */
export type NameExchange = (exchange: number) => string;

const inJournal: NameExchange = (exchange) => `journal[${exchange}]`;

/** A place as text: `messages[2].content[0] (journal[1], turn 1)`; empty when nothing is known of it. */
export function formatPlace(place: Place, nameExchange: NameExchange = inJournal): string {
  checkGiven(isFields(place), 'formatPlace', 'the place of a finding', place);
  const { message, block, exchange, turn } = place;
  const path = message === undefined ? '' : `messages[${message}]`;
  const inner = block === undefined ? path : `${path}.content[${block}]`;
  const from = [exchange === undefined ? '' : nameExchange(exchange), turn ?? ''];
  const origin = from.filter((part) => part !== '').join(', ');
  if (inner === '') return origin;
  return origin === '' ? inner : `${inner} (${origin})`;
}
