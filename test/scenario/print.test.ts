// A scenario as data is printed, and the text read again is the same scenario.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { printScenario } from '../../src/scenario/print-scenario.ts';
import { scenario } from '../../testing/arbitraries/scenario.ts';
import { parseScenario } from './parse.ts';

test('reads what was printed as the scenario that was printed', () => {
  fc.assert(
    fc.property(scenario(), (written) => {
      expect(parseScenario(printScenario(written)).written).toEqual(written);
    }),
    { numRuns: 150 },
  );
});

test('prints a text again as it was printed', () => {
  fc.assert(
    fc.property(scenario(), (written) => {
      const text = printScenario(written);
      expect(printScenario(parseScenario(text).written)).toBe(text);
    }),
    { numRuns: 50 },
  );
});
