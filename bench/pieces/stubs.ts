/** What stands in the place of the kit: an SDK client whose `fetch` has its answers ready and looks at nothing. */
import Anthropic from '@anthropic-ai/sdk';

const HEADERS = { 'content-type': 'application/json', 'request-id': 'req_1' };

/** A client that gets these bodies, one a request. */
export function stubClient(
  bodies: readonly string[],
  headers: Readonly<Record<string, string>> = HEADERS,
): Anthropic {
  let next = 0;
  return new Anthropic({
    apiKey: 'test',
    fetch: async () => new Response(bodies[next++]!, { headers }),
  });
}
