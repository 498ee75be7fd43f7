/** Errors and faults in every form that the language has for them. */
import * as fc from 'fast-check';
import { isPlaced, streamFaults, type StreamFaultName } from '../../../src/script/stream-faults.ts';
import { fields, some, text, word, type Fields } from './values.ts';

const place = (): fc.Arbitrary<Fields> =>
  fc.oneof(
    fc.nat({ max: 9 }).map((events) => ({ events })),
    fc.nat({ max: 999 }).map((bytes) => ({ bytes })),
  );

export const error = (): fc.Arbitrary<string | Fields> =>
  fc.oneof(
    fc.constantFrom('overloaded', 'rate_limited', 'threadNotFound', 'contract-spend-limit-reached'),
    fc.record(
      {
        name: fc.constantFrom('overloaded', 'rate_limited', 'internal_error'),
        message: text(),
        type: word(),
        retry_after: fc.nat(),
        retry_after_ms: fc.nat(),
        should_retry: fc.boolean(),
        headers: fc.dictionary(fc.constant('x-own'), fc.constant('1')),
        envelope: fc.constantFrom('api', 'edge'),
      },
      { requiredKeys: ['name'] },
    ),
    fc.record(
      { status: fc.integer({ min: 400, max: 599 }), message: text(), details: fields() },
      { requiredKeys: ['status', 'message'] },
    ),
  );

export const streamFault = (): fc.Arbitrary<StreamFaultName> =>
  fc.constantFrom(...(Object.keys(streamFaults) as StreamFaultName[]));

/** At most one of the ways in which a stream ends early. */
const end = (): fc.Arbitrary<Fields> =>
  fc.oneof(
    fc.constant({}),
    place().map((cut_after) => ({ cut_after })),
    place().map((reset_after) => ({ reset_after })),
    some<{ send: string; every_ms: number }>({
      send: fc.constantFrom('ping', 'delta'),
      every_ms: fc.integer({ min: 1 }),
    }).chain((rest) => fc.nat({ max: 9 }).map((events) => ({ stall_after: { events, ...rest } }))),
    fc
      .tuple(fc.nat({ max: 9 }), error())
      .map(([events, given]) => ({ error_after: { events, error: given } })),
  );

export const shape = (): fc.Arbitrary<Fields> =>
  fc
    .tuple(
      fc.record(
        {
          line_end: fc.constantFrom('lf', 'crlf', 'cr'),
          pad: fc.nat({ max: 9 }),
          loose: fc.boolean(),
          pieces: fc.oneof(
            fc.integer({ min: 1 }),
            fc.integer({ min: 1 }).map((count) => ({ count })),
            fc.array(fc.integer({ min: 1 })).map((at) => ({ at })),
            fc.array(text()).map((cuts) => ({ text: cuts, json: 1 })),
          ),
          input: text(),
          bytes: fc.oneof(
            fc.integer({ min: 1 }),
            fc.array(fc.integer({ min: 1 }), { minLength: 1 }),
          ),
          pings: fc.array(fc.nat({ max: 9 })),
          comment: fc.constantFrom('', 'kept alive'),
          pace: fc.record(
            {
              ttft_ms: fc.nat(),
              tokens_per_second: fc.integer({ min: 1 }),
              delays_ms: fc.array(fc.nat()),
            },
            { requiredKeys: [] },
          ),
          faults: fc.array(
            fc.oneof(
              streamFault(),
              fc.record(
                { fault: streamFault().filter(isPlaced), after: fc.nat() },
                { requiredKeys: ['fault'] },
              ),
            ),
          ),
          headers: fc.dictionary(fc.constant('x-own'), fc.stringMatching(/^[a-z0-9]{1,8}$/)),
          encoding: fc.constantFrom('gzip', 'gzip-undeclared'),
        },
        { requiredKeys: [] },
      ),
      end(),
    )
    .map(([rest, ending]) => ({ loose: false, ...rest, ...ending }));

/** What stands in the place of a reply. */
export const instead = (): fc.Arbitrary<string | Fields> =>
  fc.oneof(
    fc.constantFrom(
      'hang',
      'connection_refused',
      'connectionReset',
      'gateway-page',
      'empty_answer',
    ),
    fc.constantFrom(502, 504).map((gateway_page) => ({ gateway_page })),
    fc.constantFrom({}, { content_type: 'text/event-stream' }).map((empty) => ({
      empty_answer: empty,
    })),
    some<{ message: string; code: string }>({ message: word(), code: fc.constant('EPIPE') }).map(
      (connection_error) => ({ connection_error }),
    ),
    fc
      .record(
        { status: fc.constantFrom(200, 403), body: text(), headers: fc.constant({ 'x-own': '1' }) },
        { requiredKeys: [] },
      )
      .map((raw) => ({ raw })),
    fc
      .array(
        fc.oneof(
          text(),
          fc.constant({ type: 'ping' }),
          fields().map((own) => ({ ...own, type: 'note' })),
        ),
        { maxLength: 3 },
      )
      .map((events) => ({ events, bytes: 1 })),
  );
