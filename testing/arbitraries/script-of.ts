/** The script that turns of the scenario language make up, without a file around them. */
import { toScript } from '../../src/scenario/to-script.ts';
import { trustedTurn } from '../../src/scenario/turn-schema.ts';
import type { WrittenTurn } from '../../src/scenario/written.ts';
import type { Script } from '../../src/script/script.ts';

/** Turns made by code are right by their type: to check every key of each would take longer than to play them. */
export function scriptOf(turns: readonly WrittenTurn[]): Script {
  return toScript(turns.map(trustedTurn)).script;
}
