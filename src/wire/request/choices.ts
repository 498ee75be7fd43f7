/** What may stand at a place of a request: the tags of its unions and the values of its enums. */
import type { Schema } from '../schema/schema.ts';
import { tagsOf } from '../schema/tags-of.ts';
import { knowsTag } from './betas.ts';
import { messageRequest } from './request.ts';

interface Choices {
  readonly tags: Set<string>;
  readonly values: Set<string>;
}

/** Gathers by place; steps are field names and `*`, tags are left out. */
function gather(schema: Schema, at: string, found: Map<string, Choices>): void {
  const below = (step: string): string => (at === '' ? step : `${at}.${step}`);
  const here = (): Choices => {
    const choices = found.get(at) ?? { tags: new Set(), values: new Set() };
    found.set(at, choices);
    return choices;
  };
  switch (schema.kind) {
    case 'list':
      return gather(schema.item, below('*'), found);
    case 'tagged':
    case 'either':
      return schema.arms.forEach((arm) => gather(arm, at, found));
    case 'choice':
      return schema.values.forEach((value) => here().values.add(value));
    case 'object':
      for (const [name, field] of Object.entries(schema.fields)) {
        // Of a tag that may be left out, as a tool's, the values are those inside.
        const tags = name === 'type' ? tagsOf(field) : [];
        if (tags.length === 0) gather(field, below(name), found);
        for (const tag of tags) if (typeof tag === 'string') here().tags.add(tag);
      }
      return;
    default:
  }
}

let choices: ReadonlyMap<string, Choices> | undefined;

function choicesAt(at: string): Choices | undefined {
  if (choices === undefined) {
    const found = new Map<string, Choices>();
    gather(messageRequest, '', found);
    choices = found;
  }
  return choices.get(at);
}

/** The tags at a place under these betas, in the order in which the API lists them. */
export function tagsAt(at: string, betas: readonly string[]): string[] {
  return [...(choicesAt(at)?.tags ?? [])].filter((tag) => knowsTag(tag, betas)).toSorted();
}

/** The values at a place, as declared. */
export function valuesAt(at: string): string[] {
  return [...(choicesAt(at)?.values ?? [])];
}
