/** Calls of tools that the app does not have. */
import { entriesOf } from '../wire/conversation.ts';
import { callsOf, type Call } from './calls.ts';
import type { Evidence } from './evidence.ts';

function namesIn(tools: unknown): string[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) => {
    const { name } = Object(tool) as { name?: unknown };
    return typeof name === 'string' ? [name] : [];
  });
}

/** The tools that messages add on the way (facts 4.11: `tool_addition` in a system message). */
function addedIn(messages: unknown): string[] {
  return entriesOf(messages).flatMap(({ blocks }) =>
    namesIn(
      blocks.flatMap((block) => {
        const { tool } = block as { tool?: { definition?: unknown } };
        return block.type === 'tool_addition' ? [tool?.definition] : [];
      }),
    ),
  );
}

function knownNames({ run, bodies }: Evidence): ReadonlySet<string> {
  const declared = bodies.flatMap(({ body }) => [
    ...namesIn(body['tools']),
    ...addedIn(body['messages']),
  ]);
  return new Set([...declared, ...(run.tools ?? []).map(({ name }) => name)]);
}

/** Every call of a tool that was neither declared nor known to the app; members of toolsets are not looked at. */
export function unknownCalls(evidence: Evidence): Call[] {
  const names = evidence.derive(knownNames);
  return evidence
    .derive(callsOf)
    .filter(({ name, block }) => !names.has(name) && block['toolset_name'] === undefined);
}
