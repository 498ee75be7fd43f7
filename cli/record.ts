/** `ensaio record`: stands between an app and an API until it is told to stop, and writes what it saw. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { EnsaioError } from '../src/error.ts';
import { decoded } from '../fakes/content-encoding.ts';
import { chunksIn } from '../fakes/server/chunks-in.ts';
import type { HttpAnswer } from '../fakes/server/http-answer.ts';
import type { HttpRequest } from '../fakes/server/http-request.ts';
import { listen, type Sent } from '../fakes/server/http-server.ts';
import type { HeaderList } from '../src/wire/headers.ts';
import { record, type Recording, type RecordOptions } from '../testing/recorder/record.ts';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { IO } from './io.ts';
import { reportWritten, toMaking, type MakingCommandOptions } from './made-scenarios.ts';
import { numeric } from './numeric.ts';
import { paintFor } from './paint.ts';

export interface RecordCommandOptions extends MakingCommandOptions {
  readonly out: string;
  readonly upstream: string;
  readonly port: string;
  readonly streams: string;
  readonly ci?: boolean;
}

/** What belongs to one connection and not to what is sent over it. */
const OF_CONNECTION = [
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'accept-encoding',
  'expect',
];

function without(headers: HeaderList, names: readonly string[]): Headers {
  const kept = new Headers([...headers].map(([name, value]) => [name, value]));
  for (const name of names) kept.delete(name);
  return kept;
}

/** The same answer for another connection: the `fetch` has decompressed it already. */
function onward(response: Response): HttpAnswer {
  const { body, status, headers } = decoded(response);
  const kept = without(headers, OF_CONNECTION);
  const cookies = kept.getSetCookie();
  return {
    status,
    headers: { ...Object.fromEntries(kept), ...(cookies.length > 0 && { 'set-cookie': cookies }) },
    body: body && chunksIn(body),
  };
}

const decoder = new TextDecoder();

/** Passes requests on; where the upstream cannot be reached, the connection breaks as its own would. */
function passOn({ fetch }: Recording): (request: HttpRequest) => Promise<Sent> {
  return async ({ method, url, headers, signal, readBody }) => {
    const hasBody = method !== 'GET' && method !== 'HEAD';
    try {
      const response = await fetch(url, {
        method,
        signal,
        headers: without(headers, OF_CONNECTION),
        ...(hasBody ? { body: decoder.decode(await readBody(Infinity)) } : {}),
      });
      return { answer: onward(response) };
    } catch {
      return { answer: undefined };
    }
  };
}

const LARGEST_PORT = 65_535;

function toPort(text: string): number {
  const port = numeric(text);
  if (Number.isInteger(port) && port >= 0 && port <= LARGEST_PORT) return port;
  throw new EnsaioError(
    'option-invalid',
    `--port is a whole number from 0 to ${LARGEST_PORT}, received "${text}".`,
    { details: { option: 'port', received: text } },
  );
}

/** Milliseconds that a client may take, and that answers under way are given in the end. */
const PATIENCE = { timeout: 60_000, grace: 500 };

/**
 * Keeps what cannot be written as it was asked for, but for its secrets.
 * @returns the error, with where it is kept
 */
async function keep(
  recording: Recording,
  options: RecordCommandOptions,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof EnsaioError) || error.code === 'nothing-recorded') return error;
  const { redact } = toMaking({ ...options, redactSecrets: true });
  // Not among the scenarios: nobody has looked at it.
  const out = join(mkdtempSync(join(tmpdir(), 'ensaio-')), basename(options.out));
  const { file } = await recording.finish({ out, redact });
  return new EnsaioError(error.code, error.reason, {
    hint: `What was recorded is kept in ${file}, with placeholders for whatever looks like a secret. Look at it and move it to where it belongs.`,
    details: { ...error.details, kept: file },
    cause: error,
  });
}

/**
 * Records what passes until the process is asked to end, and then writes it.
 * @throws EnsaioError `file-exists`, `ci-refused`, `option-invalid`, `listen-failed`, `nothing-recorded`, `secret-found` or
 * `write-failed`; what was recorded is kept even so
 */
export async function recordTraffic(options: RecordCommandOptions, io: IO): Promise<ExitCode> {
  const { upstream, out, ci } = options;
  const { cwd, env = {} } = io;
  const port = toPort(options.port);
  const streams = options.streams as RecordOptions['streams'];
  const recording = record(upstream, { ...toMaking(options), streams, out, ci, cwd, env });
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const forgetStop = io.onStop?.(stop);
  const { timeout, grace } = PATIENCE;
  try {
    const server = await listen(passOn(recording), { port, hostname: '127.0.0.1', timeout });
    const url = `http://127.0.0.1:${server.port}`;
    io.stdout.write(
      [
        paintFor(io.stdout, io)('title', `export ANTHROPIC_BASE_URL=${url}`),
        '',
        `What is asked there goes on to ${upstream}. Ctrl-C writes it to ${out}.`,
        '',
      ].join('\n'),
    );
    await stopped;
    await server.close(grace);
    const { scenarios } = await recording.finish().catch(async (error: unknown) => {
      throw await keep(recording, options, error);
    });
    io.stdout.write(reportWritten(scenarios, out));
    return EXIT.passed;
  } finally {
    forgetStop?.();
  }
}
