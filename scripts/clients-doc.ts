/** `docs/clients.md`, made of what the tests in `test/clients/` saw, so that it cannot drift. */
import { readdirSync, readFileSync } from 'node:fs';
import type { SeenClient } from '../test/clients/seen-client.ts';
import { tableOf } from './table.ts';

const folder = new URL('../test/clients/seen/', import.meta.url);

function seenClients(): SeenClient[] {
  const clients = readdirSync(folder).map((file): SeenClient =>
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
  );
  return clients.toSorted((one, other) => (one.client < other.client ? -1 : 1));
}

const code = (text: string): string => `\`${text}\``;
const lines = (texts: readonly string[]): string => texts.map(code).join('<br>') || 'none';
const yes = (value: boolean): string => (value ? 'yes' : 'no');

function ranRow({ client, versions, streams }: SeenClient): string[] {
  const packages = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [client, lines(packages), yes(streams)];
}

function sentRow(seen: SeenClient): string[] {
  const { client, requests, version, auth, threads, marksErrors, betas, userAgent } = seen;
  return [
    client,
    lines(requests),
    version,
    lines(auth),
    yes(threads),
    marksErrors ? code('is_error') : 'text only',
    lines(betas),
    code(userAgent),
  ];
}

export function clientsDocument(): string {
  const clients = seenClients();
  return `# Clients

Made by \`npm run docs\` of what the tests in \`test/clients/\` saw. Nobody here wrote these clients, and each finishes the same rehearsal against \`serve\`, in strict mode: one turn with two tool calls, of which one fails; an overloaded API, which is asked again; an answer. Nothing is refused on the way.

${tableOf(['client', 'packages', 'streaming'], clients.map(ranRow))}

Claude Code and the Agent SDK run tools of their own, \`Bash\` and \`Read\`, for real; the others run one that the test gives them. curl is there too: a test runs the lines of [server.md](server.md) as they stand.

\`npm run test:clients\` runs those of npm that are small enough for every change, \`npm run test:large-clients\` Claude Code, the Agent SDK and the SDKs of other languages. With \`-- -u\` they write down what they see.

## What they send

What is listed is the key's header and what is in \`anthropic-version\`, \`anthropic-beta\` and \`user-agent\`; whether a conversation is kept in a thread on the server; and how the model is told that a tool failed.

${tableOf(
  ['client', 'requests', 'version', 'key', 'threads', 'failed tool', 'betas', 'user agent'],
  clients.map(sentRow),
)}

\`HEAD /\` of Claude Code opens a connection ahead of time. It is answered with the 404 of any unknown path, and \`assertDone()\` lets it pass.
`;
}
