/** What the control endpoints tell, kept up to date. */
import type { Exchange } from '../../../src/wire/exchange.ts';
import type { RunView, TranscriptView } from '../views.ts';

export class RefusedError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A text that no header can hold is no server's token, and is left out. */
const tokenHeader = (token = ''): HeadersInit =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(token) ? { 'x-ensaio-token': token } : {};

async function ask(path: string, token: string | undefined): Promise<Response> {
  const headers = tokenHeader(token);
  const response = await fetch(`/_ensaio${path}`, { headers, cache: 'no-store' });
  if (response.ok) return response;
  const { error } = (await response.json()) as { error: { message: string } };
  throw new RefusedError(response.status, error.message);
}

async function get<Told>(path: string, token: string | undefined): Promise<Told> {
  const response = await ask(path, token);
  return (await response.json()) as Told;
}

export function getRuns(token: string | undefined): Promise<readonly RunView[]> {
  return get('/runs', token);
}

export interface RunContent {
  readonly journal: readonly Exchange[];
  readonly transcripts: readonly TranscriptView[];
}

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * The newest of a run. Of what is `known` only the end is asked for, from the first exchange that was still under way;
 * one settled exchange more tells whether the run is still the same.
 */
export async function getContent(
  run: string,
  known: readonly Exchange[],
  token: string | undefined,
): Promise<RunContent> {
  const path = `/runs/${encodeURIComponent(run)}`;
  const open = known.findIndex(({ outcome }) => outcome === 'open');
  const settled = known[(open === -1 ? known.length : open) - 1];
  const from = settled?.index ?? 0;
  const [newest, transcripts] = await Promise.all([
    get<readonly Exchange[]>(`${path}/journal?from=${from}`, token),
    get<readonly TranscriptView[]>(`${path}/transcripts`, token),
  ]);
  if (settled && !same(newest[0], settled)) return getContent(run, [], token);
  return { journal: [...known.filter(({ index }) => index < from), ...newest], transcripts };
}

/** The names of the runs that change, as the server tells them; it ends with the connection. */
export async function* changes(token: string | undefined): AsyncGenerator<readonly string[]> {
  const response = await ask('/events', token);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (text + value).split('\n\n');
    text = events.pop()!;
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data: '));
      if (data) yield (JSON.parse(data.slice('data: '.length)) as { runs: string[] }).runs;
    }
  }
}
