/** A plain answer on its way through MSW, whose copies are no business of its reader. */

/**
 * MSW 2 takes a copy of every answer for its listeners, and nobody reads it. A body with a copy is left only when both
 * are left, so that a client which does not want one, as the SDK before it tries again, would wait for ever.
 */
export async function withOwnCopies(answer: Response): Promise<Response> {
  const { status, headers } = answer;
  const bytes = answer.body && (await answer.arrayBuffer());

  function copy(): Response {
    const made = new Response(bytes, { status, headers });
    const { body } = made;
    // Node copies an answer by the `tee` of its body, browsers by themselves.
    if (body) Object.assign(body, { tee: () => [body, copy().body] });
    return Object.assign(made, { clone: copy });
  }
  return copy();
}
