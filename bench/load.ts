/** A client that keeps connections busy: as many requests as the other side answers. */
import { connect } from 'node:net';

const END_OF_CHUNKS = '\r\n0\r\n\r\n';

/** Whether all of an answer is there. */
function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /^content-length: (\d+)/im.exec(answer.slice(0, end))?.[1];
  return length === undefined
    ? answer.endsWith(END_OF_CHUNKS)
    : answer.length - end - 4 >= Number(length);
}

/** One connection that asks again as soon as it is answered, until `isOver`. Resolves to the number of answers. */
function ask(port: number, request: string, isOver: () => boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    let answers = 0;
    let answer = '';
    socket.setNoDelay(true).setEncoding('latin1').on('error', reject);
    socket.on('data', (chunk: string) => {
      answer += chunk;
      if (!isWhole(answer)) return;
      if (!answer.startsWith('HTTP/1.1 200')) return reject(new Error(answer));
      answers += 1;
      answer = '';
      if (!isOver()) return socket.write(request);
      socket.destroy();
      resolve(answers);
    });
  });
}

/** Answers a second, over `connections` that are kept alive, for about `ms`. */
export async function answersASecond(
  port: number,
  request: string,
  connections: number,
  ms: number,
): Promise<number> {
  const start = performance.now();
  const isOver = (): boolean => performance.now() - start > ms;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => ask(port, request, isOver)),
  );
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return (answers * 1000) / (performance.now() - start);
}
