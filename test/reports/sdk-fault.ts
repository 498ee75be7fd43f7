/** Marks where the SDK itself is at fault, so that a mended SDK shows up as a failing test. */
import { VERSION } from '@anthropic-ai/sdk/version';
import { test } from 'vitest';

/**
 * A test of what the SDK does wrong today. When it fails, the SDK does something else: if it is right now, assert what
 * the report says must be, and drop the marker.
 */
export function sdkFault(what: string, assertFault: () => Promise<void>): void {
  test(`SDK fault: ${what}`, async () => {
    try {
      await assertFault();
    } catch (cause) {
      throw new Error(
        `@anthropic-ai/sdk ${VERSION} does not do this any more: ${what}. If it is mended, assert what the report says must be instead of this.`,
        { cause },
      );
    }
  });
}
