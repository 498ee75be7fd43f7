/** What the app's model may call. */
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';

const text = { type: 'string' } as const;

export const tools: BetaRunnableTool[] = [
  betaTool({
    name: 'get_order',
    description: 'Looks an order up.',
    inputSchema: { type: 'object', properties: { number: text }, required: ['number'] },
    run: ({ number }) => `${number}: shipped as parcel PT-7731`,
  }),
  betaTool({
    name: 'track_parcel',
    description: 'Says where a parcel is.',
    inputSchema: { type: 'object', properties: { code: text }, required: ['code'] },
    run: () => 'in Porto, due on Thursday',
  }),
  betaTool({
    name: 'get_weather',
    description: 'Says what the weather is like.',
    inputSchema: { type: 'object', properties: { city: text }, required: ['city'] },
    run({ city }) {
      if (city !== 'Lisboa') throw new Error(`There is no city "${city}".`);
      return 'sunny, 24 °C';
    },
  }),
];
