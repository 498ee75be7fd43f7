/** The MSW door in a real browser: a page with the genuine SDK, a service worker, and the kit as it was built. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundlePage } from './bundle-page.ts';
import { inChromium } from './in-chromium.ts';
import { serveFiles, type FileServer } from './serve-files.ts';

const chromium = inChromium('browser');

describe.each(['msw', 'msw2'])('with %s', (msw) => {
  let server: FileServer;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    if (chromium.isThere) server = await serveFiles(await bundlePage(msw));
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  beforeEach(async () => {
    page = await chromium.browser.newPage({ viewport: { width: 1100, height: 900 } });
    complaints = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (line) => {
      if (['error', 'warning'].includes(line.type())) complaints.push(line.text());
    });
    await page.goto(server.url);
    await page.getByText('Turns to come').waitFor();
  });
  afterEach(() => page?.close());

  const ask = (question: string): Promise<void> =>
    page.getByRole('button', { name: question }).click();

  const texts = (selector: string): Promise<string[]> => page.locator(selector).allInnerTexts();

  test('plays a streamed tool loop of several turns', async () => {
    await ask('Where is order A-1001?');
    await page.getByText('reaches Lisbon on Thursday, in sunshine.').waitFor();
    expect(await texts('.text')).toEqual([
      'Where is order A-1001?',
      'Let me look the order up.',
      'It has left. I look at the parcel, and at the weather where it is going.',
      'The weather service does not know the city by that name. Once more.',
      'Order A-1001 is in Porto and reaches Lisbon on Thursday, in sunshine.',
    ]);
    expect(await texts('.call output')).toEqual([
      '"A-1001: shipped as parcel PT-7731"',
      '"in Porto, due on Thursday"',
      '"Error: There is no city \\"Lisbon\\"."',
      '"sunny, 24 °C"',
    ]);
    await expect
      .poll(() => texts('#journal > li'), { timeout: 10_000 })
      .toEqual([
        expect.stringMatching(/^1 · answered.*1 of 1 messages sent\s+tool_use$/s),
        expect.stringMatching(/^2 · answered.*1 of 3 messages sent\s+tool_use$/s),
        expect.stringMatching(/^3 · answered.*1 of 5 messages sent\s+tool_use$/s),
        expect.stringMatching(/^4 · answered.*1 of 7 messages sent\s+end_turn$/s),
      ]);
    expect(await texts('#left')).toEqual(['Turns to come: 1']);
    await page.screenshot({ path: join(chromium.screenshots, `${msw}-loop.png`), fullPage: true });
    expect(complaints).toEqual([]);
  });

  test('hands deltas out while the model speaks, and tells it to stop', async () => {
    // It would take 13 seconds.
    await ask('Tell me a long story');
    await page.getByText('it took the long way round').waitFor();
    await ask('Stop');
    await page.getByText('Stopped.').waitFor();
    await page.locator('#journal [data-outcome=aborted]').waitFor();
    const early = await page.locator('[data-early]').getAttribute('data-early');
    expect(Number(early)).toBeGreaterThan(1);
    const [, story] = await texts('.text');
    expect(story!.length).toBeLessThan(3000);
    expect(await texts('#left')).toEqual(['Turns to come: 4']);
    await page.screenshot({
      path: join(chromium.screenshots, `${msw}-stopped.png`),
      fullPage: true,
    });
    expect(complaints).toEqual([]);
  });

  test('answers below a base URL on the host of the page, and leaves the rest to MSW', async () => {
    const [models, other] = await page.evaluate(async () => {
      const headers = { 'x-api-key': 'sk-ant-test', 'anthropic-version': '2023-06-01' };
      const responses = await Promise.all([
        fetch('/anthropic/v1/models?limit=1', { headers }),
        fetch('/anthropic/health'),
      ]);
      return Promise.all(responses.map((response) => response.text()));
    });
    expect(JSON.parse(models!)).toMatchObject({ data: [{ type: 'model' }], has_more: true });
    expect(other).toBe('nothing here');
    expect(await texts('#journal > li')).toEqual([expect.stringContaining('/v1/models')]);
    expect(complaints).toEqual([
      expect.stringMatching(/without a matching request handler:\s+• GET \/anthropic\/health/),
      expect.stringContaining('404'),
    ]);
  });
});
