/** The page of one scenario, which a failed test links to. */
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { runScenario, writeScenarioPage } from '../../testing/index.ts';
import { load } from '../testing/load.ts';
import { tempFolder } from '../testing/temp-folder.ts';

const scenario = (name: string): string => `name: ${JSON.stringify(name)}
input: Hi.
turns: [{ reply: Hello. }]
expect: { answer: Good day. }
`;

test('stands under a name that is the same for the same scenario', async () => {
  const folder = await tempFolder({});
  const paths: string[] = [];
  for (const name of ['Two looks, at once!', '東京', 'Two looks, at once!']) {
    const ran = await load(scenario(name));
    const result = await runScenario(ran, ({ client }) =>
      client.messages.create({
        model: 'claude-opus-5',
        max_tokens: 64,
        messages: [{ role: 'user', content: 'Hi.' }],
      }),
    );
    paths.push(writeScenarioPage(join(folder, 'reports', 'html'), { scenario: ran, result }));
  }
  expect(paths.map((path) => basename(path))).toMatchInlineSnapshot(`
    [
      "two-looks-at-once-odg2kh.html",
      "e3lrps.html",
      "two-looks-at-once-odg2kh.html",
    ]
  `);
  expect(await readdir(join(folder, 'reports', 'html'))).toHaveLength(2);
  const page = await readFile(paths[0]!, 'utf8');
  expect(page).toContain('<title>Two looks, at once!</title>');
  expect(page).toContain('<dd><code class="text">&quot;Good day.&quot;</code></dd>');
});
