/** What is written down of a client that was rehearsed: a file in `seen/`, and a row of docs/clients.md. */
export interface SeenClient {
  readonly client: string;
  /** Its packages, with their versions. */
  readonly versions: Readonly<Record<string, string>>;
  /** Methods and paths, each once, in the order in which they were asked for. */
  readonly requests: readonly string[];
  /** The header `anthropic-version`. */
  readonly version: string;
  /** The headers that carry the key. */
  readonly auth: readonly string[];
  /** The header `anthropic-beta` of the first message. */
  readonly betas: readonly string[];
  readonly userAgent: string;
  readonly streams: boolean;
  /** Whether it keeps its conversation on the server. */
  readonly threads: boolean;
  /** Whether the result of a tool that failed says so with `is_error`. */
  readonly marksErrors: boolean;
}
