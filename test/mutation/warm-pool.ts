// A Vitest pool whose one thread stays from mutant to mutant, so that packages are loaded once and not a thousand times.
// Modules of our own are still evaluated anew for each test file: Vitest's `isolate` sees to that.
import {
  ThreadsPoolWorker,
  type PoolOptions,
  type PoolRunnerInitializer,
  type PoolWorker,
  type WorkerRequest,
} from 'vitest/node';

type Listener = (...args: unknown[]) => void;

let thread: ThreadsPoolWorker | undefined;

/** One use of the thread, which is told to start by whoever comes first, and to stop by nobody. */
class Borrowed implements PoolWorker {
  readonly name = 'warm';
  readonly #thread: ThreadsPoolWorker;
  readonly #project: PoolOptions['project'];
  readonly #isStarted: boolean;
  readonly #listeners: [event: string, listener: Listener][] = [];

  constructor(lent: ThreadsPoolWorker, { project }: PoolOptions, isStarted: boolean) {
    this.#thread = lent;
    this.#project = project;
    this.#isStarted = isStarted;
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#thread.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#thread.off(event, listener);
  }

  send(message: WorkerRequest): void {
    // A run that stops at its first failure has stopped by itself. Word of it would come late, and stop the next run.
    if ('m' in message && message.m === 'onCancel') return;
    if (message.type === 'stop') this.#answer('stopped');
    else if (message.type === 'start' && this.#isStarted) this.#answer('started');
    else if (message.type === 'run') this.#run(message);
    else this.#thread.send(message);
  }

  deserialize(data: unknown): unknown {
    return data;
  }

  async start(): Promise<void> {
    if (!this.#isStarted) await this.#thread.start();
  }

  async stop(): Promise<void> {}

  /** The thread knows the configuration of its start; which tests to run stands in that of today. */
  #run(message: WorkerRequest & { type: 'run' }): void {
    const config = this.#project.serializedConfig;
    this.#thread.send({ ...message, context: { ...message.context, config } } as WorkerRequest);
  }

  #answer(type: 'started' | 'stopped'): void {
    const told = this.#listeners.filter(([event]) => event === 'message');
    if (type === 'stopped') for (const each of this.#listeners) this.off(...each);
    queueMicrotask(() => {
      for (const [, listener] of told) listener({ __vitest_worker_response__: true, type });
    });
  }
}

export const warmPool: PoolRunnerInitializer = {
  name: 'warm',
  createPoolWorker(options) {
    const isStarted = thread !== undefined;
    thread ??= new ThreadsPoolWorker(options);
    return new Borrowed(thread, options, isStarted);
  },
};

export async function closeWarmPool(): Promise<void> {
  await thread?.stop();
  thread = undefined;
}
