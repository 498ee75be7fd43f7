/** Cuts the payloads of a message into the pieces a test wants. */
import { EnsaioError } from '../error.ts';
import type { Pieces, PiecesByKind, StreamShape } from '../script/stream-shape.ts';
import { piecesOf, type CutPieces, type PayloadKind } from '../wire/stream/pieces.ts';

interface Cutter {
  /** Undefined where it is left to the API's own way. */
  readonly cut: (payload: string) => string[] | undefined;
  /** Says what is wrong when all is cut. */
  finish(): void;
}

function misfit(expected: string, received: string): EnsaioError {
  return new EnsaioError(
    'turn-invalid',
    `streamed: the pieces do not make up the turn: expected ${expected}, received ${received}.`,
  );
}

/** Takes given pieces in order; a piece that reaches over the end of a block is cut there. */
function givenPieces(pieces: readonly string[]): Cutter {
  const left = pieces.filter((piece) => piece !== '');
  return {
    cut: (payload) => {
      const cut: string[] = [];
      let rest = payload;
      while (rest !== '') {
        const piece = left.shift();
        const part = piece?.slice(0, rest.length) ?? '';
        if (piece === undefined || !rest.startsWith(part)) {
          const begin = `the next to begin ${JSON.stringify(rest.slice(0, 40))}`;
          throw misfit(begin, piece === undefined ? 'no more' : JSON.stringify(piece));
        }
        if (piece.length > part.length) left.unshift(piece.slice(part.length));
        cut.push(part);
        rest = rest.slice(part.length);
      }
      return cut;
    },
    finish: () => {
      if (left.length > 0) throw misfit('no more', JSON.stringify(left[0]));
    },
  };
}

/** Cuts at these places, also inside a surrogate pair; those behind the end of a payload cut nothing. */
function cutAt(payload: string, places: readonly number[]): string[] {
  const within = [...new Set(places)].filter((at) => at < payload.length).toSorted((a, b) => a - b);
  const ends = [...within, payload.length];
  return ends.map((end, i) => payload.slice(ends[i - 1] ?? 0, end)).filter((piece) => piece !== '');
}

const always = (cut: Cutter['cut']): Cutter => ({ cut, finish: () => undefined });

function isList(pieces: Exclude<Pieces, number>): pieces is readonly string[] {
  return Array.isArray(pieces);
}

function cutterOf(pieces: Pieces | undefined): Cutter {
  if (pieces === undefined) return always(() => undefined);
  if (typeof pieces === 'number') return always((payload) => piecesOf(payload, pieces));
  if (isList(pieces)) return givenPieces(pieces);
  if ('at' in pieces) return always((payload) => cutAt(payload, pieces.at));
  return always((payload) => piecesOf(payload, Math.ceil(payload.length / pieces.count)));
}

const KINDS: readonly PayloadKind[] = ['text', 'thinking', 'json'];

function isByKind(pieces: StreamShape['pieces']): pieces is PiecesByKind {
  return typeof pieces === 'object' && KINDS.some((kind) => kind in pieces);
}

/** How `pieces` cuts payloads; `finish` throws `EnsaioError` (`turn-invalid`) when given pieces are left over. */
export function toCutter(pieces: StreamShape['pieces']): {
  readonly cut: CutPieces;
  finish(): void;
} {
  if (!isByKind(pieces)) return cutterOf(pieces);
  const cutters = Object.fromEntries(KINDS.map((kind) => [kind, cutterOf(pieces[kind])])) as Record<
    PayloadKind,
    Cutter
  >;
  return {
    cut: (payload, kind) => cutters[kind].cut(payload),
    finish: () => KINDS.forEach((kind) => cutters[kind].finish()),
  };
}
