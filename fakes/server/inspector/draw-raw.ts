/** One exchange as it went over the wire. */
import { durationOf } from '../../../src/transcript/exchange-facts.ts';
import type { Exchange } from '../../../src/wire/exchange.ts';
import { drawJson } from '../../drawing/draw-value.ts';
import { element, type Markup } from '../../drawing/markup.ts';

function part(name: string, value: unknown, key: string, isOpen: boolean): Markup {
  return element(
    'details',
    { class: 'part', open: isOpen, 'data-key': `${key} ${name}` },
    element('summary', {}, name),
    value === undefined
      ? element('p', { class: 'empty' }, 'nothing')
      : drawJson(value, `${key} ${name} json`, 3),
  );
}

function factsOf(exchange: Exchange): [name: string, value: string][] {
  const { request, response, outcome, turn, streamEnding, alongside, problem } = exchange;
  const rows: [string, string | undefined][] = [
    ['request', `${request.method} ${request.path}`],
    ['betas', request.betas.join(', ') || undefined],
    ['outcome', outcome],
    ['turn', turn],
    ['status', response && String(response.status)],
    ['stream', response?.streamed === true ? (streamEnding ?? 'yes') : undefined],
    ['took', durationOf(exchange)],
    ['alongside', alongside.map((index) => `[${index}]`).join(' ') || undefined],
    ['problem', problem],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== undefined);
}

export function drawRaw(run: string | undefined, exchange: Exchange | undefined): Markup[] {
  const close = element('button', { type: 'button', 'data-close': 'raw' }, 'Close');
  if (!exchange) return [element('h2', {}, 'No exchange', close)];
  const { index, request, response } = exchange;
  const key = `${run} ${index}`;
  return [
    element('h2', {}, `Exchange [${index}]`, close),
    element(
      'dl',
      {},
      ...factsOf(exchange).flatMap(([name, value]) => [
        element('dt', {}, name),
        element('dd', {}, value),
      ]),
    ),
    part('Request body', request.body, key, true),
    part('Response body', response?.body, key, true),
    part('Request headers', request.headers, key, false),
    part('Response headers', response?.headers, key, false),
  ];
}
