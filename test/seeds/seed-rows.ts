/** The rows of the documents that the kit was made from: what each says, in our own words. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod';

const LANGUAGES = ['python', 'go', 'java', 'csharp', 'php', 'ruby'] as const;

export type Language = (typeof LANGUAGES)[number];

export interface SeedRow {
  readonly claim: string;
  /** Where the editions differ, or what the SDK or the API does instead. */
  readonly note?: string | undefined;
  /** Tests that stand elsewhere: a file, and titles in it; `*` is the whole file. */
  readonly shown_by?: Readonly<Record<string, string | string[]>> | undefined;
  /** Its test needs the toolchain of this language. */
  readonly language?: Language | undefined;
  /** Why there is no test. */
  readonly without_test?: string | undefined;
}

export interface SeedDocument {
  readonly title: string;
  readonly about: string;
  /** Rows by their ids. */
  readonly sections: Readonly<Record<string, Readonly<Record<string, SeedRow>>>>;
}

const row: z.ZodType<SeedRow> = z.strictObject({
  claim: z.string(),
  note: z.string().optional(),
  shown_by: z.record(z.string(), z.union([z.string(), z.array(z.string())])).optional(),
  language: z.enum(LANGUAGES).optional(),
  without_test: z.string().optional(),
});

const rows: z.ZodType<Record<string, SeedRow>> = z.record(
  z.string().regex(/^[A-Z]{2}-\d+$/),
  z.union([z.string().transform((claim) => ({ claim })), row]),
);

const seedDocument: z.ZodType<SeedDocument> = z.strictObject({
  title: z.string(),
  about: z.string(),
  sections: z.record(z.string(), rows),
});

function read(name: string): SeedDocument {
  const file = new URL(`rows/${name}.yaml`, import.meta.url);
  return seedDocument.parse(parse(readFileSync(file, 'utf8')));
}

export const seedDocuments: readonly SeedDocument[] = ['tool-runner', 'languages', 'lesson'].map(
  read,
);

const entries = seedDocuments.flatMap(({ sections }) =>
  Object.values(sections).flatMap(Object.entries<SeedRow>),
);

/** Every row, by its id. */
export const seedRows: ReadonlyMap<string, SeedRow> = new Map(entries);
