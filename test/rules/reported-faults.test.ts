/** Public fault reports as test vectors: what was refused is refused, what mended it is accepted. */
import { expect, test } from 'vitest';
import { message, simulate, type ScriptBlock } from '../../fakes/index.ts';
import { body, send, type Sent } from '../support/send.ts';
import reported from './reported-faults.json' with { type: 'json' };

interface Row {
  content: unknown;
  status: number;
  message_contains?: string;
}

interface Report {
  id: string;
  kind: string;
  /** The public report. */
  report: string;
  endpoint?: string;
  expected: { status: number; type: string; contains: string };
  /** What the model said before, where the rule compares with it. */
  said?: unknown[];
  refused?: object;
  raw?: string;
  headers?: Record<string, string>;
  rows?: Row[];
  accepted?: object;
}

const reports = reported as Report[];

/** Reports quote the texts with quotes of their own. */
const plain = (text: string): string => text.replaceAll(/[`']/g, "'");

function toLine({ status, body: answer }: Sent): string {
  return plain(`${status} ${answer.error?.type}: ${answer.error?.message}`);
}

async function ask({ endpoint, headers = {}, said }: Report, sent: unknown): Promise<Sent> {
  const path = endpoint?.includes('count_tokens') ? '/v1/messages/count_tokens' : '/v1/messages';
  const simulation = simulate([...(said ? [message(said as ScriptBlock[])] : []), 'Fine.']);
  if (said) await send(simulation, body({ messages: [{ role: 'user', content: 'q' }] }));
  return send(simulation, sent, {
    path,
    headers: { 'anthropic-version': '2023-06-01', ...headers },
  });
}

test.each(reports.filter(({ rows }) => !rows))('$id: $kind ($report)', async (report) => {
  const { expected, refused, raw, accepted } = report;
  const answer = await ask(report, raw ?? refused ?? body());
  expect(toLine(answer)).toMatch(new RegExp(`^${expected.status} ${expected.type}: `));
  expect(toLine(answer)).toContain(plain(expected.contains));
  if (accepted) {
    const fine = await ask(report, accepted);
    expect(fine.status, fine.text).toBe(200);
  }
});

test.each(reports.flatMap(({ rows = [] }) => rows))(
  'C026: whitespace in text blocks: $content',
  async (row) => {
    const answer = await send(
      simulate(['Fine.']),
      body({ messages: [{ role: 'user', content: row.content }] }),
    );
    expect(answer.status).toBe(row.status);
    if (row.message_contains) expect(toLine(answer)).toContain(row.message_contains);
  },
);
