/** An error that nobody caught belongs to the run that it came from, and is nobody else's. */
import { nextTurn } from '../../../src/simulation/clock.ts';
import { expect, test } from 'vitest';
import { onStage, Stage } from '../../../testing/stage/stage.ts';
import { ownStrays } from '../../../testing/stage/strays.ts';

const leave = (reason: unknown): void => {
  void Promise.reject(reason);
};

test('each of several runs at once has its own', async () => {
  const giveBack = ownStrays();
  const stages = [new Stage(), new Stage(), new Stage()];
  try {
    await Promise.all(
      stages.map((stage, index) =>
        onStage(stage, async () => {
          await nextTurn();
          leave(new Error(`of run ${index}`));
          await nextTurn();
          await nextTurn();
        }),
      ),
    );
  } finally {
    giveBack();
  }
  expect(stages.map(({ strays }) => strays.map(String))).toEqual([
    ['Error: of run 0'],
    ['Error: of run 1'],
    ['Error: of run 2'],
  ]);
});

test('what belongs to no run goes where it went before', async () => {
  const heard: unknown[] = [];
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  const hear = (error: unknown): void => void heard.push(error);
  process.on('unhandledRejection', hear);
  const giveBack = ownStrays();
  try {
    leave('nobody’s');
    await nextTurn();
    await nextTurn();
    expect(heard).toEqual(['nobody’s']);
  } finally {
    giveBack();
    expect(process.listeners('unhandledRejection')).toEqual([hear]);
    process.off('unhandledRejection', hear);
    for (const other of others) process.on('unhandledRejection', other);
  }
});
