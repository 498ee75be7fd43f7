/** A route of a script as a scenario writes it, where it can be written: a function stands in no file. */
import type { TextMatcher } from '../../src/scenario/conditions.ts';
import type { RequestExpectations } from '../../src/scenario/request-schema.ts';
import { trustedTurn } from '../../src/scenario/turn-schema.ts';
import type { WrittenBlock, WrittenRoute, WrittenTurn } from '../../src/scenario/written.ts';
import { isTest, type Match, type MatchFields, type TextMatch } from '../../src/script/match.ts';
import type { Route } from '../../src/script/script.ts';
import { toTurn } from '../../src/script/to-turn.ts';
import type { ScriptBlock, Turn } from '../../src/script/turn.ts';
import { sameJson } from '../../src/wire/json/same-json.ts';
import { writtenError } from '../recorder/written-error.ts';

/** Flags that change nothing of whether a text is matched, and the one that patterns of scenarios have. */
const PLAIN_FLAGS = /^[dgu]*$/;

/** A pattern as a scenario has it; undefined for one that would match other texts there. */
function pattern({ source, flags }: RegExp): TextMatcher | undefined {
  if (!PLAIN_FLAGS.test(flags)) return undefined;
  try {
    return { matches: new RegExp(source, 'u').source };
  } catch {
    return undefined;
  }
}

const whole = (text: TextMatch): TextMatcher | undefined =>
  typeof text === 'string' ? text : pattern(text);

const part = (text: TextMatch): TextMatcher | undefined =>
  typeof text === 'string' ? { contains: text } : pattern(text);

type Said = RequestExpectations | undefined;

const said = <Key extends keyof RequestExpectations>(
  key: Key,
  value: RequestExpectations[Key] | undefined,
): Said => (value === undefined ? undefined : ({ [key]: value } as RequestExpectations));

function headers(wanted: NonNullable<MatchFields['header']>): Said {
  const texts = Object.entries(wanted).map(([name, text]) => [name, whole(text)] as const);
  if (texts.some(([, text]) => text === undefined)) return undefined;
  return { headers: Object.fromEntries(texts) as Record<string, TextMatcher> };
}

/** What each field of a match is in a scenario; undefined where it is nothing. */
const FIELDS: {
  readonly [Key in keyof MatchFields]-?: (value: NonNullable<MatchFields[Key]>) => Said;
} = {
  endpoint: (endpoint) => (endpoint === 'messages' ? {} : undefined),
  model: (text) => said('model', whole(text)),
  system: (text) => said('system', part(text)),
  user: (text) => said('user', part(text)),
  tools: (names) => said('tools', { contains: [names].flat() }),
  header: headers,
};

function writtenMatch(match: Match): Said {
  if (typeof match === 'function' || isTest(match)) return undefined;
  const parts = Object.entries(match).flatMap(([name, value]) =>
    value === undefined ? [] : [FIELDS[name as keyof MatchFields](value as never)],
  );
  return parts.every((each) => each !== undefined)
    ? (Object.assign({}, ...parts) as RequestExpectations)
    : undefined;
}

/** The short forms, where they leave out nothing. */
function writtenBlock(block: ScriptBlock): WrittenBlock {
  const has = (...keys: string[]): boolean => Object.keys(block).every((key) => keys.includes(key));
  if (block.type === 'text' && has('type', 'text')) return block.text;
  if (block.type !== 'tool_use' || !has('type', 'id', 'name', 'input'))
    return block as WrittenBlock;
  const { id, name, input } = block;
  return {
    tool_use: { ...(id !== undefined && { id }), name, input: input as object },
  } as WrittenBlock;
}

function roughly(turn: Turn): WrittenTurn | undefined {
  switch (turn.type) {
    case 'message': {
      const { type: _type, content: blocks, ...overrides } = turn;
      const [only, ...rest] = blocks.map(writtenBlock);
      const isText = typeof only === 'string' && only !== '' && rest.length === 0;
      const content = isText ? only : blocks.map(writtenBlock);
      return { reply: Object.keys(overrides).length > 0 ? { content, ...overrides } : content };
    }
    case 'error':
      return { error: writtenError({ envelope: 'api', ...turn }, true) };
    case 'hang':
      return { fault: 'hang' };
    case 'delayed': {
      const inner = roughly(turn.turn);
      return inner && { ...inner, delay: turn.ms };
    }
    default:
      return undefined;
  }
}

function writtenTurn(turn: Turn): WrittenTurn | undefined {
  const written = roughly(turn);
  const isSame = written && sameJson(toTurn(trustedTurn(written).turn, 'turn'), turn);
  return isSame ? written : undefined;
}

/** The route as a scenario says it; undefined when none can. */
export function writtenRoute({ match, turns }: Route): WrittenRoute | undefined {
  const when = writtenMatch(match);
  const written = turns.flatMap((turn) => writtenTurn(turn) ?? []);
  return when && written.length === turns.length ? { when, turns: written } : undefined;
}
