/** What does not pass in the shipped collection, how it fails, and why that is no fault of the scenario. */
import type { RunProblemCode } from '../../src/scenario/problem.ts';
import { sdkBreaks } from '../invariants/sdk-breaks.ts';
import type { AppName, Variant } from './variants.ts';

export interface Exception {
  readonly why: string;
  /** Where it is decided: in the SDK's source, or in a page of ours. */
  readonly source: string;
  /** Whom it befalls. Default: both apps, streamed and not. */
  readonly app?: AppName;
  readonly stream?: boolean;
  /** The codes of the problems, in their order, by the scenario's file in `scenarios/`. */
  readonly fails: Readonly<Record<string, readonly RunProblemCode[]>>;
}

const SDK = 'https://github.com/anthropics/anthropic-sdk-typescript/blob/main/src';
const RUNNER = `[BetaToolRunner.ts](${SDK}/lib/tools/BetaToolRunner.ts)`;

const writesInOrder = sdkBreaks.find(({ invariant }) => invariant === 'writes-in-order')!;

export const exceptions: readonly Exception[] = [
  {
    why: 'Only a stream can break off: who does not stream gets the whole reply.',
    source: '[streams.md](streams.md)',
    stream: false,
    fails: {
      'streams/cut.yaml': ['request-unexpected', 'error-differs', 'requests-differ'],
      'streams/cut-in-mid-call.yaml': [
        'request-unexpected',
        'error-differs',
        'requests-differ',
        'tool-results-differ',
      ],
      'streams/error-event.yaml': ['error-missing'],
      'streams/no-end.yaml': ['error-missing'],
      'streams/reset.yaml': ['error-missing'],
    },
  },
  {
    why: 'The runner holds the thread, and throws for a `thread` that it is given.',
    source: `[tool-runner-params.ts](${SDK}/lib/internal/threads/tool-runner-params.ts)`,
    app: 'tool runner',
    fails: {
      'threads/unknown-thread.yaml': ['refusals-differ', 'error-differs'],
      'threads/without-beta.yaml': ['refusals-differ', 'error-differs'],
    },
  },
  {
    why: 'The runner does not tell the model which tools there are.',
    source: `${RUNNER}: \`toolNotFoundResult\``,
    app: 'tool runner',
    fails: { 'calls/unknown-tool.yaml': ['tool-results-differ'] },
  },
  {
    why: writesInOrder.what,
    source: writesInOrder.source,
    app: 'tool runner',
    fails: { 'calls/writes.yaml': ['tool-results-differ'] },
  },
  {
    why: 'At `max_iterations` the runner answers with the message it has, which still asks for a tool.',
    source: `${RUNNER}: documented at \`max_iterations\``,
    app: 'tool runner',
    fails: { 'tool-runner/last-turn.yaml': ['error-missing'] },
  },
];

/** Whether an exception is about a way to run. */
export function isAbout({ app, stream }: Exception, variant: Variant): boolean {
  return (
    (app === undefined || app === variant.app) &&
    (stream === undefined || stream === variant.stream)
  );
}
