/** What is given for an app must be one: of anything else every run would only say that it failed. */
import { checkGiven } from '../src/check-options.ts';

/** @throws EnsaioError `option-invalid` */
export function checkApp(taker: string, app: unknown): void {
  checkGiven(
    typeof app === 'function',
    taker,
    'an app, a function of its context',
    app,
    `${taker}(…, ({ client, input, tools, signal }) => myLoop(client, input, tools, signal)).`,
  );
}
