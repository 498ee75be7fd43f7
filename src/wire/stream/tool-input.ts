/** The input of a call as JSON text, and the fragments in which it is streamed. */
import { piecesOf } from './pieces.ts';

/**
 * How the API streams the input of a call. `buffered`: each key is held back until its value is there, then sent in
 * small fragments, none of which reaches over two keys. `eager`: as it is written, in longer fragments cut anywhere.
 * `whole`: in one fragment (streaming and fine-grained-tool-streaming documentation, pages on toolsets).
 */
export type InputStreaming = 'buffered' | 'eager' | 'whole';

const EAGER_PIECE = 48;

/** What can open, close or stand in a string, and what a space follows outside of one. */
const MARKS = /\\.|[":,]/g;

/** JSON as the model writes it in a tool call: a space after `:` and `,` (captures of 2026-09). */
function spaced(json: string): string {
  let inString = false;
  return json.replaceAll(MARKS, (mark) => {
    if (mark === '"') inString = !inString;
    return inString || (mark !== ':' && mark !== ',') ? mark : `${mark} `;
  });
}

/** The text of a call's input, a part for each of its keys; none for an input without keys, as on the wire. */
function inputParts(input: object): string[] {
  const members = Object.entries(input).flatMap(([key, value]) => {
    const json = JSON.stringify(value) as string | undefined;
    return json === undefined ? [] : [`${JSON.stringify(key)}: ${spaced(json)}`];
  });
  const last = members.length - 1;
  return members.map(
    (member, index) => `${index === 0 ? '{' : ', '}${member}${index === last ? '}' : ''}`,
  );
}

/** The text of a call's input; empty for an input without keys: its stream never says `{}` (facts, input_json_delta). */
export function inputText(input: object): string {
  return inputParts(input).join('');
}

/** The fragments in which the API streams a call's input. */
export function inputFragments(input: object, streaming: InputStreaming): string[] {
  const parts = inputParts(input);
  switch (streaming) {
    case 'buffered':
      return parts.flatMap((part) => piecesOf(part));
    case 'eager':
      return piecesOf(parts.join(''), EAGER_PIECE);
    case 'whole':
      return parts.length === 0 ? [] : [parts.join('')];
  }
}
