/** The page: follows the server, draws what is known, and does what keys and clicks say. */
import { readAddress, writeAddress } from './address.ts';
import { drawExchanges, drawRuns } from './draw-lists.ts';
import { drawRaw } from './draw-raw.ts';
import { drawTranscript } from './draw-transcript.ts';
import { morph } from './morph.ts';
import { byId, toNode } from './nodes.ts';
import { changes, getContent, getRuns, RefusedError } from './source.ts';
import { chosenExchange, filtered, NOTHING, type Link, type State } from './state.ts';
import { followTheme } from './theme.ts';

const RETRY_MS = 1000;
/** The least time between two looks at the server, so that watching a busy one does not slow it down. */
const PAUSE_MS = 100;
/** Wide enough for three columns; the same width stands in style.css. */
const wide = matchMedia('(min-width: 1100px)');

const LINKS: Readonly<Record<Link, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Disconnected, trying again',
  locked: 'Locked',
  refused: 'Refused',
};

const runList = byId('runs');
const exchangeList = byId('exchanges');
const transcript = byId('transcript');
const raw = byId('raw');
const rawToggle = byId('raw-toggle');
const filter = byId('filter') as HTMLInputElement;
const locked = byId('locked');
const tokenInput = byId('token') as HTMLInputElement;

const state: State = { ...NOTHING };
let { token } = readAddress(location.hash);

/** The run in which something happened last. */
let latest: string | undefined;

/** What the transcript last showed, so that it is scrolled only when something else is. */
let shown = '';

/** To what is wrong, with a third of the height left for what led there, or else to the end. */
function scrollTranscript(): void {
  const finding = transcript.querySelector('.finding[data-kind=violation]');
  const { scrollHeight, scrollTop, clientHeight } = transcript;
  if (!finding) {
    transcript.scrollTop = scrollHeight;
    return;
  }
  const below = finding.getBoundingClientRect().top - transcript.getBoundingClientRect().top;
  transcript.scrollTop = scrollTop + below - clientHeight / 3;
}

function draw(): void {
  const { runs, journal } = filtered(state);
  const chosen = chosenExchange(state);
  const status = byId('status');
  status.dataset['link'] = state.link;
  status.textContent = state.reason === '' ? LINKS[state.link] : state.reason;
  locked.hidden = state.link !== 'locked';
  byId('columns').hidden = !locked.hidden;
  morph(runList, drawRuns(runs, state).map(toNode));
  morph(exchangeList, drawExchanges(journal, state, chosen).map(toNode));
  morph(transcript, drawTranscript(state, chosen).map(toNode));
  morph(raw, drawRaw(state.run, chosen).map(toNode));
  const showing = `${state.run} ${chosen?.index} ${chosen?.outcome}`;
  if (showing !== shown) {
    shown = showing;
    scrollTranscript();
    for (const list of [runList, exchangeList]) {
      list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    }
  }
}

function keepAddress(): void {
  const { choice: run, exchange } = state;
  history.replaceState(null, '', writeAddress({ token, run, exchange }));
}

const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** What has to be asked for: what is known of the chosen run may be out of date, or have to be forgotten. */
type Change = 'elsewhere' | 'here' | 'everything';

async function update(change: Change): Promise<void> {
  const before = state.run;
  const runs = await getRuns(token);
  const newest = runs.find(({ name }) => name === latest) ?? runs.at(-1);
  const wanted = state.choice ?? newest?.name;
  const chosen = runs.find(({ name }) => name === wanted);
  const isOther = change === 'everything' || wanted !== before;
  if (chosen && (isOther || change === 'here')) {
    const held = state.journal.filter(({ index }) => index >= chosen.dropped.exchanges);
    const content = await getContent(chosen.name, isOther ? [] : held, token);
    // Who chose another run meanwhile has asked for that one too.
    if (state.run !== before) return;
    Object.assign(state, { run: chosen.name, ...content });
  }
  if (!chosen) Object.assign(state, { run: wanted, journal: [], transcripts: [] });
  state.runs = runs;
  draw();
}

let updating: Promise<void> = Promise.resolve();

/** One after another, so that what was asked for first is not shown last. */
function refresh(change: Change): Promise<void> {
  const updated = updating.then(() => update(change));
  updating = updated.catch(() => undefined);
  return updated;
}

/** Follows the server from one connection to the next, until it says that it will not be followed. */
async function follow(): Promise<void> {
  for (;;) {
    try {
      // A server that was started again does not know what was known before.
      let isKnown = false;
      for await (const changed of changes(token)) {
        Object.assign(state, { link: 'live', reason: '' });
        latest = changed.at(-1) ?? latest;
        const isHere = state.run === undefined || changed.includes(state.run);
        const change = isHere ? 'here' : 'elsewhere';
        await refresh(isKnown ? change : 'everything');
        isKnown = true;
        await sleep(PAUSE_MS);
      }
      state.link = 'lost';
    } catch (error) {
      state.link = 'lost';
      if (error instanceof RefusedError && [401, 403].includes(error.status)) {
        state.link = error.status === 401 ? 'locked' : 'refused';
        state.reason = error.message;
        draw();
        if (state.link === 'locked') tokenInput.focus();
        return;
      }
    }
    draw();
    await sleep(RETRY_MS);
  }
}

function chooseExchange(index: number): void {
  const isNewest = index === state.journal.at(-1)?.index;
  Object.assign(state, { choice: state.run, exchange: isNewest ? undefined : index });
  keepAddress();
  draw();
}

/** Shows another run, or the newest, from what is known of it on the server. */
function show(choice: string | undefined, exchange: number | undefined): void {
  const run = choice ?? latest;
  Object.assign(state, { choice, run, exchange, journal: [], transcripts: [] });
  draw();
  // What fails here fails in `follow` too, which knows what to do.
  refresh('everything').catch(() => undefined);
}

function chooseRun(name: string): void {
  if (name === state.choice) return;
  show(name, undefined);
  keepAddress();
}

/** The one `by` places further in a list; the ends are the ends. */
function stepped<Item>(items: readonly Item[], at: number, by: number): Item | undefined {
  return items[Math.min(Math.max(at + by, 0), items.length - 1)];
}

function focusCurrent(list: HTMLElement): void {
  list.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
}

function stepExchange(by: number): void {
  const { journal } = filtered(state);
  const chosen = chosenExchange(state);
  const next = stepped(journal, chosen ? journal.indexOf(chosen) : 0, by);
  if (!next) return;
  chooseExchange(next.index);
  focusCurrent(exchangeList);
}

function stepRun(by: number): void {
  const { runs } = filtered(state);
  const at = runs.findIndex(({ name }) => name === state.run);
  const next = stepped(runs, at, by);
  if (!next) return;
  chooseRun(next.name);
  focusCurrent(runList);
}

const isRawShown = (): boolean => raw.hidden === false;

function showRaw(isShown: boolean): void {
  raw.hidden = !isShown;
  rawToggle.setAttribute('aria-expanded', String(isShown));
}

function toggleRaw(isShown: boolean): void {
  showRaw(isShown);
  if (isShown) raw.focus();
  else rawToggle.focus();
}

function close(): void {
  if (document.activeElement === filter || filter.value !== '') {
    filter.value = '';
    state.filter = '';
    filter.blur();
    draw();
  } else if (isRawShown()) {
    toggleRaw(false);
  }
}

const isIn = (list: HTMLElement): boolean => list.contains(document.activeElement);

/** Arrows go through the list that has the focus, and scroll elsewhere. */
const step = (by: number): void => (isIn(runList) ? stepRun(by) : stepExchange(by));
const hasList = (): boolean =>
  isIn(runList) || isIn(exchangeList) || document.activeElement === document.body;

const KEYS: Readonly<Record<string, { readonly when?: () => boolean; readonly run: () => void }>> =
  {
    j: { run: () => stepExchange(1) },
    k: { run: () => stepExchange(-1) },
    J: { run: () => stepRun(1) },
    K: { run: () => stepRun(-1) },
    ArrowDown: { when: hasList, run: () => step(1) },
    ArrowUp: { when: hasList, run: () => step(-1) },
    '/': { run: () => filter.focus() },
    r: { run: () => toggleRaw(!isRawShown()) },
  };

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') return close();
  if (event.target instanceof HTMLInputElement) return;
  const key = KEYS[event.key];
  if (!key || key.when?.() === false) return;
  event.preventDefault();
  key.run();
});

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  const { run, exchange, close: closed } = button?.dataset ?? {};
  if (run !== undefined) chooseRun(run);
  if (exchange !== undefined) chooseExchange(Number(exchange));
  if (closed !== undefined) toggleRaw(false);
});

rawToggle.addEventListener('click', () => toggleRaw(!isRawShown()));

filter.addEventListener('input', () => {
  state.filter = filter.value;
  draw();
});

locked.addEventListener('submit', (event) => {
  event.preventDefault();
  token = tokenInput.value;
  tokenInput.value = '';
  Object.assign(state, { link: 'connecting', reason: '' });
  keepAddress();
  draw();
  void follow();
});

addEventListener('hashchange', () => {
  const address = readAddress(location.hash);
  token = address.token ?? token;
  show(address.run, address.exchange);
});

const { run, exchange } = readAddress(location.hash);
Object.assign(state, { choice: run, run, exchange });
followTheme();
showRaw(wide.matches);
draw();
void follow();
