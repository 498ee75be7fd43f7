/** A plain answer on its way through MSW, whose copies are no business of its reader. */

/** An answer whose body is there. */
export interface ReadyAnswer {
  readonly status: number;
  readonly headers: HeadersInit;
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

/**
 * MSW 2 takes a copy of every answer for its listeners, and nobody reads it. A body with a copy is left only when both
 * are left, so that a client which does not want one, as the SDK before it tries again, would wait for ever.
 */
export function withOwnCopies(answer: ReadyAnswer): Response {
  const made = new Response(answer.bytes, answer);
  const copy = (): Response => withOwnCopies(answer);
  const { body } = made;
  // Node copies an answer by the `tee` of its body, browsers by themselves.
  if (body) Object.assign(body, { tee: () => [body, copy().body] });
  return Object.assign(made, { clone: copy });
}
