/** What a recording passes requests on to. */
import { EnsaioError } from '../../src/error.ts';
import { apiPath } from '../../src/simulation/fetch-face.ts';
import { show } from '../../src/show.ts';

export type Fetch = typeof globalThis.fetch;

/**
 * The function that an upstream stands for: itself, or one that sends on to a URL.
 * @throws EnsaioError `option-invalid` when it is neither
 */
export function upstreamFetch(upstream: Fetch | string | URL): Fetch {
  if (typeof upstream === 'function') return upstream;
  const base = URL.parse(String(upstream));
  if (!base?.protocol.startsWith('http')) {
    throw new EnsaioError(
      'option-invalid',
      `The upstream is a function like fetch, or a URL of http or https, received ${show(upstream)}.`,
      {
        hint: 'The API itself is https://api.anthropic.com.',
        details: { option: 'upstream', received: upstream },
      },
    );
  }
  const prefix = base.pathname.replace(/(\/v1)?\/*$/, '');
  return (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : input);
    const url = new URL(base);
    url.pathname = prefix + apiPath(asked);
    url.search = asked.search;
    return globalThis.fetch(input instanceof Request ? new Request(url, input) : url, init);
  };
}
