/** What a rule is: a stable id, what it refuses and why we believe it, and the check. */
import type { ErrorDetails } from '../wire/errors.ts';
import type { ApiVersion } from '../wire/headers.ts';
import type { ModelTraits } from '../wire/models/traits.ts';
import type { CheckedRequest } from './checked-request.ts';

/**
 * How sure the text is: A captured live or documented, B several independent reports, C one report or inferred,
 * D an old text that the API is believed to no longer send.
 */
export type Confidence = 'A' | 'B' | 'C' | 'D';

/** The stations of a request in their order; a later one is reached only when nothing before it was refused. */
export const STAGES = ['transport', 'shape', 'model', 'thread', 'meaning'] as const;
export type Stage = (typeof STAGES)[number];

/** One thing found. Without `path` the API names no place. */
export interface Finding {
  readonly message: string;
  readonly path?: string;
  readonly details?: ErrorDetails;
  /** The request is right and the state of the server refuses it: not held against the app. Default false. */
  readonly blameless?: boolean;
  /** Where rules share one list of faults: the place in that list. Default: the order of the rules. */
  readonly rank?: number;
}

export interface Rule {
  /** Kebab-case, for people and for `allow`. */
  readonly id: string;
  readonly stage: Stage;
  /** One sentence: what is refused. */
  readonly summary: string;
  /** Default 400. */
  readonly status?: number;
  /** Default: the type that goes with the status. */
  readonly type?: string;
  /** Who answers: the API, or the network in front of it, whose errors have another form. Default `api`. */
  readonly envelope?: 'api' | 'edge';
  /** The API versions that refuse it. Default: both. */
  readonly versions?: readonly ApiVersion[];
  /** The models that refuse it, by what they take. Default: all. An unknown model takes everything. */
  readonly models?: (traits: ModelTraits) => boolean;
  readonly confidence: Confidence;
  /** Rows of the collected facts that it stands on: `T01`, `4.4`. Default: none. */
  readonly facts?: readonly string[];
  /**
   * Why it is not sure that the API refuses this. A doubtful rule only notes what it finds, unless it is named in
   * the option `refuse`. Default: it is sure.
   */
  readonly doubt?: string;
  /**
   * Fields and types of blocks and tools: a request with none of them is not asked about. Default: every request is.
   */
  readonly about?: readonly string[];
  /**
   * What it judges, found once for all rules that share it: none of them is asked where that is empty. Default: it is
   * always asked.
   */
  readonly evidence?: (request: CheckedRequest) => readonly unknown[];
  /**
   * What it looks at: `parameters` are the fields of the body other than `messages` and `thread`, the system prompt and the tools in
   * force, method and path, the version and the betas. Requests that agree in these are asked once. Default: everything.
   */
  readonly reads?: 'parameters';
  /** Where the knowledge comes from: doc page, SDK type, capture or report. */
  readonly source: string;
  /** Whether it holds whatever is allowed and ends the judging, since without it there is nothing to answer. Default false. */
  readonly essential?: boolean;
  check(request: CheckedRequest): Iterable<Finding>;
}

/** A rule as the registry holds it. */
export interface RegisteredRule extends Rule {
  /** The kind of thing it is about, e.g. `pairing`. */
  readonly family: string;
}
