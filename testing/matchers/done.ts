/** `toBeDone`: whether anything is left of a script, was unexpected or was refused. */
import { EnsaioError } from '../../src/error.ts';
import { simulationOf } from '../conversations.ts';
import { comparison, countOf, headOf, paragraphs, type Match, type MatcherHelp } from './match.ts';

/** What is left undone, as `assertDone` reports it under its headline; nothing when all is done. */
function reportOf(simulation: { assertDone(): void }): string {
  try {
    simulation.assertDone();
    return '';
  } catch (error) {
    if (!(error instanceof EnsaioError)) throw error;
    return error.reason.replace(/^.*\n+/, '');
  }
}

/** @throws EnsaioError `option-invalid` when there is no simulation in `received` */
export function toBeDone(help: MatcherHelp, received: unknown): Match {
  const simulation = simulationOf(received);
  if (!simulation) {
    throw new EnsaioError('option-invalid', 'toBeDone was given no simulation.', {
      hint: 'It takes a fake client or a simulation.',
      details: { received },
    });
  }
  const report = reportOf(simulation);
  const expected = help.isNot
    ? 'a turn not used, a request without a turn, or a refused one'
    : 'every turn used, nothing unexpected, nothing refused';
  const found =
    report === '' ? `all done, after ${countOf(simulation.journal.length, 'request')}` : 'not done';
  return {
    pass: report === '',
    message: () =>
      paragraphs(headOf(help, received, 'toBeDone'), comparison(expected, [found]), report),
  };
}
