/** Names that the API takes for a tool. */
import * as fc from 'fast-check';

export function toolName(): fc.Arbitrary<string> {
  return fc.stringMatching(/^[a-zA-Z0-9_-]{1,12}$/);
}
