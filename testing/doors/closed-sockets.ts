/** Sockets that MSW has made up for a `fetch`: none of them is under way when it is closed. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** Where Node's `fetch` tells of each connection. */
const CONNECTED = 'undici:client:connected';

/** MSW 3 closes a socket and leaves its handle, which counts among what goes on outside of a run, for ever. */
function letGo(message: unknown): void {
  const { socket } = message as { readonly socket: Socket };
  socket.once('close', () => socket.unref());
}

/** Lets go of the sockets that are closed, of the connections made until the function it returns is called. */
export function letSocketsGo(): () => void {
  subscribe(CONNECTED, letGo);
  return () => void unsubscribe(CONNECTED, letGo);
}
