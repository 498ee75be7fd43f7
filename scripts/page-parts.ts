/** What pages that are kept as modules are made with. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** Reads texts by their path from a folder. */
export function readFrom(folder: URL): (path: string) => string {
  return (path) => readFileSync(new URL(path, folder), 'utf8');
}

/** A script or a style as a Content-Security-Policy names it. */
export function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** A text as a template of JavaScript. */
export function literal(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)}\``;
}
