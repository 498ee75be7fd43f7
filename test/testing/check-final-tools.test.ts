/** A loop may end with the call of a tool that ends it, if that did not fail, and with no other call. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../../src/loop/index.ts';
import {
  checkConversation,
  checkLoop,
  loadScenarios,
  reportLoop,
  runScenario,
  type App,
  type CheckLoopOptions,
} from '../../testing/index.ts';
import { rehearsal } from '../../testing/arbitraries/rehearsal.ts';
import { kitTools } from '../../testing/arbitraries/kit-tools.ts';
import { appOf, ToolLoop, type Call, type Message, type Result } from '../zoo/loop.ts';
import { load } from './load.ts';
import { tempFolder } from './temp-folder.ts';

const done = {
  name: 'done',
  description: 'Ends with an answer.',
  input_schema: {
    type: 'object',
    properties: { answer: { type: 'string' } },
    required: ['answer'],
    additionalProperties: false,
  },
  effect: 'read' as const,
  answers: [{ result: 'ok' }],
};

class Done extends Error {}

/** Ends when `done` has run without failing. */
class DoneLoop extends ToolLoop {
  override async converse(): Promise<unknown> {
    try {
      return await super.converse();
    } catch (error) {
      if (error instanceof Done) return 'done';
      throw error;
    }
  }

  override async answerAll(calls: readonly Call[]): Promise<Result[]> {
    const results = await super.answerAll(calls);
    if (this.isOver(calls, results)) throw new Done();
    return results;
  }

  isOver(calls: readonly Call[], results: readonly Result[]): boolean {
    return calls.some(({ name }, at) => name === 'note' && results[at]!.is_error !== true);
  }
}

/** Takes the input for the answer, and runs nothing of the turn. */
class EagerLoop extends DoneLoop {
  override async answerAll(calls: readonly Call[]): Promise<Result[]> {
    for (const call of calls) {
      if (call.name !== 'note') continue;
      const parsed = await this.find(call)!.parse(call.input);
      if (parsed.ok) throw new Done();
    }
    return super.answerAll(calls);
  }
}

class FailsLoop extends DoneLoop {
  override isOver(calls: readonly Call[]): boolean {
    return calls.some(({ name }) => name === 'note');
  }
}

class AnyLoop extends DoneLoop {
  override isOver(calls: readonly Call[], results: readonly Result[]): boolean {
    return super.isOver(calls, results) || calls.some(({ name }) => name === 'look');
  }
}

class UnknownLoop extends DoneLoop {
  override isOver(calls: readonly Call[], results: readonly Result[]): boolean {
    return super.isOver(calls, results) || calls.some((call) => this.find(call) === undefined);
  }
}

class SilentLoop extends DoneLoop {
  override next(message: Message): 'answer' | 'resume' | 'end' {
    return message.stop_reason === 'pause_turn' ? 'end' : super.next(message);
  }
}

const BASE = { seed: 1, runs: 150, door: 'fakeMessages', finalTools: ['note'] } as const;

test.each<[string, App, CheckLoopOptions]>([
  ['a loop that ends when the tool has run', appOf(DoneLoop), {}],
  [
    'the same over the SDK, in both ways',
    appOf(DoneLoop),
    { door: 'client', models: 'both', runs: 60 },
  ],
  ['a loop that takes the input for its answer', appOf(EagerLoop), {}],
  ['a loop that goes on all the same', appOf(ToolLoop), {}],
])('%s passes', async (_what, app, options) => {
  await checkLoop(app, { ...BASE, ...options });
});

test('without the option a loop that ends with a call is accused', async () => {
  const { failure } = await reportLoop(appOf(DoneLoop), {
    ...BASE,
    finalTools: [],
    calls: ['known'],
  });
  expect(failure?.id).toBe('says-when-unfinished');
});

describe.each<[string, typeof ToolLoop, string, CheckLoopOptions?]>([
  [
    'when its last tool has failed',
    FailsLoop,
    'says-when-unfinished',
    { inputs: ['valid'], calls: ['known'] },
  ],
  ['with an input that its last tool refuses', FailsLoop, 'says-when-unfinished'],
  ['with any call', AnyLoop, 'says-when-unfinished'],
  ['with a call of a tool that there is not', UnknownLoop, 'unknown-tool-answered'],
  ['in a pause', SilentLoop, 'paused-turn-resumed'],
])('a loop that ends %s', (_what, Loop, id, options) => {
  test('is accused, in the check and by the scenario that is kept of it', async () => {
    const regressions = await tempFolder({});
    const { failure } = await reportLoop(appOf(Loop), { ...BASE, ...options, regressions });
    expect(failure?.id).toBe(id);
    expect(failure?.scenario.expect?.final_tools).toEqual(['note']);
    const [scenario] = await loadScenarios(failure!.file!);
    const { problems } = await runScenario(scenario!, appOf(Loop));
    expect(problems.map((problem) => problem.id ?? problem.code)).toContain(id);
    expect((await runScenario(scenario!, appOf(DoneLoop))).problems).toEqual([]);
  });
});

test('tools of the app may end it as well', async () => {
  let ended = 0;
  const note = defineTool({
    name: 'note',
    description: 'Ends.',
    inputSchema: z.strictObject({ text: z.string() }),
    effect: 'write',
    run: () => {
      ended += 1;
      return 'ok';
    },
  });
  await checkLoop(appOf(DoneLoop), { ...BASE, tools: [note] });
  expect(ended).toBeGreaterThan(50);
});

test('half of the rehearsals end with such a call, and a turn for whoever goes on', () => {
  const tools = [...kitTools, done];
  const some = fc.sample(rehearsal({ tools, finalTools: ['done'], faults: [] }), {
    numRuns: 200,
    seed: 1,
  });
  const called = some.filter(({ turns }) => JSON.stringify(turns.at(-2) ?? '').includes('"done"'));
  expect(called.length).toBeGreaterThan(70);
  for (const { turns } of called) expect(turns.at(-1)).toHaveProperty('reply');
});

test('without final tools a seed draws what it always drew', () => {
  const draw = (finalTools?: string[]): unknown =>
    fc.sample(rehearsal(finalTools ? { finalTools } : {}), { numRuns: 50, seed: 3 });
  expect(draw([])).toEqual(draw());
});

test('a scenario says which tools end it', async () => {
  const yaml = `
name: done is the end
input: Go.
tools:
  - name: note
    description: Ends.
    input_schema: { type: object, required: [text] }
    answers: [{ result: ok }]
turns:
  - reply: [{ tool_use: { id: toolu_a, name: note, input: { text: x } } }]
  - reply: Done.
`;
  const run = async (text: string): Promise<string[]> => {
    const { problems } = await runScenario(await load(text), appOf(DoneLoop));
    return problems.map(({ code, id }) => id ?? code);
  };
  expect(await run(`${yaml}expect: { final_tools: [note], requests: 1, answer: done }\n`)).toEqual(
    [],
  );
  expect(await run(`${yaml}expect: { final_tools: [stop] }\n`)).toEqual([
    'turn-unused',
    'says-when-unfinished',
  ]);
  expect(
    await run(`${yaml.replace('{ text: x }', '{}')}expect: { final_tools: [note] }\n`),
  ).toEqual([]);
});

test('a tool that there is not ends nothing', async () => {
  await expect(checkLoop(appOf(DoneLoop), { finalTools: ['notes'] })).rejects.toThrow(
    'finalTools: there is no tool "notes".\n\nDid you mean "note"?',
  );
  await expect(checkLoop(appOf(DoneLoop), { finalTools: ['done'] })).rejects.toThrow(
    'finalTools: there is no tool "done".\n\nThe tools are look, move, get_order, note.',
  );
  await expect(checkLoop(appOf(DoneLoop), { finalTools: [1] as never })).rejects.toThrow(
    'finalTools is a list of names, received [1].',
  );
});

test('a conversation goes on after every answer, and has no tools that end it', async () => {
  const options = { finalTools: ['note'] } as object;
  await expect(checkConversation(() => ({ send: async () => 'x' }), options)).rejects.toThrow(
    'finalTools is for checkLoop: a conversation goes on after its first answer.',
  );
});
