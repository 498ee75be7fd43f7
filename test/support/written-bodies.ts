/** How a client may write a body: the usual way, with white space, with all but ASCII escaped, and not to its end. */
const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

export type Write = (body: object) => string;

export const usual: Write = (body) => JSON.stringify(body);

export const unusual: readonly Write[] = [
  (body) => JSON.stringify(body, undefined, 1),
  (body) => JSON.stringify(body).replaceAll(/[\u0080-\uffff]/g, escaped),
  (body) => JSON.stringify(body).slice(0, -1),
];
