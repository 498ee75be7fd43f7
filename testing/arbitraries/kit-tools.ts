/** Tools for apps that have none of their own: two that look, two that change something, with schemas of every kind. */
import type { WrittenTool } from '../../src/scenario/written.ts';

const place = { type: 'string' };

export const kitTools: readonly WrittenTool[] = [
  {
    name: 'look',
    description: 'Looks at a place. Changes nothing.',
    input_schema: {
      type: 'object',
      properties: { at: place },
      required: ['at'],
      additionalProperties: false,
    },
    effect: 'read',
    answers: [{ result: 'seen' }],
  },
  {
    name: 'move',
    description: 'Moves a thing by some steps.',
    input_schema: {
      type: 'object',
      properties: {
        to: { enum: ['left', 'right'] },
        steps: { type: 'integer', minimum: 1, maximum: 9 },
      },
      required: ['to'],
      additionalProperties: false,
    },
    effect: 'write',
    answers: [{ result: 'moved' }],
  },
  {
    name: 'get_order',
    description: 'Gets an order by its number. Changes nothing.',
    input_schema: {
      type: 'object',
      properties: {
        number: { type: 'string', pattern: String.raw`^A-\d{4}$` },
        fields: {
          type: 'array',
          items: { type: 'string', maxLength: 12 },
          minItems: 1,
          maxItems: 3,
        },
      },
      required: ['number'],
      additionalProperties: false,
    },
    effect: 'read',
    answers: [{ result: { status: 'shipped' } }],
  },
  {
    name: 'note',
    description: 'Writes a note down.',
    input_schema: {
      type: 'object',
      properties: {
        text: { type: 'string', minLength: 1 },
        about: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/thing' }] },
      },
      required: ['text'],
      $defs: {
        thing: {
          type: 'object',
          properties: { name: { type: 'string' }, weight: { type: 'number' } },
          required: ['name'],
        },
      },
    },
    effect: 'write',
    answers: [{ result: 'noted' }],
  },
];
