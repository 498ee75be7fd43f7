/** Stack traces, as the languages of tools write them. */

const FRAMES: readonly RegExp[] = [
  // JavaScript: `at run (/app/tool.js:3:14)`, `at file:///app/tool.mjs:3:14`.
  /^\s*at .*:\d+:\d+\)?$/m,
  // Java, Kotlin, Scala: `at com.example.Tool.run(Tool.java:31)`.
  /^\s*at [\w.$<>/]+\([\w$]+\.\w+:\d+\)$/m,
  // C#: `at Tool.Run() in /app/Tool.cs:line 31`.
  /^\s*at .+ in .+:line \d+$/m,
  // Python: `File "/app/tool.py", line 3, in run`.
  /^\s*File ".+", line \d+/m,
  // Go: `goroutine 1 [running]:`.
  /^goroutine \d+ \[.+\]:$/m,
  // Rust: `thread 'main' panicked at src/main.rs:3:5:`.
  /^thread '.*' (?:\(\d+\) )?panicked at .+/m,
];

/** The first line of a stack trace in a text, if there is one. */
export function stackFrameIn(text: string): string | undefined {
  for (const frame of FRAMES) {
    const found = frame.exec(text);
    if (found) return found[0].trim();
  }
  return undefined;
}
