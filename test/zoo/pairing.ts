/** Calls that are not answered each once, in one message, in their order. */
import type { BadLoop } from './bad-loop.ts';
import { ToolLoop, type Call, type Param, type Result } from './loop.ts';

export const pairing: readonly BadLoop[] = [
  {
    id: 'first-result-only',
    mistake: 'forgets all results but the first',
    source: 'lesson 9, C004',
    caughtBy: ['one-result-per-call'],
    size: [2, 2],
    Loop: class extends ToolLoop {
      override say([first]: readonly Result[]): Param[] {
        return super.say(first ? [first] : []);
      }
    },
  },
  {
    id: 'one-message-each',
    mistake: 'sends each result in a message of its own',
    source: 'lesson 6, C005',
    caughtBy: ['results-in-one-message'],
    size: [2, 2],
    Loop: class extends ToolLoop {
      override say(results: readonly Result[]): Param[] {
        return results.flatMap((result) => super.say([result]));
      }
    },
  },
  {
    id: 'text-first',
    mistake: 'puts a reminder in front of the results',
    source: 'lesson 9, C007',
    caughtBy: ['results-first'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override say(results: readonly Result[]): Param[] {
        return [{ role: 'user', content: [{ type: 'text', text: 'Be brief.' }, ...results] }];
      }
    },
  },
  {
    id: 'text-between',
    mistake: 'announces each result in a text behind it',
    source: 'C008',
    caughtBy: ['results-first'],
    size: [2, 2],
    Loop: class extends ToolLoop {
      override say(results: readonly Result[]): Param[] {
        const announced = { type: 'text' as const, text: 'Done.' };
        return [{ role: 'user', content: results.flatMap((result) => [result, announced]) }];
      }
    },
  },
  {
    id: 'failure-told-twice',
    mistake: 'answers a call that failed twice, where it fails and where results are gathered',
    source: 'C013',
    caughtBy: ['one-result-per-call'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override async answerAll(calls: readonly Call[]): Promise<Result[]> {
        const results = await super.answerAll(calls);
        return [...results, ...results.filter((result) => result.is_error)];
      }
    },
  },
  {
    id: 'old-results-again',
    mistake: 'does not empty the list of results, and sends those of earlier turns again',
    source: 'C013, C082',
    caughtBy: ['matching-ids'],
    size: [3, 2],
    Loop: class extends ToolLoop {
      readonly #results: Result[] = [];
      override say(results: readonly Result[]): Param[] {
        this.#results.push(...results);
        return super.say(this.#results);
      }
    },
  },
  {
    id: 'twins-answered-once',
    mistake: 'takes two calls that say the same for one',
    source: 'C004',
    caughtBy: ['one-result-per-call'],
    size: [2, 2],
    Loop: class extends ToolLoop {
      override callsOf(message: Parameters<ToolLoop['callsOf']>[0]): Call[] {
        const calls = super.callsOf(message);
        const keyOf = ({ name, input }: Call): string => JSON.stringify([name, input]);
        return [...new Map(calls.map((call) => [keyOf(call), call])).values()];
      }
    },
  },
  {
    id: 'as-they-finish',
    mistake: 'gives results in the order in which tools finish',
    source: 'lesson 10, C005',
    caughtBy: ['results-in-order'],
    size: [2, 2],
    Loop: class extends ToolLoop {
      override async answerAll(calls: readonly Call[]): Promise<Result[]> {
        const results: Result[] = [];
        const reads = calls.filter((call) => this.find(call)?.effect !== 'write');
        await Promise.all(reads.map(async (call) => results.push(await this.answer(call))));
        const writes = calls.filter((call) => !reads.includes(call));
        return [...results, ...(await super.answerAll(writes))];
      }
    },
  },
  {
    id: 'shortened-ids',
    mistake: 'shortens the ids in results, and not those of the calls',
    source: 'lesson 3, C016, C017',
    caughtBy: ['one-result-per-call'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override say(results: readonly Result[]): Param[] {
        const short = (id: string): string => id.replace('toolu_', '');
        return super.say(
          results.map((result) => ({ ...result, tool_use_id: short(result.tool_use_id) })),
        );
      }
    },
  },
  {
    id: 'results-as-text',
    mistake: 'tells the results as a text',
    source: 'lesson 9',
    caughtBy: ['one-result-per-call'],
    size: [2, 1],
    Loop: class extends ToolLoop {
      override say(results: readonly Result[]): Param[] {
        const text = results.map(({ content }) => JSON.stringify(content)).join('\n');
        return [{ role: 'user', content: `The tools say: ${text}` }];
      }
    },
  },
  {
    id: 'skipped-unanswered',
    mistake: 'does not answer the calls that it skips after a write has failed',
    source: 'lesson 4, lesson 6',
    caughtBy: ['one-result-per-call'],
    size: [2, 2],
    Loop: class extends ToolLoop {
      override async answerAll(calls: readonly Call[]): Promise<Result[]> {
        const results = await super.answerAll(calls);
        return results.filter(({ content }) => !String(content).startsWith('Not executed'));
      }
    },
  },
];
