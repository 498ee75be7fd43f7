/** What can go wrong with a clock that is moved. */
import { EnsaioError } from '../error.ts';
import { show } from '../show.ts';

export function stuck(what: string, hint: string, details: Record<string, number>): EnsaioError {
  return new EnsaioError('clock-stuck', what, { hint, details });
}

export function endless(name: string, maxSteps: number): EnsaioError {
  return stuck(
    `${name}: ${maxSteps} sleepers were woken, and there are still more.`,
    'Something on the clock never ends, such as an interval or a retry without a limit: end it, or raise `maxSteps`.',
    { maxSteps },
  );
}

export function notMilliseconds(name: string, received: unknown): EnsaioError {
  return new EnsaioError(
    'option-invalid',
    `${name} takes milliseconds from 0, received ${show(received)}.`,
    { details: { received } },
  );
}
