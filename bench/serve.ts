/** Prints what the server costs. `npm install --prefix bench/aimock` first. */
import { serverRows } from './server-rows.ts';

const two = (value: number): string => value.toFixed(2);

console.log(
  'answers a second, as the median of interleaved rounds; CPU of the server in µs an answer\n',
);
for (const { work, floor, goal, measure } of serverRows) {
  const { ratio, quartiles, perSecond, floorPerSecond, cpuUs, floorCpuUs } = await measure();
  const [low, high] = quartiles;
  const wanted = goal === undefined ? '' : `, at least ${two(goal)}`;
  console.log(`${work}: ${two(ratio)} (${two(low)} to ${two(high)}${wanted}) of ${floor}`);
  console.log(
    `  ${perSecond.toFixed(0)} beside ${floorPerSecond.toFixed(0)}, ${cpuUs.toFixed(0)} µs beside ${floorCpuUs.toFixed(0)}`,
  );
}
