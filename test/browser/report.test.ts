/** A report in a real browser, from the disk, as the built command writes it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { axe, barriers } from './barriers.ts';
import { HOSTILE, inChromium } from './in-chromium.ts';

const chromium = inChromium('report');

const LONG = 'it took the long way round. '.repeat(40);

const SCENARIOS = JSON.stringify({
  name: 'a call is left out, and then mended',
  description: 'A loop that leaves a call out is refused.',
  input: `What will the weather be? ${HOSTILE}`,
  tools: [
    {
      name: 'weather',
      description: 'What the sky will be like.',
      input_schema: { type: 'object', properties: { city: { type: 'string' } } },
      answers: [{ result: 'What the app says instead.' }],
    },
  ],
  turns: [
    {
      reply: [
        { thinking: 'Two cities, so two looks at once.' },
        { text: 'Let me look at both.' },
        { tool_use: { id: 'toolu_lisbon', name: 'weather', input: { city: 'Lisbon' } } },
        { tool_use: { id: 'toolu_atlantis', name: 'weather', input: { city: 'Atlantis' } } },
      ],
    },
    { error: 'overloaded' },
    { reply: `Lisbon is sunny. ${LONG}` },
  ],
  expect: { answer: 'Rain.' },
});

const GOOD = JSON.stringify({
  name: 'hello',
  input: 'Hi.',
  turns: [{ reply: 'Hello.' }],
});
const LATER = JSON.stringify({
  name: 'not yet',
  skip: 'there is no such tool',
  input: 'Hi.',
  turns: [{ reply: 'Hello.' }],
});

const APP = `
const isOver = (message) => message.stop_reason !== 'tool_use';
const resultOf = ({ id, input }) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: input.city === 'Atlantis' ? 'There is no such city.' : ${JSON.stringify(`Sunny. ${HOSTILE}`)},
  ...(input.city === 'Atlantis' ? { is_error: true } : {}),
});
export default async ({ client, input }) => {
  const ask = (messages) =>
    client.messages.create(
      {
        model: 'claude-opus-5',
        max_tokens: 2048,
        tools: [{ name: 'weather', input_schema: { type: 'object' } }],
        messages,
      },
      { maxRetries: 0 },
    );
  const question = { role: 'user', content: input };
  const call = await ask([question]);
  if (isOver(call)) return call;
  const said = [question, { role: 'assistant', content: call.content }];
  const results = call.content.filter(({ type }) => type === 'tool_use').map(resultOf);
  await ask([...said, { role: 'user', content: results.slice(0, 1) }]).catch(() => undefined);
  const all = [...said, { role: 'user', content: results }];
  return ask(all).catch(() => ask(all));
};
`;

let report: URL;

function written(): URL {
  const folder = mkdtempSync(join(tmpdir(), 'ensaio-report-'));
  onClose.push(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'app.mjs'), APP);
  writeFileSync(join(folder, 'a.yaml'), [SCENARIOS, GOOD, LATER].join('\n---\n'));
  const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
  const argv = [command, 'run', 'a.yaml', '--app', 'app.mjs', '--html', 'report.html'];
  const { status, stderr } = spawnSync(process.execPath, argv, { cwd: folder, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
  return pathToFileURL(join(folder, 'report.html'));
}

const onClose: (() => unknown)[] = [];

beforeAll(() => {
  if (chromium.isThere) report = written();
});
afterAll(() => {
  for (const close of onClose) close();
});

interface Opened {
  readonly page: Page;
  /** What the page complained of, and whom it asked. */
  readonly complaints: readonly string[];
}

async function opened(options: BrowserContextOptions = {}, fragment = ''): Promise<Opened> {
  const context = await chromium.browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => complaints.push(line.text()));
  page.on('request', (sent) => {
    const isOwn = sent.url().startsWith(report.href) || sent.url().startsWith('data:');
    if (!isOwn) complaints.push(`asked ${sent.url()}`);
  });
  await page.goto(report.href + fragment);
  return { page, complaints };
}

const shot = (page: Page, name: string): Promise<unknown> =>
  page.screenshot({ path: join(chromium.screenshots, `${name}.png`), fullPage: true });

const statuses = (page: Page): Promise<(string | null)[]> =>
  page
    .locator('.entry:visible')
    .evaluateAll((all) => all.map((entry) => entry.getAttribute('data-status')));

test('works without JavaScript: what failed is unfolded, each call is beside its result', async () => {
  const { page, complaints } = await opened({ javaScriptEnabled: false });
  await page.getByText('3 scenarios: 1 passed, 1 failed, 1 skipped').waitFor();
  const [failed, passed] = [page.locator('.entry').nth(0), page.locator('.entry').nth(1)];
  expect(await failed.locator('.content').isVisible()).toBe(true);
  expect(await passed.locator('.content').isVisible()).toBe(false);
  await passed.locator('summary').first().click();
  expect(await passed.locator('.content').isVisible()).toBe(true);
  const box = async (type: string): Promise<{ x: number; y: number }> =>
    (await failed.locator(`.cell[data-type=${type}]`).last().boundingBox())!;
  const [call, result] = [await box('tool_use'), await box('tool_result')];
  expect(result.y).toBe(call.y);
  expect(result.x).toBeGreaterThan(call.x);
  expect(complaints).toEqual([]);
});

test('shows what was refused, and what failed, in the order of time', async () => {
  const { page } = await opened();
  const failed = page.locator('.entry').first();
  expect(await failed.locator('.finding[data-kind=violation]').first().innerText()).toMatch(
    /^request-refused at a\.yaml:\d+:\d+/,
  );
  expect(await failed.locator('.conversation .finding').allInnerTexts()).toEqual([
    expect.stringMatching(/^refused tool-result-missing at messages\.2\s/),
    expect.stringMatching(/^invariant broken one-result-per-call at messages\.2\s/),
  ]);
  expect(await failed.locator('.answer .facts').allInnerTexts()).toEqual([
    expect.stringMatching(/^refused 400 invalid_request_error · \[1\] · \d+ ms$/),
    expect.stringMatching(/^failed 529 overloaded_error · \[2\] · \d+ ms$/),
  ]);
  expect(await failed.locator('.ending').allInnerTexts()).toEqual([
    expect.stringMatching(/^\[0\] · turn 1 · tool_use · \d+ in, \d+ out · \d+ ms$/),
    expect.stringMatching(/^\[0\] · turn 1 · tool_use/),
    expect.stringMatching(/^\[3\] · turn 3 · end_turn/),
  ]);
});

test('a link unfolds what it leads to', async () => {
  const { page } = await opened();
  const content = page.locator('#scenario-2');
  expect(await content.isVisible()).toBe(false);
  await page.getByRole('link', { name: 'hello' }).click();
  expect(await content.isVisible()).toBe(true);
  const other = await opened({}, '#scenario-3');
  expect(await other.page.locator('#scenario-3').isVisible()).toBe(true);
});

test('shows only what failed, when asked', async () => {
  const { page } = await opened({ javaScriptEnabled: false });
  expect(await statuses((await opened()).page)).toEqual(['failed', 'passed', 'skipped']);
  await page.getByLabel('Only what failed').check();
  await page.getByRole('link', { name: 'hello' }).waitFor({ state: 'hidden' });
  expect(await page.locator('.entry:visible').count()).toBe(1);
});

test('never reads what anybody says as HTML', async () => {
  const { page, complaints } = await opened();
  await page.locator('.cell').getByText(`Sunny. ${HOSTILE}`).first().waitFor();
  expect(await page.locator('script, img').count()).toBe(0);
  expect(await page.evaluate('typeof hacked')).toBe('undefined');
  expect(complaints).toEqual([]);
});

const LOOKS: [look: string, options: BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['narrow', { viewport: { width: 400, height: 800 } }],
  ['narrow-dark', { viewport: { width: 400, height: 800 }, colorScheme: 'dark' }],
];

test.each(LOOKS)('looks right and has no barriers: %s', async (look, options) => {
  // axe is put in from outside, which the policy of the page would refuse.
  const { page } = await opened({ ...options, bypassCSP: true });
  for (const summary of await page.locator('.entry > summary').all()) {
    if ((await summary.locator('..').getAttribute('open')) === null) await summary.click();
  }
  await page.evaluate(axe);
  await shot(page, look);
  expect(await barriers(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(options.viewport?.width ?? 1280);
});

test('is in the dark where it is dark, and on white paper all the same', async () => {
  const { page } = await opened({ colorScheme: 'dark', bypassCSP: true });
  const ground = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await ground()).toBe('rgb(25, 24, 21)');
  await page.emulateMedia({ media: 'print' });
  // The width of A4 without its margins.
  await page.setViewportSize({ width: 703, height: 1000 });
  expect(await ground()).toBe('rgb(255, 255, 255)');
  await page.evaluate(axe);
  await shot(page, 'paper');
  expect(await barriers(page)).toEqual([]);
});

test('leaves nothing folded on paper, and keeps the lanes', async () => {
  const { page } = await opened();
  const long = page.locator('.entry').first().locator('p', { hasText: LONG.trim() }).last();
  expect(await long.isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 703, height: 1000 });
  expect(await long.isVisible()).toBe(true);
  expect(await page.locator('#scenario-2').isVisible()).toBe(true);
  expect(await page.locator('#scenario-3').isVisible()).toBe(true);
  expect(await page.getByLabel('Only what failed').isVisible()).toBe(false);
  const call = (await page.locator('.cell[data-lane=model]').first().boundingBox())!;
  expect(call.x).toBeGreaterThan(150);
  const pdf = await page.pdf({ format: 'A4', path: join(chromium.screenshots, 'paper.pdf') });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
});
