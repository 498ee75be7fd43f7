/** One run of an app, as the scenario that plays it again. */
import type { ScenarioExpectations } from '../../src/scenario/expect-schema.ts';
import type { RequestExpectations } from '../../src/scenario/request-schema.ts';
import type { ScenarioOptions } from '../../src/scenario/scenario-schema.ts';
import type { WrittenScenario, WrittenTurn } from '../../src/scenario/written.ts';
import type { RoutedRequest } from '../../src/script/routed-request.ts';
import { toTranscript, type ToolCall } from '../../src/transcript/transcript.ts';
import { replyOf, type Exchange } from '../../src/wire/exchange.ts';
import { API_VERSIONS, LATEST_VERSION, VERSION } from '../../src/wire/headers.ts';
import { requestOf } from '../../src/scenario/request-of.ts';
import { brokenInvariants, expectedEnd, expectedRequest } from './expectations.ts';
import type { Heard } from './heard.ts';
import { inputOf, inShort, type InputForm } from './recorded-input.ts';
import { recordedTools } from './recorded-tools.ts';
import type { Rehearsed } from './rehearse.ts';
import { routeFor } from './route.ts';
import { RunRefusals } from './run-refusals.ts';
import type { RecordedRun, Split } from './runs.ts';
import type { TurnOptions } from './stream-turns.ts';
import { writtenTurn } from './written-turn.ts';

export interface RunMaking extends TurnOptions {
  readonly split: Split;
  readonly input: InputForm;
  /** What the scenarios are called. Default: what the user asks. */
  readonly name: string | undefined;
}

/** Makes the scenario of one run. */
export class RunMaker {
  readonly #run: RecordedRun;
  readonly #requests: readonly Rehearsed[];
  readonly #journal: readonly Exchange[];
  readonly #refusals: RunRefusals;

  constructor(run: RecordedRun, requests: readonly Rehearsed[]) {
    this.#run = run;
    this.#requests = requests;
    this.#journal = requests.map(({ exchange }) => exchange);
    this.#refusals = new RunRefusals(this.#inOrder().map(({ index }) => requests[index]!));
  }

  async make(options: RunMaking): Promise<WrittenScenario> {
    const [first] = this.#run[0]!;
    const opening = this.#routed(first!);
    const tools = await recordedTools(
      this.#run.flat().map((exchange) => this.#declared(exchange)),
      this.#calls(),
    );
    const simulated = this.#options(first!);
    const refused = this.#refusals.rules;
    return {
      name: options.name ?? (inShort(opening.user) || 'recorded'),
      ...(Object.keys(simulated).length > 0 ? { options: simulated } : {}),
      input: inputOf(
        this.#run[0]!,
        options.input,
        tools.map(({ name }) => name),
      ),
      ...(tools.length > 0 ? { tools } : {}),
      turns: await this.#turns(options),
      expect: {
        ...this.#end(),
        requests: this.#run.flat().length,
        ...(refused.length > 0 ? { refused } : {}),
        ...brokenInvariants(this.#run),
      },
    };
  }

  /** What the app ended with: the last reply, if the conversation that began first got it. */
  #end(): ScenarioExpectations {
    const last = this.#inOrder().at(-1)!;
    if (!this.#run[0]!.includes(last)) return {};
    const request = this.#requests[last.index]!;
    return expectedEnd(request.heard.answer, this.#refusals.statusOf(request));
  }

  #routed(exchange: Exchange): RoutedRequest {
    return requestOf(this.#journal, exchange);
  }

  #declared(exchange: Exchange): unknown {
    const { tools } = this.#routed(exchange).body;
    return Array.isArray(tools) ? tools : [];
  }

  /** The calls that were made in the run itself. */
  #calls(): ToolCall[] {
    const made = new Set(
      this.#run
        .flat()
        .flatMap((exchange) =>
          (replyOf(exchange)?.content ?? []).map((block) => ('id' in block ? block.id : '')),
        ),
    );
    const calls = this.#run.flatMap((exchanges) => toTranscript(exchanges).toolCalls);
    return calls.filter(({ id }) => made.has(id));
  }

  #options({ request }: Exchange): ScenarioOptions {
    const version = API_VERSIONS.find((each) => each === request.headers[VERSION]);
    return {
      ...(version === undefined || version === LATEST_VERSION ? {} : { version }),
      ...this.#refusals.options,
    };
  }

  #inOrder(): readonly Exchange[] {
    return this.#run.flat().toSorted((a, b) => a.index - b.index);
  }

  /** The condition on the turns of each conversation; none where there is only one. */
  #route(exchanges: readonly Exchange[]): RequestExpectations | undefined {
    const others = this.#run.filter((each) => each !== exchanges);
    if (others.length === 0) return undefined;
    return routeFor(
      this.#routed(exchanges[0]!),
      others.map(([first]) => this.#routed(first!)),
    );
  }

  async #turns(options: RunMaking): Promise<WrittenTurn[]> {
    const homes = new Map(
      this.#run.flatMap((exchanges) => {
        const when = this.#route(exchanges);
        return exchanges.map(
          (exchange, position) => [exchange, { when, before: exchanges[position - 1] }] as const,
        );
      }),
    );
    const turns: WrittenTurn[] = [];
    for (const exchange of this.#inOrder()) {
      const request = this.#requests[exchange.index]!;
      // The simulation answers it, and no turn is needed.
      if (this.#refusals.of(request).length > 0) continue;
      const { when, before } = homes.get(exchange)!;
      const asks = options.split === 'conversations';
      const expect = before && expectedRequest(this.#routed(exchange), this.#routed(before), asks);
      turns.push({
        ...(when ? { when } : {}),
        ...(expect ? { expect } : {}),
        ...(await writtenTurn(wholeRequest(request), options)),
      });
    }
    return turns;
  }
}

/** The request as it would be without a thread. */
function wholeRequest({ heard, exchange }: Rehearsed): Heard {
  const { thread: _, ...body } = Object(heard.request.body) as Record<string, unknown>;
  const whole = { ...body, messages: exchange.messages };
  return { ...heard, request: { ...heard.request, body: whole } };
}
