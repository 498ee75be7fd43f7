/** The last look before anything is written: a text that looks like a secret is named by its place, and never shown. */
import { EnsaioError } from '../../src/error.ts';
import { secretIn } from '../../src/invariants/secrets.ts';
import { isRecord } from '../../src/wire/json/is-record.ts';
import { formatPath, type Path } from '../../src/scenario/problem.ts';
import type { WrittenEvent } from '../../src/script/written-events.ts';
import type { WrittenScenario } from '../../src/scenario/written.ts';
import { joinPieces } from './heard-parts.ts';

interface FoundSecret {
  readonly path: Path;
  readonly what: string;
}

/** Whether these are the events of a fault, in which a text may be cut into pieces. */
function areEvents(path: Path): boolean {
  return path.at(-1) === 'events' && path.at(-2) === 'fault';
}

function* secretsAt(value: unknown, named: readonly string[], path: Path): Generator<FoundSecret> {
  if (typeof value === 'string') {
    const what = secretIn(value, named);
    if (what !== undefined) yield { path, what };
  } else if (Array.isArray(value)) {
    const items: readonly unknown[] = areEvents(path)
      ? joinPieces(value.map((written: WrittenEvent) => ({ written, atMs: 0 }))).map(
          ({ written }) => written,
        )
      : value;
    for (const [index, item] of items.entries()) yield* secretsAt(item, named, [...path, index]);
  } else if (isRecord(value)) {
    for (const [key, part] of Object.entries(value)) {
      const what = secretIn(key, named);
      // The key itself would show it.
      if (what !== undefined) yield { path: [...path, '…'], what };
      else yield* secretsAt(part, named, [...path, key]);
    }
  }
}

/**
 * Looks for secrets in what is to be written.
 * @param named secrets that are known, such as the key that requests carried
 * @throws EnsaioError `secret-found`, which says where and never what
 */
export function refuseSecrets(
  scenarios: readonly WrittenScenario[],
  named: readonly string[] = [],
): void {
  const found = scenarios.flatMap((scenario, index) =>
    [...secretsAt(scenario, named, [])].map(({ path, what }) => {
      const of = scenarios.length === 1 ? '' : ` of scenario ${index + 1}`;
      return `${formatPath(path)}${of}: ${what}`;
    }),
  );
  if (found.length === 0) return;
  const reason = `Nothing was written, because this looks like a secret:\n${found
    .map((line) => `  ${line}`)
    .join('\n')}`;
  throw new EnsaioError('secret-found', reason, {
    hint: 'It becomes a placeholder with `redact: { secrets: true }` (`--redact-secrets`), or when it is named in `fields` or `patterns` (`--redact-field`, `--redact-pattern`).',
    details: { found },
  });
}
