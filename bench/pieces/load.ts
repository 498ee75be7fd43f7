/** A client that keeps connections busy and does little else: as many requests as the other side answers. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const END_OF_CHUNKS = Buffer.from('\r\n0\r\n\r\n');
const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** Reads answers off one connection, and of each no more than tells where it ends. */
class AnswerEnd {
  /** Bytes that are still to come; undefined where the last chunk tells. */
  #left: number | undefined;
  #isBegun = false;

  /** Whether an answer is whole with these bytes. Throws for one that is no success. */
  take(bytes: Buffer): boolean {
    if (!this.#isBegun) this.#begin(bytes);
    else if (this.#left !== undefined) this.#left -= bytes.length;
    const isWhole =
      this.#left === undefined
        ? bytes.subarray(-END_OF_CHUNKS.length).equals(END_OF_CHUNKS)
        : this.#left <= 0;
    this.#isBegun = !isWhole;
    return isWhole;
  }

  #begin(bytes: Buffer): void {
    const end = bytes.indexOf(END_OF_HEAD);
    const head = bytes.toString('latin1', 0, end);
    if (!head.startsWith('HTTP/1.1 200') || end === -1) throw new Error(bytes.toString());
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    this.#left =
      length === undefined ? undefined : Number(length) - (bytes.length - end - END_OF_HEAD.length);
  }
}

/** Something that asks for a while and tells how many answers a second there were. */
export interface Load {
  run(ms: number): Promise<number>;
  close(): void;
}

/** The same request over one connection, again as soon as it is answered, until `isOver`. */
function askOver(socket: Socket, request: string, isOver: () => boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const end = new AnswerEnd();
    let answers = 0;
    const take = (bytes: Buffer): void => {
      try {
        if (!end.take(bytes)) return;
      } catch (error) {
        return reject(error as Error);
      }
      answers += 1;
      if (!isOver()) return void socket.write(request);
      socket.off('data', take);
      resolve(answers);
    };
    socket.on('data', take);
    socket.write(request);
  });
}

/** How many answers a second `ask` counts when it is begun so many times side by side. */
async function answersASecond(
  sideBySide: number,
  ms: number,
  ask: (index: number, isOver: () => boolean) => Promise<number>,
): Promise<number> {
  const start = performance.now();
  const isOver = (): boolean => performance.now() - start > ms;
  const counts = await Promise.all(
    Array.from({ length: sideBySide }, (_, index) => ask(index, isOver)),
  );
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return (answers * 1000) / (performance.now() - start);
}

/** `connections` to a port, kept open between runs, that each send `request`. */
export async function openLoad(port: number, request: string, connections: number): Promise<Load> {
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1'));
  await Promise.all(sockets.map((socket) => once(socket.setNoDelay(true), 'connect')));
  return {
    run: (ms) =>
      answersASecond(connections, ms, (index, isOver) => askOver(sockets[index]!, request, isOver)),
    close: () => sockets.forEach((socket) => socket.destroy()),
  };
}
