// The page of the inspector as the server answers with it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inspectorModule } from '../../scripts/inspector-module.ts';
import { started } from '../server/started.ts';

const get = async (url: string, accept?: string): Promise<[Response, string]> => {
  const response = await fetch(url, accept === undefined ? {} : { headers: { accept } });
  return [response, await response.text()];
};

test('is up to date (npm run inspector)', { timeout: 60_000 }, async () => {
  const kept = new URL('../../fakes/server/inspector-page.ts', import.meta.url);
  expect(readFileSync(kept, 'utf8')).toBe(await inspectorModule());
});

test.each([
  'text/html',
  'text/html,application/xhtml+xml,*/*;q=0.8',
  'application/json, text/html',
])('is what /_ensaio/ answers with to accept: %s', async (accept) => {
  const { url } = await started([]);
  for (const path of ['/_ensaio', '/_ensaio/']) {
    const [{ status, headers }, page] = await get(url + path, accept);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page).toMatch(/^<!doctype html>/);
  }
});

test.each([undefined, '*/*', 'application/json'])('is not for who accepts %s', async (accept) => {
  const { url } = await started([]);
  const [{ status, headers }] = await get(`${url}/_ensaio/`, accept);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
});

test('is there for everybody, and the list of endpoints only for those with the token', async () => {
  const { url } = await started([], { token: 'secret' });
  const [page] = await get(`${url}/_ensaio/`, 'text/html');
  expect(page.status).toBe(200);
  const [index] = await get(`${url}/_ensaio/`, 'application/json');
  expect(index.status).toBe(401);
  const [runs] = await get(`${url}/_ensaio/runs`, 'text/html');
  expect(runs.status).toBe(401);
});

test('lets its own script and style run and nothing else, and asks nobody but the server', async () => {
  const { url } = await started([]);
  const [{ headers }, page] = await get(`${url}/_ensaio/`, 'text/html');
  const policy = headers.get('content-security-policy')!.split('; ');
  const hash = (tag: string): string => {
    const [, text] = new RegExp(`<${tag}[^>]*>([^]*)</${tag}>`).exec(page)!;
    return `'sha256-${createHash('sha256').update(text!).digest('base64')}'`;
  };
  expect(policy).toEqual([
    "default-src 'none'",
    `script-src ${hash('script')}`,
    `style-src ${hash('style')}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ]);
  expect(page.match(/(?:src|href|action)="[^"]*"/g)).toEqual([
    expect.stringMatching(/^href="data:image\/svg/),
  ]);
  expect(page).not.toMatch(/\bstyle="|\bon\w+="|innerHTML|insertAdjacentHTML|document\.write/);
});
