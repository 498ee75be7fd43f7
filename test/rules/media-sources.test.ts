/** Where documents and images come from: PDFs that are none, and links. */
import { body } from '../support/send.ts';
import { checkCases, refused } from './cases.ts';
import { assistant, call, result, tool, user, type Json } from './tool-bodies.ts';

const pdf = (data: string): Json => ({
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data },
});
const linked = (type: 'document' | 'image', url: string): Json => ({
  type,
  source: { type: 'url', url },
});
const encoded = (words: string): string => Buffer.from(words).toString('base64');
const whole = pdf(encoded('%PDF-1.7\n%âãÏÓ'));

const shown = (...content: Json[]): Json => body({ messages: [user(content)] });
const given = (...content: Json[]): Json =>
  body({
    tools: [tool('look')],
    messages: [user('x'), assistant([call('a')]), user([result('a', { content })])],
  });

const EMPTY = 'document.source.base64: PDF cannot be empty';
const INVALID = 'pdf.source.base64.data: The PDF specified was not valid.';
const STRICT = { refuse: ['pdf-invalid'] };
const INSECURE = refused('Only HTTPS URLs are supported.');

checkCases([
  {
    name: 'a PDF without data',
    rule: 'pdf-empty',
    sent: shown(whole, pdf('')),
    answer: refused(`messages.0.content.1.${EMPTY}`),
    accepted: shown(whole, whole),
  },
  {
    name: 'a PDF without data that a tool gave',
    rule: 'pdf-empty',
    sent: given(pdf('')),
    answer: refused(`messages.2.content.0.tool_result.content.0.${EMPTY}`),
    accepted: given(whole),
  },
  {
    // anthropics/claude-code#5174
    name: 'a PDF that is a page of HTML, if that is wanted',
    rule: 'pdf-invalid',
    simulation: STRICT,
    sent: shown(pdf(encoded('<!doctype html>'))),
    answer: refused(`messages.0.content.0.${INVALID}`),
    accepted: shown(whole),
  },
  {
    name: 'a placeholder for a PDF only when that is wanted',
    rule: 'pdf-invalid',
    simulation: STRICT,
    sent: shown(pdf('AAAA')),
    answer: refused(`messages.0.content.0.${INVALID}`),
    accepted: shown(pdf(`\n${encoded('%PDF-2.0')}`)),
  },
  {
    // BrokkAi/brokk-app#2269
    name: 'a picture that is linked without TLS',
    rule: 'source-url-insecure',
    sent: shown(linked('image', 'http://x.test/a.png')),
    answer: INSECURE,
    accepted: shown(linked('image', 'https://x.test/a.png')),
  },
  {
    name: 'a picture in a data URL',
    rule: 'source-url-insecure',
    sent: shown(linked('image', 'data:image/png;base64,AAAA')),
    answer: INSECURE,
    accepted: shown(linked('image', 'HTTPS://x.test/a.png')),
  },
  {
    name: 'a document of a tool that is linked without TLS',
    rule: 'source-url-insecure',
    sent: given(linked('document', 'http://x.test/a.pdf')),
    answer: INSECURE,
    accepted: given(linked('document', 'https://x.test/a.pdf')),
  },
]);
