/** What stands in the fragment of the address, which no server sees: the token, and what is chosen. */

export interface Address {
  readonly token?: string;
  readonly run?: string;
  readonly exchange?: number;
}

const FIELDS = ['token', 'run', 'exchange'] as const;

export function readAddress(hash: string): Address {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const [token, run, exchange] = FIELDS.map((field) => fields.get(field) ?? undefined);
  return {
    ...(token === undefined ? {} : { token }),
    ...(run === undefined ? {} : { run }),
    ...(exchange !== undefined && /^\d+$/.test(exchange) ? { exchange: Number(exchange) } : {}),
  };
}

export function writeAddress(address: Address): string {
  const fields = FIELDS.flatMap((field) => {
    const value = address[field];
    return value === undefined ? [] : [[field, String(value)]];
  });
  return `#${new URLSearchParams(fields).toString()}`;
}
