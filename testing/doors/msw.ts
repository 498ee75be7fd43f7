/** The MSW door: the global `fetch`, each run at an address of its own. */
import type { RequestHandler } from 'msw';
import { setupServer } from 'msw/node';
import { clientOf, type FakeAnthropic, type OwnClientOptions } from '../../fakes/client.ts';
import { anthropicHandlers } from '../../fakes/msw.ts';
import { EnsaioError } from '../../src/error.ts';
import type { Simulation } from '../../src/simulation/simulation.ts';
import { letSocketsGo } from './closed-sockets.ts';
import { ending } from './ending.ts';

/** One for all runs: MSW patches the process, and has one network in it. */
const server = setupServer();

/** What is asked of others is theirs. MSW 3 has another name for it than MSW 2. */
const LEFT_ALONE = { onUnhandledFrame: 'bypass', onUnhandledRequest: 'bypass' } as const;

/** The handlers of the runs that are open, by their address. */
const open = new Map<string, readonly RequestHandler[]>();
let opened = 0;
let holdSockets: () => void = () => undefined;

/** What shows on the global object while MSW listens: of MSW 3, and of MSW 2. */
interface Signs {
  readonly __MSW_INTERCEPTORS_REGISTRY?: ReadonlyMap<symbol, { readonly readyState: string }>;
}

/** Whether a server of the user listens. Ours would take its place, and take it along when it closes. */
function isTaken(): boolean {
  const { __MSW_INTERCEPTORS_REGISTRY: registry = new Map() } = globalThis as Signs;
  const isActive = [...registry.values()].some(({ readyState }) => readyState === 'ACTIVE');
  return isActive || Symbol.for('fetch-interceptor') in globalThis;
}

function listen(): void {
  if (isTaken()) {
    throw new EnsaioError(
      'door-unavailable',
      'The door msw is taken: a server of MSW listens in this process, and there is room for one.',
      {
        hint: 'Close it while scenarios run, or go through another door: client or server.',
        details: { door: 'msw' },
      },
    );
  }
  server.listen(LEFT_ALONE);
  holdSockets = letSocketsGo();
}

/** Makes the handlers of the server those of the open runs. */
function update(): void {
  server.resetHandlers(...[...open.values()].flat());
}

export function mswDoor(
  simulation: Simulation,
  options?: OwnClientOptions,
): { client: FakeAnthropic; hasSockets: boolean; close(): void } {
  if (open.size === 0) listen();
  opened += 1;
  // Nobody can have a name under .test: what gets past MSW reaches nothing.
  const baseURL = `https://run-${opened}.ensaio.test`;
  open.set(baseURL, anthropicHandlers(simulation, { baseURL }));
  update();
  const { fetch, end } = ending((input, init) => globalThis.fetch(input, init));
  return {
    client: clientOf(simulation, { ...options, baseURL }, { fetch }),
    // MSW 3 plays the sockets of a request, MSW 2 its `fetch`.
    hasSockets: '__MSW_INTERCEPTORS_REGISTRY' in globalThis,
    close() {
      if (!open.delete(baseURL)) return;
      end();
      update();
      if (open.size > 0) return;
      server.close();
      holdSockets();
    },
  };
}
