/** The inspector in a real browser, of the package as it was built, watching real clients. */
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { respond, text, thinking, toolUse } from 'ensaio';
import { serve, type EnsaioServer, type NamedScript, type ServeOptions } from 'ensaio/server';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { axe, barriers } from './barriers.ts';
import { HOSTILE, inChromium } from './in-chromium.ts';

const chromium = inChromium('inspector');

const trip: NamedScript = {
  name: 'trip',
  script: [
    [
      thinking('Two cities, so two looks at once.'),
      text('Let me look at both.'),
      toolUse('weather', { city: 'Lisbon', days: 2 }, { id: 'toolu_lisbon' }),
      toolUse('weather', { city: 'Atlantis', days: 2 }, { id: 'toolu_atlantis' }),
    ],
    'Lisbon is sunny. There is no weather for Atlantis.',
    `Markup stays markup: ${HOSTILE}`,
    `A long story: ${'it took the long way round. '.repeat(40)}`,
  ],
};

async function served(
  scripts: readonly NamedScript[] = [trip],
  options: ServeOptions = {},
): Promise<EnsaioServer> {
  const server = await serve(scripts, { grace: 0, ...options });
  onTestFinished(() => server.close());
  return server;
}

interface Opened {
  readonly page: Page;
  /** What the page complained of, and whom it asked besides the server. */
  readonly complaints: readonly string[];
}

async function opened(
  { url }: EnsaioServer,
  fragment = '',
  options: BrowserContextOptions = {},
): Promise<Opened> {
  const context = await chromium.browser.newContext({
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) complaints.push(line.text());
  });
  page.on('request', (sent) => {
    const isOwn = sent.url().startsWith(`${url}/_ensaio/`) || sent.url().startsWith('data:');
    if (!isOwn) complaints.push(`asked ${sent.url()}`);
  });
  await page.goto(`${url}/_ensaio/${fragment}`);
  return { page, complaints };
}

const live = async (page: Page): Promise<void> => page.getByText('Live', { exact: true }).waitFor();

const shot = (page: Page, name: string, fullPage = false): Promise<unknown> =>
  page.screenshot({ path: join(chromium.screenshots, `${name}.png`), fullPage });

const clientOf = ({ url }: EnsaioServer, run = 'trip'): Anthropic =>
  new Anthropic({ baseURL: `${url}/run/${run}`, apiKey: 'sk-ant-secret', maxRetries: 0 });

const weather = betaTool({
  name: 'weather',
  description: 'What the sky will be like.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer' } },
    required: ['city', 'days'],
  },
  run: ({ city }) => {
    if (city === 'Atlantis') throw new Error('There is no city "Atlantis".');
    return `${city}: sunny. ${HOSTILE}`;
  },
});

const ASK = {
  model: 'claude-opus-5',
  max_tokens: 2048,
  system: 'You know the weather.',
} as const;
const question = {
  role: 'user' as const,
  content: 'What will the weather be in Lisbon and Atlantis?',
};

/** Two parallel calls with the tool runner of the SDK, one of them with an error. */
async function askAbout(client: Anthropic): Promise<void> {
  await client.beta.messages.toolRunner({
    ...ASK,
    thinking: { type: 'adaptive' },
    messages: [question],
    tools: [weather],
    stream: false,
  });
}

/** A loop that answers a call nobody made. */
async function answerWrongly(client: Anthropic): Promise<void> {
  const sent = client.messages.create({
    ...ASK,
    tools: [{ name: 'weather', input_schema: { type: 'object' } }],
    messages: [
      question,
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Porto' } }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'toolu_1', content: 'rainy' },
          { type: 'tool_result', tool_use_id: 'toolu_9', content: 'sunny' },
        ],
      },
    ],
  });
  await expect(sent).rejects.toThrow(/toolu_9/);
}

const exchanges = (page: Page): Promise<string[]> =>
  page.locator('#exchanges button').allInnerTexts();
const chosen = (page: Page): Promise<string | null> =>
  page.locator('#exchanges [aria-current]').getAttribute('data-exchange');
const rows = async (page: Page): Promise<(string | null)[][]> =>
  page
    .locator('.messages .row:has(.cell)')
    .evaluateAll((all) =>
      all.map((row) =>
        [...row.children].map(
          (cell) => `${cell.getAttribute('data-lane')} ${cell.getAttribute('data-path')}`,
        ),
      ),
    );

test('shows a tool loop as it happens: calls beside their results, errors, stop reasons', async () => {
  const server = await served();
  const { page, complaints } = await opened(server);
  await live(page);
  await page.getByText('Nothing has been asked yet.').waitFor();
  await askAbout(clientOf(server));
  await page.getByText('Lisbon is sunny. There is no weather for Atlantis.').first().waitFor();
  // The list of runs is asked for by itself, and may come a moment later.
  await page.locator('#runs button', { hasText: '2 exchanges' }).waitFor();

  expect(await page.locator('#runs button').allInnerTexts()).toEqual([
    expect.stringMatching(/^trip\s+2 exchanges, 2 turns left/),
  ]);
  expect(await exchanges(page)).toEqual([
    expect.stringMatching(/^\[0\] answered\s+tool_use · \d+ ms$/),
    expect.stringMatching(/^\[1\] answered\s+end_turn · \d+ ms$/),
  ]);
  expect(await rows(page)).toEqual([
    ['app messages.0.content.0'],
    ['model messages.1.content.0'],
    ['model messages.1.content.1'],
    ['model messages.1.content.2', 'tools messages.2.content.0'],
    ['model messages.1.content.3', 'tools messages.2.content.1'],
    ['model messages.3.content.0'],
  ]);
  const failed = page.locator('.cell[data-state=failed]');
  expect(await failed.count()).toBe(1);
  expect(await failed.innerText()).toMatch(/toolu_atlantis.*error.*no city "Atlantis"/s);
  expect(await page.locator('.ending').allInnerTexts()).toEqual([
    expect.stringMatching(/^\[0\] · turn 1 · tool_use · \d+ in, \d+ out · \d+ ms$/),
    expect.stringMatching(/^\[1\] · turn 2 · end_turn · \d+ in, \d+ out · \d+ ms$/),
  ]);
  expect(await page.locator('#raw').innerText()).toMatch(/Exchange \[1\].*POST \/v1\/messages/s);
  await page.getByText('Request headers').click();
  expect(await page.locator('#raw').innerText()).toContain('[redacted]');
  expect(await page.content()).not.toContain('sk-ant-secret');
  expect(complaints).toEqual([]);
});

test('shows a request while it is under way, and keeps up with it', async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const slow = respond(async () => {
    await answered;
    return 'Here it is.';
  });
  const server = await served([{ name: 'slow', script: [slow] }]);
  const { page, complaints } = await opened(server);
  await live(page);
  const reply = clientOf(server, 'slow').messages.create({ ...ASK, messages: [question] });
  await page.locator('.answer[data-outcome=open]').waitFor();
  expect(await exchanges(page)).toEqual([expect.stringMatching(/^\[0\] open\s+under way$/)]);
  answer();
  await reply;
  await page.locator('.cell').getByText('Here it is.').waitFor();
  expect(await page.locator('.answer').count()).toBe(0);
  await page.getByText('done', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('shows a violation in red at the block it is about', async () => {
  const server = await served();
  await askAbout(clientOf(server));
  await answerWrongly(clientOf(server));
  const { page, complaints } = await opened(server);
  const finding = page.locator('[data-path="messages.2.content.1"] .finding[data-kind=violation]');
  await finding.waitFor();
  expect(await finding.innerText()).toMatch(
    /refused tool-result-unexpected at messages\.2\.content\.1.*unexpected `tool_use_id`.*toolu_9/s,
  );
  const red = await finding.evaluate((node) => getComputedStyle(node).borderLeftColor);
  expect(red).toBe('rgb(179, 32, 26)');
  expect(await page.locator('.answer').innerText()).toMatch(/refused 400 invalid_request_error/);
  expect(await page.locator('#runs').innerText()).toContain('1 violation');
  // Nobody but the client has said what stands there as the model's.
  expect(await page.locator('.ending').count()).toBe(0);
  // A good result of the same message has nothing to do with it.
  expect(await page.locator('[data-path="messages.2.content.0"] .finding').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('shows in front what is wrong with a request and stands in no message', async () => {
  const server = await served();
  const sent = clientOf(server).messages.create({ ...ASK, max_tokens: 0.5, messages: [question] });
  await expect(sent).rejects.toThrow(/max_tokens/);
  const { page } = await opened(server);
  const finding = page.locator('#transcript > .finding');
  await finding.waitFor();
  expect(await finding.innerText()).toContain('at max_tokens');
});

test('never reads what models, tools and clients say as HTML', async () => {
  const server = await served();
  const client = clientOf(server);
  await askAbout(client);
  await client.messages.create({ ...ASK, messages: [{ role: 'user', content: HOSTILE }] });
  const { page, complaints } = await opened(server);
  await page.locator('.cell').getByText(`Markup stays markup: ${HOSTILE}`).waitFor();
  await page.locator('[data-exchange="1"]').click();
  await page.locator('.cell[data-lane=tools]').getByText(`Lisbon: sunny. ${HOSTILE}`).waitFor();
  expect(await page.locator('script').count()).toBe(1);
  expect(await page.locator('img').count()).toBe(0);
  expect(await page.evaluate('typeof hacked')).toBe('undefined');
  expect(complaints).toEqual([]);
});

test('lets nothing in that is not the page itself', async () => {
  const server = await served();
  const { page, complaints } = await opened(server);
  await live(page);
  const [ran, sent] = await page.evaluate(async () => {
    const script = document.createElement('script');
    try {
      script.append('window.hacked = 1');
      document.body.append(script);
    } catch {
      // Not even made.
    }
    const answer = await fetch('http://127.0.0.2:9/').catch(() => 'refused');
    return ['hacked' in window, answer];
  });
  expect([ran, sent]).toEqual([false, 'refused']);
  expect(complaints.join('\n')).toMatch(/connect-src 'self'/);
});

test('follows the run in which something happens, until one is chosen', async () => {
  const server = await served();
  const { page } = await opened(server);
  await live(page);
  const current = page.locator('#runs [aria-current]');
  await clientOf(server, 'trip~a').messages.create({ ...ASK, messages: [question] });
  await expect.poll(() => current.innerText()).toContain('trip~a');
  await clientOf(server, 'trip~b').messages.create({ ...ASK, messages: [question] });
  await expect.poll(() => current.innerText()).toContain('trip~b');
  await page.locator('#runs button', { hasText: 'trip~a' }).click();
  await clientOf(server, 'trip~c').messages.create({ ...ASK, messages: [question] });
  await page.locator('#runs button', { hasText: 'trip~c' }).waitFor();
  expect(await current.innerText()).toContain('trip~a');
});

test('waits for a run that its address names, and goes where a new address leads', async () => {
  const server = await served();
  await clientOf(server, 'trip~a').messages.create({ ...ASK, messages: [question] });
  const { page } = await opened(server, '#run=trip~b');
  await page.getByText('The run "trip~b" has not begun yet').waitFor();
  await clientOf(server, 'trip~b').messages.create({ ...ASK, messages: [question] });
  const current = page.locator('#runs [aria-current]');
  await expect.poll(() => current.innerText()).toContain('trip~b');
  await page.evaluate(() => (location.hash = '#run=trip~a&exchange=0'));
  await expect.poll(() => current.innerText()).toContain('trip~a');
  expect(page.url()).toContain('#run=trip~a&exchange=0');
});

test('is used with the keyboard alone', async () => {
  const server = await served([trip, { name: 'other', script: ['Hello.'] }]);
  await clientOf(server, 'other').messages.create({ ...ASK, messages: [question] });
  await askAbout(clientOf(server));
  await answerWrongly(clientOf(server));
  const { page, complaints } = await opened(server);
  await page.locator('[data-exchange="2"]').waitFor();
  const press = (key: string): Promise<void> => page.keyboard.press(key);
  const focused = (): Promise<string> =>
    page.evaluate(() => JSON.stringify((document.activeElement as HTMLElement).dataset));

  expect(await chosen(page)).toBe('2');
  await press('k');
  expect([await chosen(page), await focused()]).toEqual(['1', '{"exchange":"1"}']);
  const outline = await page
    .locator('[data-exchange="1"]')
    .evaluate((node) => getComputedStyle(node).outlineStyle);
  expect(outline).toBe('solid');
  await press('ArrowUp');
  await press('k');
  expect(await chosen(page)).toBe('0');
  await press('j');
  await press('ArrowDown');
  expect(await chosen(page)).toBe('2');

  await press('/');
  await page.keyboard.type('unexpected');
  expect(await exchanges(page)).toEqual([expect.stringMatching(/^\[2\] refused/)]);
  await page.keyboard.type(' nowhere');
  await page.getByText('None that the filter lets through.').waitFor();
  await press('Escape');
  expect(await exchanges(page)).toHaveLength(3);

  expect(await page.locator('#raw').isVisible()).toBe(true);
  await press('Escape');
  expect(await page.locator('#raw').isVisible()).toBe(false);
  await press('r');
  expect(await page.locator('#raw').isVisible()).toBe(true);
  await press('r');

  await press('K');
  await page.locator('.cell').getByText('Hello.').waitFor();
  expect(await focused()).toBe('{"run":"other"}');
  await press('ArrowDown');
  await page.locator('[data-exchange="2"]').waitFor();
  expect(complaints).toEqual([]);
});

test('keeps what is chosen, unfolded and focused while requests arrive', async () => {
  const server = await served();
  const client = clientOf(server);
  await askAbout(client);
  const { page } = await opened(server);
  await page.locator('[data-exchange="0"]').click();
  await page.locator('.setting summary').first().click();
  await client.messages.create({ ...ASK, messages: [question] });
  await page.locator('[data-exchange="2"]').waitFor();
  expect(await chosen(page)).toBe('0');
  expect(await page.locator('.setting details').first().getAttribute('open')).toBe('');
  // The address leads back to it.
  expect(new URL(page.url()).hash).toBe('#run=trip&exchange=0');
  await page.reload();
  await page.locator('[data-exchange="2"]').waitFor();
  expect(await chosen(page)).toBe('0');
});

test('folds what is long', async () => {
  const server = await served();
  const client = clientOf(server);
  await askAbout(client);
  for (const _ of [1, 2]) await client.messages.create({ ...ASK, messages: [question] });
  const { page } = await opened(server);
  const long = page.locator('.cell details.text');
  await long.getByText('1,134 characters').waitFor();
  expect(await long.locator('p').isVisible()).toBe(false);
  await long.locator('summary').click();
  expect(await long.locator('p').isVisible()).toBe(true);
});

test('finds a server again that was started anew', async () => {
  const first = await served();
  await askAbout(clientOf(first));
  const { page } = await opened(first);
  await page.locator('[data-exchange="1"]').waitFor();
  await first.close();
  await page.getByText('Disconnected, trying again').waitFor();
  const second = await served([{ name: 'other', script: ['Hello.'] }], { port: first.port });
  await clientOf(second, 'other').messages.create({ ...ASK, messages: [question] });
  await page.locator('.cell').getByText('Hello.').waitFor();
  await live(page);
  expect(await exchanges(page)).toHaveLength(1);
});

test('sends the token that stands in its address, or asks for it', async () => {
  const server = await served([trip], { token: 'open sesame' });
  await askAbout(clientOf(server));
  const { page } = await opened(server, '#token=open%20sesame');
  await page.locator('[data-exchange="1"]').waitFor();
  expect(await page.locator('#locked').isVisible()).toBe(false);

  const other = await opened(server);
  const input = other.page.getByLabel('This server wants its token');
  // The second is nothing that a header can hold.
  for (const wrong of ['close sesame', 'ouvre-toi, sésame → ☂']) {
    await input.fill(wrong);
    await other.page.keyboard.press('Enter');
    await other.page.getByText('need its token').waitFor();
    expect(await input.inputValue()).toBe('');
  }
  await input.fill('open sesame');
  expect(await other.page.locator('#columns').isVisible()).toBe(false);
  await shot(other.page, 'locked');
  await other.page.keyboard.press('Enter');
  await other.page.locator('[data-exchange="1"]').waitFor();
  expect(new URL(other.page.url()).hash).toMatch(/^#token=open\+sesame/);
});

const LOOKS: [look: string, options: BrowserContextOptions][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark', reducedMotion: 'reduce' }],
  ['narrow', { viewport: { width: 400, height: 800 } }],
  ['narrow-dark', { viewport: { width: 400, height: 800 }, colorScheme: 'dark' }],
];

test.each(LOOKS)('looks right and has no barriers: %s', async (look, options) => {
  const server = await served([trip, { name: 'other', script: ['Hello.'] }]);
  await askAbout(clientOf(server));
  await clientOf(server, 'trip~2').messages.create({ ...ASK, messages: [question] });
  await clientOf(server, 'other').messages.create({ ...ASK, messages: [question] });
  // axe is put in from outside, which the policy of the page would refuse.
  const { page } = await opened(server, '#run=trip', { ...options, bypassCSP: true });
  await page.locator('[data-exchange="1"]').waitFor();
  await page.evaluate(axe);
  await shot(page, `${look}-loop`, true);
  expect(await barriers(page)).toEqual([]);

  await answerWrongly(clientOf(server));
  await page.locator('.finding').first().waitFor();
  await shot(page, `${look}-violation`, true);
  expect(await barriers(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(options.viewport?.width ?? 1280);

  if (options.viewport) {
    await page.getByRole('button', { name: 'Raw' }).click();
    await shot(page, `${look}-raw`);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await page.locator('#raw').isVisible()).toBe(false);
  }
});

test('follows the system into the dark, until the button says otherwise', async () => {
  const server = await served();
  const { page } = await opened(server, '', { colorScheme: 'dark' });
  const ground = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await ground()).toBe('rgb(25, 24, 21)');
  await page.getByRole('button', { name: 'Light' }).click();
  expect(await ground()).toBe('rgb(246, 244, 239)');
  await page.reload();
  expect(await ground()).toBe('rgb(246, 244, 239)');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await live(page);
  const animation = await page.evaluate(
    () => getComputedStyle(document.querySelector('#status')!, '::before').animationName,
  );
  expect(animation).toBe('none');
});
