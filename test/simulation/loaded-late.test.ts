/** What the kit keeps of Node's timers it has, even when it is loaded after a test has faked them. */
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.useRealTimers());

test('turns the event loop also when it is read while timers are faked already', async () => {
  vi.resetModules();
  vi.useFakeTimers();
  const late = await import('../../fakes/index.ts');
  const own = late.manualClock({ idleTurns: 20 });
  await own.run(own.sleep(1e6));
  const faked = late.manualClock({ timers: vi, idleTurns: 20 });
  await faked.run(faked.sleep(1e6));
  await expect(faked.run(new Promise(() => undefined))).rejects.toThrow('has not settled');
});
