/** The loops that have to pass: that of the kit, the one that bad loops are made of, and the tool runner of the SDK. */
import { runToolLoop } from '../../src/loop/index.ts';
import { toolRunnerApp } from '../../testing/apps/tool-runner.ts';
import type { App, CheckLoopOptions } from '../../testing/index.ts';
import { appOf, ToolLoop } from './loop.ts';
import { StreamLoop } from './stream-loop.ts';
import { ThreadLoop } from './thread-loop.ts';

export interface GoodLoop {
  readonly name: string;
  readonly app: App;
  readonly options: CheckLoopOptions;
}

/** More turns than a rehearsal has. */
const MOST_TURNS = 50;

export const kitLoop: App = ({ client, input, tools, signal, stream }) =>
  runToolLoop(client, {
    model: 'claude-opus-5',
    max_tokens: 1024,
    tools,
    messages: [{ role: 'user', content: String(input) }],
    maxTurns: MOST_TURNS,
    signal,
    stream,
  });

/** What the runner does not keep by its own documentation; sdk-breaks.ts has each with its source. */
export const runnerBreaks: readonly string[] = ['writes-in-order', 'failures-hide-secrets'];

export const goodLoops: readonly GoodLoop[] = [
  { name: '`runToolLoop`', app: kitLoop, options: { door: 'fakeMessages', models: 'both' } },
  {
    name: '`runToolLoop` over the SDK',
    app: kitLoop,
    options: { door: 'client', models: 'streaming' },
  },
  {
    name: 'the good loop of the zoo',
    app: appOf(ToolLoop),
    options: { door: 'fakeMessages', models: 'both' },
  },
  {
    name: 'the same with a reader of streams of its own',
    app: appOf(StreamLoop),
    options: { door: 'fakeMessages', models: 'streaming' },
  },
  {
    name: 'the good loop on message threads',
    app: appOf(ThreadLoop),
    options: { door: 'fakeMessages', models: 'both' },
  },
  {
    name: '`toolRunner` of the SDK',
    app: toolRunnerApp({ stream: false }),
    options: { door: 'client', models: 'not', except: runnerBreaks },
  },
  {
    name: '`toolRunner` of the SDK, streaming',
    app: toolRunnerApp({ stream: true }),
    options: { door: 'client', models: 'streaming', except: runnerBreaks },
  },
];
