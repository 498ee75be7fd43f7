/** What the page knows, and what is chosen in it. */
import type { Exchange } from '../../../src/wire/exchange.ts';
import type { RunView, TranscriptView } from '../views.ts';

/** How it stands with the server; `locked` is without its token, `refused` is for good. */
export type Link = 'connecting' | 'live' | 'lost' | 'locked' | 'refused';

export interface State {
  link: Link;
  /** What the server said, when it refused. */
  reason: string;
  runs: readonly RunView[];
  /** The name of the run that somebody chose, whether it has begun or not; without one the newest is followed. */
  choice: string | undefined;
  /** The name of the run that is shown. */
  run: string | undefined;
  /** Of the run that is shown. */
  journal: readonly Exchange[];
  transcripts: readonly TranscriptView[];
  /** The index of the chosen exchange; undefined is the newest, whichever that is. */
  exchange: number | undefined;
  filter: string;
}

export const NOTHING: State = {
  link: 'connecting',
  reason: '',
  runs: [],
  choice: undefined,
  run: undefined,
  journal: [],
  transcripts: [],
  exchange: undefined,
  filter: '',
};

const holds = (text: string, words: readonly string[]): boolean => {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
};

/** The runs and exchanges that have every word of the filter in them; a run that has shows all of its exchanges. */
export function filtered({ runs, run, journal, filter }: State): {
  runs: readonly RunView[];
  journal: readonly Exchange[];
} {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { runs, journal };
  const isShown = ({ name, script }: RunView): boolean => holds(`${name} ${script ?? ''}`, words);
  const own = runs.find(({ name }) => name === run);
  const exchanges =
    own && isShown(own)
      ? journal
      : journal.filter((exchange) => holds(JSON.stringify(exchange), words));
  return {
    runs: runs.filter((each) => isShown(each) || (each === own && exchanges.length > 0)),
    journal: exchanges,
  };
}

/** The chosen exchange, or the newest of those that are shown. */
export function chosenExchange(state: State): Exchange | undefined {
  const { journal } = filtered(state);
  return journal.find(({ index }) => index === state.exchange) ?? journal.at(-1);
}

/** The conversation that an exchange is part of. */
export function transcriptOf(
  { transcripts }: State,
  { index }: Exchange,
): TranscriptView | undefined {
  return transcripts.find(({ exchanges }) => exchanges.includes(index));
}
