/** `ensaio run --watch`: runs again when a file changes that the last run read, each time in a process of its own. */
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { EXIT, type ExitCode } from './exit-code.ts';
import type { ChildRun, IO, Stop, Watching } from './io.ts';
import { paintFor, type Tone } from './paint.ts';

/** How long nothing must change before it runs again: an editor that saves writes several times. */
const QUIET_MS = 100;

/** Ctrl-C, where the terminal hands on every key as it is. */
const INTERRUPT = '\u0003';

const SCENARIO_FILES = ['.yaml', '.yml'];

/** The folder that a pattern starts from. */
function folderOf(pattern: string, cwd: string): string {
  const [plain = ''] = pattern.split(/[!()*?[{]/);
  return resolve(cwd, plain === pattern || plain.endsWith('/') ? plain : dirname(plain));
}

class Watch {
  readonly #io: IO;
  readonly #watching: Watching;
  readonly #argv: readonly string[];
  readonly #folders = new Map<string, Stop>();
  /** What was read so far. A run that fails early reads less than the one before it. */
  readonly #read = new Set<string>();
  readonly #changed = new Set<string>();
  #run: ChildRun | undefined;
  /** Goes up when a run is no longer wanted. */
  #turn = 0;
  #forget: Stop | undefined;

  constructor(argv: readonly string[], watching: Watching, io: IO) {
    this.#io = io;
    this.#watching = watching;
    this.#argv = argv;
  }

  add(folder: string): void {
    if (this.#folders.has(folder)) return;
    const stop = this.#watching.watchFolder(folder, (name, isListed) =>
      this.#note(join(folder, name), isListed),
    );
    this.#folders.set(folder, stop);
  }

  start(): void {
    const run = this.#watching.startRun(this.#argv, (file) => {
      // What is installed is not worked on.
      if (file.includes(`${sep}node_modules${sep}`)) return;
      this.#read.add(file);
      this.add(dirname(file));
    });
    this.#run = run;
    const turn = this.#turn;
    void run.ended.then(() => {
      if (turn !== this.#turn) return;
      const how = this.#io.onKey ? 'q ends it' : 'Ctrl-C ends it';
      this.#say('quiet', `Waiting for changes; ${how}.`);
    });
  }

  async end(): Promise<void> {
    this.#forget?.();
    for (const stop of this.#folders.values()) stop();
    await this.#stopRun();
  }

  /** Ends the run; whether nothing else has come up meanwhile. */
  async #stopRun(): Promise<boolean> {
    const turn = ++this.#turn;
    this.#run?.stop();
    await this.#run?.ended;
    return turn === this.#turn;
  }

  /** Notes a change of what was read, and files that may be scenarios which come or go. */
  #note(file: string, isListed: boolean): void {
    const mayBeScenario = isListed && SCENARIO_FILES.includes(extname(file));
    if (!this.#read.has(file) && !mayBeScenario) return;
    this.#changed.add(file);
    this.#forget?.();
    this.#forget = this.#io.after?.(QUIET_MS, () => void this.#again());
  }

  async #again(): Promise<void> {
    if (!(await this.#stopRun())) return;
    const names = [...this.#changed].map((file) => relative(this.#io.cwd, file)).sort();
    this.#changed.clear();
    this.#say('title', `Changed: ${names.join(', ')}`);
    this.start();
  }

  #say(tone: Tone, text: string): void {
    const { stderr } = this.#io;
    stderr.write(`\n${paintFor(stderr, this.#io)(tone, text)}\n`);
  }
}

/**
 * Runs the command `argv`, and again whenever something changes, until somebody presses q or the process is asked to
 * end. What is watched: the files and modules that were read, and the folders of `globs`, for new scenarios.
 */
export async function watchRun(
  globs: readonly string[],
  argv: readonly string[],
  watching: Watching,
  io: IO,
): Promise<ExitCode> {
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const stops = [
    io.onStop?.(stop),
    io.onKey?.((key) => {
      if (key === 'q' || key === INTERRUPT) stop();
    }),
  ];
  const watch = new Watch(argv, watching, io);
  // The working folder is there in any case, also when no pattern leads anywhere yet.
  for (const folder of [io.cwd, ...globs.map((glob) => folderOf(glob, io.cwd))]) watch.add(folder);
  watch.start();
  await stopped;
  await watch.end();
  for (const forget of stops) forget?.();
  return EXIT.passed;
}
