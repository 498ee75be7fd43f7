/** `toKeepInvariants`: whether every conversation keeps every invariant that there is evidence for. */
import {
  formatViolations,
  judgeInvariants,
  type CheckInvariantsOptions,
} from '../../src/invariants/index.ts';
import { conversationsIn } from '../conversations.ts';
import { comparison, countOf, headOf, paragraphs, type Match, type MatcherHelp } from './match.ts';

/** @throws EnsaioError `option-invalid` when there is no conversation in `received`, or an option is wrong */
export function toKeepInvariants(
  help: MatcherHelp,
  received: unknown,
  options: CheckInvariantsOptions = {},
): Match {
  const conversations = conversationsIn(received).map((conversation) => ({
    conversation,
    verdict: judgeInvariants(conversation, options),
  }));
  const broken = conversations.flatMap(({ verdict }) => verdict.violations).length;
  const expected = help.isNot ? 'an invariant broken' : 'every invariant kept';
  const shown = (): string[] =>
    conversations.flatMap(({ conversation, verdict: { violations } }, index) => {
      if (violations.length === 0) return [];
      const text = formatViolations(conversation, violations);
      return [conversations.length === 1 ? text : `Conversation ${index + 1}:\n\n${text}`];
    });
  return {
    pass: broken === 0,
    message: () =>
      paragraphs(
        headOf(help, received, 'toKeepInvariants'),
        comparison(expected, [broken === 0 ? 'every one kept' : countOf(broken, 'finding')]),
        ...shown(),
      ),
  };
}
