/** Every kind of input that a model may write for a call, by name. */

export type InputKind =
  | 'valid'
  | 'hostile'
  | 'huge'
  | 'missing'
  | 'empty'
  | 'extra'
  | 'wrong-type'
  | 'wrong-value'
  | 'wrong-pattern'
  | 'wrong-format'
  | 'out-of-range'
  | 'wrong-length';

interface Kind {
  /** Whether the schema of the tool takes it. */
  readonly accepted: boolean;
  readonly summary: string;
}

export const INPUT_KINDS: Readonly<Record<InputKind, Kind>> = {
  valid: { accepted: true, summary: 'what the schema asks for' },
  hostile: { accepted: true, summary: 'valid, with a text that does harm where it is pasted' },
  huge: { accepted: true, summary: 'valid, with two thousand characters or a hundred items' },
  missing: { accepted: false, summary: 'a required field is left out' },
  empty: { accepted: false, summary: 'nothing is given although something is required' },
  extra: { accepted: false, summary: 'a field that the schema does not know' },
  'wrong-type': { accepted: false, summary: 'a value of another type' },
  'wrong-value': { accepted: false, summary: 'a value that is none of those listed' },
  'wrong-pattern': { accepted: false, summary: 'a text that does not match its pattern' },
  'wrong-format': { accepted: false, summary: 'a text that is not of its format' },
  'out-of-range': { accepted: false, summary: 'a number too small, too large, or between steps' },
  'wrong-length': {
    accepted: false,
    summary: 'a text or list too short, too long, or with repeats',
  },
};

export const inputKinds: readonly InputKind[] = Object.keys(INPUT_KINDS) as InputKind[];
