/** What a reader makes of the text of a stream, frame by frame. */
import { FrameReader } from '../../src/wire/stream/frame.ts';

export interface TextFrame {
  readonly event: string | undefined;
  readonly data: string;
}

/** The whole frames in a text. */
export function readFrames(text: string): TextFrame[] {
  return new FrameReader()
    .read({ text })
    .map(({ name, data }) => ({ event: name, data: String(data) }));
}
