/** What is refused of the model's name, and what the other rules ask of the model. */
import { modelTraits } from '../wire/models.ts';
import type { ModelTraits } from '../wire/models/traits.ts';
import type { CheckedRequest } from './checked-request.ts';
import { ofParameters } from './parameters.ts';
import type { Rule } from './rule.ts';

/** The model a request names; empty where it names none. */
export function nameOfModel({ body: { model } }: CheckedRequest): string {
  return typeof model === 'string' ? model : '';
}

/** What the model of a request takes. */
export const traitsOf: (request: CheckedRequest) => ModelTraits = ofParameters((request) =>
  modelTraits(nameOfModel(request)),
);

export const modelRules: readonly Rule[] = [
  {
    id: 'model-unknown',
    stage: 'model',
    reads: 'parameters',
    summary: 'The model is one the API serves; `models: "known"` refuses all others.',
    status: 404,
    confidence: 'A',
    doubt: 'a list of models ages: the API may serve one that this list does not have',
    facts: ['H13'],
    source: 'H13: captured with ten request ids; which are retired: deprecations page',
    *check(request) {
      const { model } = request.body;
      if (typeof model !== 'string') return;
      const { known, lifecycle } = traitsOf(request);
      if (!known || lifecycle === 'retired') yield { path: 'model', message: `model: ${model}` };
    },
  },
];
