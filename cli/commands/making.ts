/** The options of the commands that write scenarios. */
import type { Command } from 'commander';

const collect = (value: string, values: readonly string[] = []): string[] => [...values, value];

/** The command with them; `split` is the default of one. */
export function making(command: Command, split: string): Command {
  return command
    .option('--name <text>', 'what the scenario is called; without it, what the user asks')
    .option('--redact-field <name>', 'take out the values of this key; may be repeated', collect)
    .option('--redact-pattern <regexp>', 'take out what this finds; may be repeated', collect)
    .option('--redact-secrets', 'take out what looks like a secret, such as a key')
    .option('--split <by>', 'what is a scenario of its own: conversations or questions', split)
    .option('--input <form>', 'what the app is given: question or request', 'question')
    .option('--usage', 'write how many tokens each reply cost');
}
