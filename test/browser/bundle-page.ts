/** The page as a browser gets it: one script with everything in it, the kit as it was built. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import type { ServedFile } from './serve-files.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`page/${name}`, import.meta.url));

const read = (path: string, type: string): ServedFile => ({ body: readFileSync(path), type });

/**
 * The files of the page by their path, with the MSW that is installed under the name `msw`. `ensaio` in it is what the
 * package exports, so it must be built.
 */
export async function bundlePage(msw: string): Promise<Map<string, ServedFile>> {
  const worker = fileURLToPath(import.meta.resolve(`${msw}/mockServiceWorker.js`));
  const { bundles } = await build({
    config: false,
    // Its paths would lead to the source.
    tsconfig: false,
    entry: { page: pathOf('page.ts') },
    alias: { msw },
    platform: 'browser',
    minify: true,
    dts: false,
    write: false,
    clean: false,
    deps: { alwaysBundle: [/./], onlyBundle: false },
    logLevel: 'warn',
  });
  const chunks = bundles.flatMap((bundle) => bundle.chunks);
  const scripts = chunks.filter((chunk) => chunk.type === 'chunk');
  return new Map([
    ['/', read(pathOf('index.html'), 'text/html')],
    ['/page.css', read(pathOf('page.css'), 'text/css')],
    ['/mockServiceWorker.js', read(worker, 'text/javascript')],
    ...scripts.map(({ fileName, code }): [string, ServedFile] => [
      `/${fileName}`,
      { body: code, type: 'text/javascript' },
    ]),
  ]);
}
