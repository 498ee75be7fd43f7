/** A folder of files for one test, gone when the test is over. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes files by their path and content, and returns the folder they are in. */
export async function tempFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ensaio-test-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await Promise.all(
    Object.entries(files).map(async ([path, content]) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }),
  );
  return folder;
}
