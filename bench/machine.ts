/** On what the figures were measured: they are of no use without. */
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';

/** What is measured, and what it is held against. */
const PACKAGES = ['@anthropic-ai/sdk', 'zod', 'msw', 'ajv', 'fast-check'];

function versionOf(name: string): string {
  const file = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

export function machine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus()[0]?.model ?? 'an unknown processor'}, ${availableParallelism()} cores, ${gigabytes} GB of memory`;
}

export function versions(): string {
  return [
    `Node ${process.versions.node}`,
    ...PACKAGES.map((name) => `${name} ${versionOf(name)}`),
  ].join(', ');
}
