/** Public fault reports as data, and the frame in which each is told as tests. */
import { describe } from 'vitest';
import type { Message, MessageParam } from '../../fakes/index.ts';
import reported from './reports.json' with { type: 'json' };

/** An event as a report shows it. */
export interface ReportedEvent {
  readonly event: string;
  readonly data: unknown;
}

/** One answer in a sequence. */
export interface ReportedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: { readonly error: { readonly type: string; readonly message: string } };
  readonly sse?: readonly ReportedEvent[];
  readonly message?: Message;
}

/** What a report says; a field that it does not have is empty. */
export interface Report {
  readonly id: string;
  readonly kind: string;
  /** Where it was reported. */
  readonly report: string;
  /** What has to hold. */
  readonly must: string;
  /** What the SDK did at version 0.120.0. */
  readonly observed?: string;
  readonly sse: readonly ReportedEvent[];
  readonly chunks: readonly string[];
  readonly fault_variant: readonly string[];
  readonly text: string;
  readonly responses: readonly Message[];
  readonly response: Message;
  readonly sequence: readonly ReportedAnswer[];
  readonly bad_request: object;
  readonly good_request: object;
  readonly http: { readonly status: number; readonly message_contains: string };
  readonly good_inputs: Readonly<Record<string, unknown>>;
  readonly good_usage: Readonly<Record<string, number>>;
  readonly good_assistant: MessageParam;
  readonly good_header: string;
  readonly headers_in: readonly Readonly<Record<string, string>>[];
}

export const reports = reported as unknown as readonly Report[];

/** The tests of one report, under its kind and its source. */
export function describeReport(id: string, tests: (report: Report) => void): void {
  const report = reports.find((one) => one.id === id);
  if (!report) throw new Error(`There is no report ${id}.`);
  describe(`${id}: ${report.kind} (${report.report})`, () => {
    tests(report);
  });
}

/** The bytes of events as the report shows them, written without the kit. */
export function wireOf(events: readonly ReportedEvent[]): string {
  return events
    .map(({ event, data }) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    .join('');
}
