/** A good chat passes however its user steers it; one with a mistake is caught, and few commands show it. */
import { describe, expect, test } from 'vitest';
import {
  checkConversation,
  loadScenarios,
  printScenario,
  reportConversation,
  runScenario,
  sessionApp,
  type CheckConversationOptions,
  type LoopFailure,
  type OpenSession,
  type Session,
} from '../../testing/index.ts';
import { badChats, chat, SummarizedChat } from './chats.ts';
import { tempFolder } from './temp-folder.ts';

const good = chat();

async function failureOf(
  open: OpenSession,
  options: CheckConversationOptions = {},
): Promise<LoopFailure> {
  const { failure } = await reportConversation(open, { door: 'fakeMessages', ...options });
  expect(failure).toBeDefined();
  return failure!;
}

describe('a good chat', () => {
  test('passes, and tells what it was put through', async () => {
    const { statistics } = await checkConversation(good, {
      seed: 1,
      runs: 100,
      door: 'fakeMessages',
    });
    expect(statistics.runs).toBe(100);
    const steered = ['send', 'interrupt', 'retry', 'resume', 'compact'];
    for (const kind of steered) expect(statistics.kinds[`command: ${kind}`]).toBeGreaterThan(2);
  });

  test.each<CheckConversationOptions>([
    { door: 'client', models: 'both', runs: 30 },
    { door: 'client', models: 'streaming', faults: ['cut', 'stall', 'hang'], runs: 30 },
    { door: 'msw', runs: 5 },
    { door: 'server', runs: 5 },
  ])('passes with %o', async (options) => {
    await checkConversation(good, { seed: 3, ...options });
  });

  test('may have the API make its summaries, which are asked for and carried on', async () => {
    const seen = { asked: 0, carried: 0 };
    const watched: OpenSession = (context) => {
      const session = chat(SummarizedChat)(context) as Session;
      const count = async (done: Promise<unknown>): Promise<unknown> => {
        await done;
        const { request, messages } = context.simulation.journal.at(-1)!;
        if (request.body.compaction) seen.asked += 1;
        else if (JSON.stringify(messages[0]).includes('"compaction"')) seen.carried += 1;
        return done;
      };
      return {
        ...session,
        send: (text, options) => count(session.send(text, options)),
        compact: (options) => count(session.compact!(options)),
      };
    };
    for (const commands of [['compact'], undefined] as const) {
      const some = commands && { commands };
      // oxlint-disable-next-line no-await-in-loop -- The clock of a run is that of the process.
      await checkConversation(watched, { seed: 1, runs: 40, door: 'fakeMessages', ...some });
    }
    expect(seen.asked).toBeGreaterThan(5);
    expect(seen.carried).toBeGreaterThan(5);
  });

  test('is asked only what it has, and what is named', async () => {
    const sendOnly: OpenSession = async (context) => {
      const { send } = await good(context);
      return { send };
    };
    const options = { seed: 2, runs: 20, door: 'fakeMessages' } as const;
    const kindsOf = async (
      open: OpenSession,
      more: CheckConversationOptions,
    ): Promise<string[]> => {
      const { statistics } = await checkConversation(open, { ...options, ...more });
      return Object.keys(statistics.kinds).filter((kind) => kind.startsWith('command'));
    };
    expect(await kindsOf(sendOnly, {})).toEqual(['command: send']);
    expect(await kindsOf(good, { commands: ['compact'] })).toEqual([
      'command: compact',
      'command: send',
    ]);
  });
});

/** What each bad chat is known by, and the most commands that show it. */
const caught: Readonly<Record<string, readonly [id: RegExp, commands: number]>> = {
  'leaves calls open when it is interrupted': [/^(one-result-per-call|tool-result-missing)$/, 3],
  'says it again when it tries again': [/^(said-once|paused-turn-resumed)$/, 3],
  'runs tools again when it tries again': [/^one-run-per-call$/, 3],
  'leaves its request running when it is interrupted': [/^abort-stops-requests$/, 2],
  'goes on with other words after a pause': [/^paused-turn-resumed$/, 2],
  'keeps the last results in its summary, and not their calls': [/^no-result-without-call$/, 3],
  'sums up while calls are open': [/^(one-result-per-call|tool-result-missing)$/, 3],
  'puts the summary of the API behind what it sums up': [/^compaction-block-misplaced$/, 3],
  'shortens the summary of the API': [/^compaction-content-mismatch$/, 3],
  'sends at once what is said at once': [
    /^(one-request-at-a-time|history-(grows|unchanged)|writes-in-order)$/,
    2,
  ],
  'goes on running tools when it is interrupted': [/^abort-stops-tools$/, 2],
  'never hears of the interrupt': [/^(interrupt-stops|abort-stops-(requests|tools))$/, 3],
  'takes the word back when it fails, and asks for an answer all the same': [
    /^(messages-empty|said-stays|request-unexpected|prefill-unsupported)$/,
    5,
  ],
  'has nothing more to say once it was interrupted': [/^fails-for-a-reason$/, 3],
};

test.each(Object.entries(badChats))(
  'a chat that %s is caught by few commands',
  async (name, open) => {
    const [id, commands] = caught[name]!;
    for (const seed of [1, 2]) {
      const failure = await failureOf(open, { seed });
      expect(failure.id).toMatch(id);
      expect(failure.isSteady).toBe(true);
      expect(failure.rehearsal.input.length).toBeLessThanOrEqual(commands);
    }
  },
);

const forgetful = badChats['leaves calls open when it is interrupted']!;

test('the seed and the path play a failure again, and none once it is mended', async () => {
  const { seed, path, id, rehearsal } = await failureOf(forgetful, { seed: 1 });
  const again = await failureOf(forgetful, { seed, path });
  expect({ id: again.id, rehearsal: again.rehearsal }).toEqual({ id, rehearsal });
  await checkConversation(good, { seed, path, door: 'fakeMessages' });
});

test('what is excepted is judged neither by the check nor by the scenario that it writes', async () => {
  const repeating = badChats['says it again when it tries again']!;
  const except = ['said-once', 'paused-turn-resumed'] as const;
  const failing = { seed: 1, commands: ['retry'], faults: ['final-error'] } as const;
  await checkConversation(repeating, { door: 'fakeMessages', ...failing, except });
  const { problems, scenario } = await failureOf(repeating, {
    ...failing,
    except: ['paused-turn-resumed'],
  });
  expect(problems.map(({ id }) => id)).toEqual(['said-once']);
  expect(scenario.expect).toMatchObject({ invariants: { except: ['paused-turn-resumed'] } });
  const forgiven = {
    ...scenario,
    expect: { ...scenario.expect, conversation: { except: ['said-once'] } },
  };
  const folder = await tempFolder({ 'a.yaml': printScenario(forgiven) });
  const [kept] = await loadScenarios(`${folder}/a.yaml`);
  const after = await runScenario(kept!, sessionApp(repeating));
  expect(after.problems.map(({ id }) => id)).not.toContain('said-once');
});

test('a failure is kept as a scenario, which fails until the chat is mended', async () => {
  const folder = await tempFolder({});
  const { file, id } = await failureOf(forgetful, { seed: 1, regressions: folder });
  const [scenario] = await loadScenarios(file!);
  const before = await runScenario(scenario!, sessionApp(forgetful));
  expect(before.problems.map((problem) => problem.id)).toContain(id);
  const after = await runScenario(scenario!, sessionApp(good));
  expect(after.problems).toEqual([]);
});

test('the error says all there is to know', async () => {
  const error = await checkConversation(badChats['says it again when it tries again']!, {
    seed: 1,
    door: 'fakeMessages',
    commands: ['retry'],
    faults: ['final-error'],
  }).catch((thrown: unknown) => thrown);
  expect((error as Error).message).toMatchInlineSnapshot(`
    "[ensaio] The conversation is broken. paused-turn-resumed: something was added to the paused turn before it was resumed, in messages[2] (journal[2], turn 1).

    A turn that stopped with \`pause_turn\` is resumed: the next request ends in its reply, unchanged. The work of the server’s tools is unfinished: the answer is missing, or a call without a result is refused.

    The smallest script that shows it:
      user    send "Say 1."
      user    retry
      turn 1  "Hm.", stop_reason "pause_turn"
      turn 2  error bad_request
      turn 3  "Done."

    The conversation:
        0  user: text
        1  assistant: text
      > 2  user: text
        3  assistant: text

    Also:
      said-once: "Say 1." stands 2 times in request 3, at command 2 (retry).

    Found in run 26, made smaller 7 times. To play it again, with the options of this check: { seed: 1, path: '25:1:3:2:2:2:3:2' }

    If that is as it should be, leave it out by \`except: ['paused-turn-resumed']\` (docs/check-loop.md).

    As a scenario:

    name: paused-turn-resumed, in 3 turns
    description: Found by checkConversation with seed 1 and path 25:1:3:2:2:2:3:2.
    tags: [ regression ]
    input: [ { send: Say 1. }, retry ]
    tools:
      - name: look
        description: Looks at a place. Changes nothing.
        input_schema:
          type: object
          properties: { at: { type: string } }
          required: [ at ]
          additionalProperties: false
        effect: read
        answers:
          - { result: seen }
    turns:
      - reply:
          content: Hm.
          stop_reason: pause_turn
      - error: bad_request
      - reply: Done.
    expect:
      may_stop: true
      left_timers: 0
      client: true"
  `);
});

test.each<[CheckConversationOptions, string]>([
  [
    { commands: ['sent' as never] },
    '[ensaio] commands: there is no kind "sent".\n\nDid you mean "send"?',
  ],
  [
    { except: ['said-twice'] },
    '[ensaio] except: there is no "said-twice".\n\nDid you mean "said-once"?',
  ],
  [{ maxCommands: 0 }, '[ensaio] maxCommands is a whole number from 1, received 0.'],
])('refuses %o', async (options, message) => {
  await expect(checkConversation(good, options)).rejects.toThrow(
    expect.objectContaining({ message, code: 'option-invalid' }),
  );
});

test('an input that is no list of commands is refused with what commands there are', async () => {
  const folder = await tempFolder({ 'a.yaml': 'name: hello\ninput: Hello.\nturns: []\n' });
  const [scenario] = await loadScenarios(`${folder}/a.yaml`);
  const { error } = await runScenario(scenario!, sessionApp(good));
  expect((error as Error).message).toBe(
    "[ensaio] The input is no list of commands for a session.\n\nCommands are send, interrupt, retry, resume, compact; for the first of them { send: 'a text' }.",
  );
});
