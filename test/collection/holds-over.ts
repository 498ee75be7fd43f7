/** Every scenario of the collection over one door: on every app it passes, or fails as the exceptions say. */
import { expect, test } from 'vitest';
import { formatProblems, runScenario, type DoorName } from '../../testing/index.ts';
import { collection, failureOf, fileOf } from './collection.ts';
import { appOf, variants } from './variants.ts';

export function holdsOver(door: DoorName): void {
  const cases = collection.map((scenario) => ({ file: fileOf(scenario), scenario }));
  test.concurrent.for(cases)('$file: $scenario.name', async ({ file, scenario }) => {
    await Promise.all(
      variants.map(async (variant) => {
        const { problems } = await runScenario(scenario, appOf(variant), { door });
        const codes = [...new Set(problems.map(({ code }) => code))];
        const how = variant.stream ? 'streamed' : 'not streamed';
        expect(codes, `${variant.app}, ${how}\n${formatProblems(problems)}`).toEqual(
          failureOf(file, variant),
        );
      }),
    );
  });
}
