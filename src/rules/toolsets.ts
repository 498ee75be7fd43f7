/** What is refused of client toolsets and of the results that answer their members. */
import type { CheckedRequest } from './checked-request.ts';
import { asText } from './json-value.ts';
import type { Finding, Rule } from './rule.ts';
import { toolAnswers, type Answer } from './tool-answers.ts';
import { declaredTools, everyTool, type ListedTool } from './tool-list.ts';
import { enabledMembers, FAMILIES, familyOf, type Family } from './toolset-families.ts';

const DOCS = '4.9: docs of client toolsets and browser use; the text is our own';

/** A beta from before toolsets, refused together with one. */
const OLD_STREAMING_BETA = 'fine-grained-tool-streaming-2025-05-14';

interface Toolset extends ListedTool {
  readonly family: Family;
}

function toToolsets(tools: readonly ListedTool[]): Toolset[] {
  return tools.flatMap((tool) => {
    const family = familyOf(tool);
    return family ? [{ ...tool, family }] : [];
  });
}

const everyToolset = (request: CheckedRequest): readonly Toolset[] =>
  toToolsets(everyTool(request));

/** The declared ones alone: a definition in a message replaces a toolset. */
const declaredToolsets = (request: CheckedRequest): readonly Toolset[] =>
  toToolsets(declaredTools(request));

interface ToolsetRule {
  readonly id: string;
  readonly summary: string;
  readonly facts?: readonly string[];
  find(request: CheckedRequest): Iterable<Finding>;
}

/** Documented refusals; what a toolset entry may hold at all is a matter of its form. */
function documented({ find, ...rule }: ToolsetRule): Rule {
  const facts = rule.facts ?? ['4.9'];
  return { ...rule, facts, stage: 'meaning', confidence: 'C', source: DOCS, check: find };
}

const at = (path: string, words: string): Finding => ({ path, message: `${path}: ${words}` });

/** The toolset that a call or a result says it belongs to. */
const saidFamily = (block: Answer['result'] | undefined): string | undefined =>
  asText(block?.['toolset_name']);

/** The toolset whose member is answered; undefined when it is none of those known. */
function answeredFamily({ call }: Answer): Family | undefined {
  const said = saidFamily(call);
  return said !== undefined && Object.hasOwn(FAMILIES, said) ? (said as Family) : undefined;
}

export const toolsetRules: readonly Rule[] = [
  documented({
    id: 'toolset-repeated',
    summary: 'A toolset is listed once.',
    *find(request) {
      const seen = new Set<Family>();
      for (const { path, family } of request.derive(declaredToolsets)) {
        if (seen.has(family)) yield at(path, `the ${family} toolset can be listed only once`);
        seen.add(family);
      }
    },
  }),
  documented({
    id: 'toolset-name-taken',
    summary: 'No other tool has the name of a listed toolset.',
    *find(request) {
      const families = new Set<string>(
        request.derive(declaredToolsets).map(({ family }) => family),
      );
      if (families.size === 0) return;
      for (const { path, name } of declaredTools(request)) {
        if (name !== undefined && families.has(name)) {
          yield at(`${path}.name`, `'${name}' is the name of a toolset of this request`);
        }
      }
    },
  }),
  documented({
    id: 'toolset-empty',
    summary: 'A toolset has at least one member enabled.',
    *find(request) {
      for (const toolset of request.derive(everyToolset)) {
        if (enabledMembers(toolset.family, toolset).length > 0) continue;
        yield at(`${toolset.path}.configs`, 'at least one member must be enabled');
      }
    },
  }),
  documented({
    id: 'toolset-deferral',
    summary: 'The enabled members of a toolset are all deferred or none is.',
    *find(request) {
      for (const toolset of request.derive(everyToolset)) {
        const kinds = new Set(
          enabledMembers(toolset.family, toolset).map(({ isDeferred }) => isDeferred),
        );
        if (kinds.size < 2) continue;
        yield at(
          `${toolset.path}.configs`,
          '`defer_loading` must be the same on every enabled member',
        );
      }
    },
  }),
  documented({
    id: 'toolset-old-streaming',
    summary: `A toolset does not go with the beta \`${OLD_STREAMING_BETA}\`.`,
    facts: ['4.8', '4.9'],
    *find(request) {
      const [toolset] = request.derive(everyToolset);
      if (toolset === undefined || !request.betas.includes(OLD_STREAMING_BETA)) return;
      yield at(toolset.path, `not supported with anthropic-beta: ${OLD_STREAMING_BETA}`);
    },
  }),
  documented({
    id: 'toolset-result-name',
    summary:
      'The result of a toolset’s member has its `toolset_name`, and no other result has one.',
    facts: ['4.5', '4.9'],
    *find(request) {
      for (const { path, call, result } of toolAnswers(request)) {
        const wanted = saidFamily(call);
        if (call === undefined || saidFamily(result) === wanted) continue;
        yield at(
          path,
          wanted === undefined
            ? '`toolset_name` is only for the result of a call with a `toolset_name`'
            : `\`toolset_name\` must be '${wanted}', as in the call`,
        );
      }
    },
  }),
  documented({
    id: 'toolset-result-content',
    summary: 'The result of a toolset’s member holds text and images, and the browser’s its state.',
    facts: ['4.5', '4.9'],
    *find(request) {
      for (const answer of toolAnswers(request)) {
        const family = answeredFamily(answer);
        if (family === undefined) continue;
        for (const [index, block] of answer.content.entries()) {
          const type = asText(block['type']) ?? '';
          if (FAMILIES[family].content.includes(type)) continue;
          yield at(
            `${answer.path}.content.${index}`,
            `a result of the ${family} toolset cannot hold \`${type}\``,
          );
        }
      }
    },
  }),
];
