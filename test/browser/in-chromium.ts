/** The tests of a file in one browser; where this machine has none they are skipped. */
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { CHROMIUM_ARGS, findChromium } from './chromium.ts';

export interface Chromium {
  /** Whether there is one. */
  readonly isThere: boolean;
  /** Only while tests run. */
  readonly browser: Browser;
  /** A folder of pictures for people to look at. */
  readonly screenshots: string;
}

/** Markup that shows when it is taken for markup. */
export const HOSTILE =
  '<script>window.hacked = 1</script><img src="https://example.com/x" onerror="hacked = 1">';

/** Opens the browser for the tests of this file; `name` is that of its pictures' folder. */
export function inChromium(name: string): Chromium {
  const executablePath = findChromium();
  const screenshots = join(tmpdir(), `ensaio-${name}`);
  let browser: Browser | undefined;

  beforeAll(async () => {
    if (executablePath === undefined) return;
    mkdirSync(screenshots, { recursive: true });
    browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
  });
  afterAll(() => browser?.close());
  beforeEach(({ skip }) => {
    skip(!browser, 'There is no Chromium: install it, or say where it is in CHROMIUM.');
  });

  return {
    isThere: executablePath !== undefined,
    screenshots,
    get browser() {
      return browser!;
    },
  };
}
