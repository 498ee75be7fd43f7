/** The global `fetch` as it is before MSW patches it: a server is reached without MSW. */

const { fetch } = globalThis;

/** A function of its own each time, by which a client is known. */
export function bareFetch(): typeof globalThis.fetch {
  return (input, init) => fetch(input, init);
}
