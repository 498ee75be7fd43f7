/** The one error class of the kit: a stable code, the data behind the words, and what to do next. */

/** Every code the kit can throw or answer with; the words around a code may change, the code does not. */
export type EnsaioErrorCode =
  | 'app-invalid'
  | 'body-too-large'
  | 'ci-refused'
  | 'clock-stuck'
  | 'door-unavailable'
  | 'fast-check-missing'
  | 'file-exists'
  | 'listen-failed'
  | 'log-invalid'
  | 'loop-broken'
  | 'method-unknown'
  | 'not-done'
  | 'nothing-recorded'
  | 'option-invalid'
  | 'origin-refused'
  | 'path-unknown'
  | 'result-invalid'
  | 'run-taken'
  | 'run-too-many'
  | 'run-unknown'
  | 'scenario-failed'
  | 'scenario-invalid'
  | 'schema-unsupported'
  | 'script-invalid'
  | 'script-unknown'
  | 'secret-found'
  | 'token-wrong'
  | 'turn-invalid'
  | 'write-failed';

const BRAND: unique symbol = Symbol.for('ensaio.error') as never;

export interface EnsaioErrorInit {
  /** What to try next, in one sentence. */
  readonly hint?: string;
  /** The data the message was made from. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/**
 * An error of the kit itself: a mistake in a script, a scenario or an option, or a report of what a run left undone.
 * Test against `code`, never against the words. `instanceof` holds across two copies of the package.
 */
export class EnsaioError extends Error {
  readonly code: EnsaioErrorCode;
  /** The message without the kit's name and the hint. */
  declare readonly reason: string;
  declare readonly hint: string | undefined;
  declare readonly details: Readonly<Record<string, unknown>>;

  constructor(code: EnsaioErrorCode, message: string, init: EnsaioErrorInit = {}) {
    const text = init.hint === undefined ? message : `${message}\n\n${init.hint}`;
    super(`[ensaio] ${text}`, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = 'EnsaioError';
    this.code = code;
    // Whoever prints an error prints what can be enumerated too, and the message has said all this.
    const { hint, details = {} } = init;
    Object.defineProperties(this, {
      reason: { value: message },
      hint: { value: hint },
      details: { value: details },
      [BRAND]: { value: true },
    });
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
