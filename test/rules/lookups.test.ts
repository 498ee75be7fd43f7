/** What is refused of questions that need no turn: how many tokens, which models. */
import { body, type SendOptions } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';

const COUNT: SendOptions = { path: '/v1/messages/count_tokens' };
const { max_tokens: _left, ...countable } = body();

const get = (path: string, headers: Readonly<Record<string, string>> = {}): SendOptions => ({
  path,
  method: 'GET',
  headers,
});

checkCases([
  {
    name: 'max_tokens when tokens are counted',
    rule: 'field-unknown',
    facts: ['S38'],
    sent: body(),
    options: COUNT,
    answer: refused('max_tokens: Extra inputs are not permitted'),
    accepted: countable,
    acceptedOptions: COUNT,
  },
  {
    name: 'nothing to count',
    rule: 'messages-empty',
    facts: ['M01'],
    sent: { ...countable, messages: [] },
    options: COUNT,
    answer: refused('messages: at least one message is required'),
    accepted: countable,
    acceptedOptions: COUNT,
  },
  {
    name: 'a list of models without a key',
    rule: 'api-key-missing',
    facts: ['H01'],
    sent: undefined,
    options: get('/v1/models', { 'x-api-key': '' }),
    answer: '401 authentication_error: x-api-key header is required',
    accepted: undefined,
    acceptedOptions: get('/v1/models'),
  },
  {
    name: 'a list of models without a version',
    rule: 'version-missing',
    facts: ['H06'],
    sent: undefined,
    options: get('/v1/models', { 'anthropic-version': '' }),
    answer: refused('anthropic-version: header is required'),
    accepted: undefined,
    acceptedOptions: get('/v1/models'),
  },
  ...(
    [
      ['0', 'Input should be greater than or equal to 1', '1'],
      ['1001', 'Input should be less than or equal to 1000', '1000'],
      ['ten', 'Input should be a valid integer, unable to parse string as an integer', '10'],
    ] as const
  ).map(([limit, words, taken]) => ({
    name: `a page of ${limit} models`,
    rule: 'page-size',
    facts: ['9.8'],
    sent: undefined,
    options: get(`/v1/models?limit=${limit}`),
    answer: refused(`limit: ${words}`),
    accepted: undefined,
    acceptedOptions: get(`/v1/models?limit=${taken}`),
  })),
  {
    name: 'a model nobody knows',
    rule: 'model-not-listed',
    facts: ['9.8', 'H13'],
    sent: undefined,
    options: get('/v1/models/claude%20opus'),
    answer: '404 not_found_error: model: claude opus',
    accepted: undefined,
    acceptedOptions: get('/v1/models/claude-opus-5'),
  },
]);
