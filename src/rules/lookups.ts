/** What is refused of questions about models: `GET /v1/models` and `GET /v1/models/{id}`. */
import { PAGE_SIZE, readModelQuery } from '../wire/model-query.ts';
import { modelTraits } from '../wire/models.ts';
import { outOfRange } from '../wire/request/words.ts';
import type { Rule } from './rule.ts';

const { least, most } = PAGE_SIZE;

/** What is wrong with a page size as it stands in the query. */
function faultOf(limit: string): string | undefined {
  if (!/^[+-]?\d+$/.test(limit)) {
    return 'Input should be a valid integer, unable to parse string as an integer';
  }
  if (Number(limit) < least) return outOfRange('greater', least);
  return Number(limit) > most ? outOfRange('less', most) : undefined;
}

export const lookupRules: readonly Rule[] = [
  {
    id: 'page-size',
    stage: 'transport',
    reads: 'parameters',
    summary: `A page of models has ${least} to ${most} of them.`,
    confidence: 'C',
    facts: ['9.8'],
    source:
      "the limits are documented (List Models); the words are pydantic's, no answer was captured",
    *check({ route, raw }) {
      const { limit } = route?.name === 'models' ? readModelQuery(raw.query ?? '') : {};
      const fault = limit === undefined ? undefined : faultOf(limit);
      if (fault !== undefined) yield { path: 'limit', message: `limit: ${fault}` };
    },
  },
  {
    id: 'model-not-listed',
    stage: 'transport',
    reads: 'parameters',
    summary: 'A model that is asked for is one of those the simulation lists.',
    status: 404,
    confidence: 'C',
    facts: ['9.8', 'H13'],
    source: 'H13 for a model in a request; of the lookup no answer was captured',
    *check({ route }) {
      if (route?.name === 'model' && !modelTraits(route.id).known) {
        // It is right to ask; that there is none is the answer.
        yield { message: `model: ${route.id}`, blameless: true };
      }
    },
  },
];
