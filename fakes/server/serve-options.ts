/** How a server is told to listen, checked and with its defaults. */
import type { OptionCheck } from '../../src/check-options.ts';
import { toSettings, type SimulationOptions } from '../../src/simulation/options.ts';
import { splitOptions, type OwnChecks } from '../split-options.ts';

/** How a server listens, and the options of the simulations it makes, one for each run. */
export interface ServeOptions extends SimulationOptions {
  /** Default 0: any port that is free. */
  readonly port?: number;
  /** The address or name to listen on. Default `127.0.0.1`, which only this machine reaches. */
  readonly hostname?: string;
  /** What requests to the control endpoints must carry. Default: nothing, and then only this machine may use them. */
  readonly token?: string;
  /** Milliseconds that a client may take to send a request, and to take what was written to it. Default 60000. */
  readonly timeout?: number;
  /** Milliseconds that `close` waits for answers that are under way before it cuts them. Default 500. */
  readonly grace?: number;
  /** How many runs there may be at once; what asks for one more gets an error. Default 10000. */
  readonly runLimit?: number;
  /** As of a simulation, for each run. Default 1000. */
  readonly journalLimit?: number;
  /** Gets what should be known of a server that other machines reach. Default: `process.emitWarning`. */
  readonly onWarning?: (warning: string) => void;
}

type OwnOptions = Omit<ServeOptions, keyof SimulationOptions>;

export interface ServeSettings extends Required<Omit<OwnOptions, 'token'>> {
  readonly token: string | undefined;
  readonly simulationOptions: SimulationOptions;
}

const JOURNAL_LIMIT = 1000;
const RUN_LIMIT = 10_000;
const LARGEST_PORT = 65_535;
/** What a timer can hold. */
const LONGEST_MS = 2_147_483_647;

const number = (least: number, most: number): OptionCheck => [
  (value: unknown) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  `a whole number from ${least} to ${most}`,
];
const text: OptionCheck = [(value: unknown) => typeof value === 'string' && value !== '', 'a text'];

const CHECKS: OwnChecks<ServeOptions> = {
  port: number(0, LARGEST_PORT),
  hostname: text,
  token: [
    (value: unknown) =>
      typeof value === 'string' && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(value),
    'a text that a header can hold',
  ],
  timeout: number(1, LONGEST_MS),
  grace: number(0, LONGEST_MS),
  runLimit: number(1, Number.MAX_SAFE_INTEGER),
  onWarning: [(value: unknown) => typeof value === 'function', 'a function of a text'],
};

function warn(warning: string): void {
  process.emitWarning(warning, { type: 'EnsaioWarning', code: 'ENSAIO_HOST' });
}

/** Throws `EnsaioError` (`option-invalid`) for what is no option, or none of its values. */
export function toServeSettings(options: ServeOptions): ServeSettings {
  const { simulationOptions, clientOptions } = splitOptions<ServeOptions>(options, CHECKS);
  // The runs are made later; a mistake is told now.
  toSettings(simulationOptions);
  const {
    port = 0,
    hostname: host = '127.0.0.1',
    token,
    timeout = 60_000,
    grace = 500,
  } = clientOptions;
  // As URLs have an address of IPv6.
  const hostname = host.replace(/^\[(.+)\]$/, '$1');
  const { runLimit = RUN_LIMIT, onWarning = warn } = clientOptions;
  return {
    port,
    hostname,
    token,
    timeout,
    grace,
    runLimit,
    onWarning,
    simulationOptions: { journalLimit: JOURNAL_LIMIT, ...simulationOptions },
  };
}
