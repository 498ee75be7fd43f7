/** Runs an app to its end, however it ends. */
import type { Ending } from '../../src/invariants/run-record.ts';
import type { App, AppContext } from '../app.ts';

/** Calls the app; an abort ends the wait at once, also for an app that does not listen to it. Never rejects. */
export async function callApp(app: App, context: AppContext): Promise<Ending> {
  const { signal } = context;
  const { promise: aborted, resolve } = Promise.withResolvers<Ending>();
  const end = (): void => resolve({ type: 'aborted', error: signal.reason });
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) return aborted;
  try {
    return await Promise.race([aborted, askApp(app, context)]);
  } catch (error) {
    return signal.aborted ? await aborted : { type: 'failed', error };
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Its name stands in the stack of whatever an app throws: what is below it is none of the app's. */
export async function askApp(app: App, context: AppContext): Promise<Ending> {
  return { type: 'answered', answer: await app(context) };
}
