/** A line that shows how far a check has got, on a terminal. */
import type { CheckProgress } from '../testing/index.ts';
import type { Output } from './io.ts';

const WIDTH = 30;

/** Shows how far it is; `clear` takes the line away. Where nobody watches, nothing is written. */
export function progressBar(output: Output): {
  show(progress: CheckProgress): void;
  clear(): void;
} {
  if (output.isTTY !== true) return { show: () => undefined, clear: () => undefined };
  let shown = '';
  return {
    show({ runs, of, shrinking }) {
      const full = Math.round((Math.min(runs, of) / Math.max(of, 1)) * WIDTH);
      const bar = '█'.repeat(full) + '░'.repeat(WIDTH - full);
      // Written when it looks different: not for every one of many runs.
      const line = `${bar} ${shrinking ? 'making the failure smaller' : `of ${of} runs`}`;
      if (line === shown) return;
      shown = line;
      output.write(`\r\u001B[K${line}`);
    },
    clear: () => void output.write('\r\u001B[K'),
  };
}
