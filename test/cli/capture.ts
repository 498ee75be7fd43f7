/** The command as a function that keeps what it prints. */
import { main } from '../../cli/ensaio.ts';
import type { IO } from '../../cli/io.ts';

export interface Captured {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `ensaio` with these arguments in the folder `cwd`. */
export async function ensaio(
  argv: readonly string[],
  cwd: string,
  more: Partial<IO> & {
    readonly isTTY?: boolean;
    readonly columns?: number;
    /** Gets each text for stdout when it is written. */
    readonly onWrite?: (text: string) => void;
  } = {},
): Promise<Captured> {
  const written = { stdout: '', stderr: '' };
  const { isTTY = false, columns, onWrite, ...io } = more;
  const keep = (name: keyof typeof written): IO['stdout'] => ({
    isTTY,
    columns,
    write: (text) => {
      written[name] += text;
      if (name === 'stdout') onWrite?.(text);
    },
  });
  const code = await main(argv, { stdout: keep('stdout'), stderr: keep('stderr'), cwd, ...io });
  return { code, ...written };
}
