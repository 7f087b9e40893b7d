import { Transform } from 'node:stream';

/** What the cells of a file are like, so that only columns that need it are cleaned. Columns count from 0. */
export interface CellTraits {
  /** Columns in which a cell may have spaces around its text, of whatever kind. */
  padded: number[];
  /** Columns in which a cell may have a line break in it. */
  broken: number[];
  /** Columns in which a cell may hold a quote, a delimiter or a line break. */
  quoted: number[];
  /** Bytes of the longest row: no cell is longer. */
  longestRowBytes: number;
}

const byteKind = { other: 0, quote: 1, delimiter: 2, lineEnd: 3, space: 4, start: 5 } as const;

/**
 * Bytes that spaces begin or end with in UTF-8: the plain one, the tab, and those that web pages and spreadsheets leave,
 * as `row-expressions.ts` takes them off. Some letters have them too.
 */
const SPACE_BYTES = [0x20, 0x09, 0xc2, 0xa0, 0xe2, 0xe3, 0x80, 0x8b, 0xaf, 0xef, 0xbf];

/** Looks at the bytes of a CSV file in UTF-8 as they pass. It may say too much of a cell, never too little. */
export class CellWatcher {
  readonly #kinds = new Uint8Array(256);
  readonly #padded: Uint8Array;
  readonly #broken: Uint8Array;
  readonly #quoted: Uint8Array;
  #isQuoted = false;
  #column = 0;
  /** The kind of the last byte; `start` where a cell begins. */
  #last: number = byteKind.start;
  #rowBytes = 0;
  #longestRowBytes = 0;

  constructor(delimiter: string, columns: number) {
    this.#kinds[0x22] = byteKind.quote;
    for (const byte of SPACE_BYTES) this.#kinds[byte] = byteKind.space;
    this.#kinds[0x0a] = byteKind.lineEnd;
    this.#kinds[0x0d] = byteKind.lineEnd;
    this.#kinds[delimiter.charCodeAt(0)] = byteKind.delimiter;
    this.#padded = new Uint8Array(columns);
    this.#broken = new Uint8Array(columns);
    this.#quoted = new Uint8Array(columns);
  }

  take(chunk: Uint8Array): void {
    const kinds = this.#kinds;
    let last = this.#last;
    // Where the row begins, seen from this chunk.
    let rowStart = -this.#rowBytes;
    for (let i = 0; i < chunk.length; i++) {
      const kind = kinds[chunk[i] ?? 0] ?? byteKind.other;
      if (kind === byteKind.other) {
        last = kind;
      } else if (kind === byteKind.space) {
        if (last === byteKind.start) this.#padded[this.#column] = 1;
        last = kind;
      } else if (kind === byteKind.quote) {
        if (last === byteKind.space) this.#padded[this.#column] = 1;
        this.#isQuoted = !this.#isQuoted;
        this.#quoted[this.#column] = 1;
        if (last !== byteKind.start) last = kind;
      } else if (this.#isQuoted) {
        if (kind === byteKind.lineEnd) this.#broken[this.#column] = 1;
        last = kind;
      } else {
        if (last === byteKind.space) this.#padded[this.#column] = 1;
        last = byteKind.start;
        if (kind === byteKind.delimiter) this.#column++;
        else {
          this.#column = 0;
          if (i - rowStart > this.#longestRowBytes) this.#longestRowBytes = i - rowStart;
          rowStart = i;
        }
      }
    }
    this.#last = last;
    this.#rowBytes = chunk.length - rowStart;
  }

  result(): CellTraits {
    if (this.#last === byteKind.space) this.#padded[this.#column] = 1;
    return {
      padded: columnsOf(this.#padded),
      broken: columnsOf(this.#broken),
      quoted: columnsOf(this.#quoted),
      longestRowBytes: Math.max(this.#longestRowBytes, this.#rowBytes),
    };
  }
}

function columnsOf(flags: Uint8Array): number[] {
  return [...flags.keys()].filter((column) => flags[column] === 1);
}

/** Lets bytes through and shows them to the watcher. */
export function watchCells(watcher: CellWatcher): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      watcher.take(chunk);
      done(null, chunk);
    },
  });
}
