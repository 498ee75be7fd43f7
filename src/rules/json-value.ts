/** Any JSON value read as what a check hopes it is, so that no check has to ask first. */
import { isRecord } from '../wire/json/is-record.ts';

export type Json = Readonly<Record<string, unknown>>;

const NOTHING: Json = {};

/** The fields of an object; none when it is something else. */
export function asRecord(value: unknown): Json {
  return isRecord(value) ? value : NOTHING;
}

/** The items of a list; none when it is something else. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A string, or undefined when it is something else. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
