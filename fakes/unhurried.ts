/** A streamed answer on its way through MSW: at the pace of the event loop, and led by its reader alone. */
import { nextTurn } from '../src/simulation/clock.ts';

/**
 * MSW reads a stream as fast as it is given, before the app sees any of it. With a turn of the event loop between
 * chunks it arrives in pieces, and leaving early or aborting ends it.
 *
 * MSW also takes a copy of every answer, for its listeners and for its log in a browser, and a stream with a copy goes
 * on until both have left. So a copy is told here what the reader is given, asks for nothing itself, and ends with it.
 */
export function unhurried(answer: Response): Response {
  const source = answer.body!.getReader();
  const copies = new Set<ReadableStreamDefaultController<Uint8Array>>();

  function copy(): ReadableStream<Uint8Array> {
    let told: ReadableStreamDefaultController<Uint8Array>;
    return new ReadableStream({
      start(controller) {
        told = controller;
        copies.add(told);
      },
      cancel: () => void copies.delete(told),
    });
  }

  function endCopies(): void {
    for (const told of copies) told.close();
    copies.clear();
  }

  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          await nextTurn();
          const { value, done } = await source.read();
          if (!done) {
            for (const told of copies) told.enqueue(value.slice());
            return controller.enqueue(value);
          }
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        endCopies();
      },
      async cancel(reason) {
        endCopies();
        await source.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  // Node copies an answer by the `tee` of its body, browsers by themselves.
  Object.assign(body, { tee: () => [body, copy()] });
  const { status } = answer;
  const headers = new Headers(answer.headers);
  // As the API does over HTTP/1.1. Where the end of the connection is the end of the answer, MSW's own end of a request
  // that was aborted in mid-stream looks like one to undici, which then throws where nobody can catch it.
  headers.set('transfer-encoding', 'chunked');
  const head = { status, headers };
  return Object.assign(new Response(body, head), { clone: () => new Response(copy(), head) });
}
