/** A static server for one page, on this machine only. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ServedFile {
  readonly body: string | Uint8Array;
  readonly type: string;
}

export interface FileServer extends AsyncDisposable {
  readonly url: string;
}

export async function serveFiles(files: ReadonlyMap<string, ServedFile>): Promise<FileServer> {
  const server = createServer((request, response) => {
    const file = files.get(request.url!);
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' });
    response.end(file?.body ?? 'nothing here');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
