/** Doors in a process of their own: what they leave behind, and what they do without. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs code against the source in a process of its own, which must end by itself. */
function run(code: string): unknown {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', code],
    { cwd: root, encoding: 'utf8', timeout: 30_000 },
  );
  return { status, stderr, stdout };
}

test('nothing is left open, however a run ends', () => {
  const ended = run(`
    const { fetch } = globalThis;
    const { doorNames, loadScenarios, runScenario } = await import('./testing/index.ts');
    const [scenario] = await loadScenarios('test/doors/hang.yaml');
    const ask = (client, options) => client.messages.create({
      model: 'claude-opus-5', max_tokens: 9, messages: [{ role: 'user', content: 'Hi.' }],
    }, options);
    let controller;
    const endings = {
      answers: ({ client }) => ask(client, { timeout: 60 }),
      throws: () => Promise.reject(new Error('no')),
      leaves: async ({ client }) => void ask(client, { maxRetries: 0 }).catch(() => undefined),
      calledOff: async ({ client, simulation }) => {
        const asking = ask(client, { maxRetries: 0 });
        while (simulation.pending.length > 1) await new Promise(setImmediate);
        controller.abort(new Error('enough'));
        return asking;
      },
    };
    for (const door of doorNames) {
      for (const [name, app] of Object.entries(endings)) {
        const open = [];
        controller = new AbortController();
        const { problems } = await runScenario(
          scenario,
          (context) => app(context, open.push(context.client.baseURL)),
          { door, signal: controller.signal },
        );
        const isClosed = door !== 'server' || await fetch(open[0]).then(() => false, () => true);
        console.log(door, name, problems.map(({ code }) => code).join(), globalThis.fetch === fetch && isClosed);
      }
    }`);
  expect(ended).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
      "stdout": "client answers  true
    client throws app-failed,turn-unused,turn-unused true
    client leaves turn-unused,turn-unused true
    client calledOff app-aborted,turn-unused,invariant-broken true
    msw answers  true
    msw throws app-failed,turn-unused,turn-unused true
    msw leaves turn-unused,turn-unused true
    msw calledOff app-aborted,turn-unused,invariant-broken true
    server answers  true
    server throws app-failed,turn-unused,turn-unused true
    server leaves turn-unused,turn-unused true
    server calledOff app-aborted,turn-unused,invariant-broken true
    ",
    }
  `);
});

test('without MSW every other door opens, and that one says what is missing', () => {
  const ended = run(`
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(name, context, next) {
        if (!/^msw($|\\/)/.test(name)) return next(name, context);
        throw Object.assign(new Error('Cannot find package ' + name), { code: 'ERR_MODULE_NOT_FOUND' });
      },
    });
    const { doorNames, loadScenarios, runScenario } = await import('./testing/index.ts');
    const [scenario] = await loadScenarios('test/doors/hang.yaml');
    for (const door of doorNames) {
      await runScenario(scenario, async () => 'opened', { door }).then(
        ({ answer }) => console.log(door, answer),
        ({ code, message }) => console.log(door, code, message),
      );
    }`);
  expect(ended).toMatchInlineSnapshot(`
    {
      "status": 0,
      "stderr": "",
      "stdout": "client opened
    msw door-unavailable [ensaio] The door msw needs the package msw, which is not installed.

    Install it (npm install --save-dev msw), or go through another door: client or server.
    server opened
    ",
    }
  `);
});
