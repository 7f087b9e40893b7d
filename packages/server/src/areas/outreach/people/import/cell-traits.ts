import { Transform } from 'node:stream';

/** What the cells of a file contain, so that only columns that need it are cleaned. Columns count from 0. */
export interface CellTraits {
  /** Columns that may have cells padded with any kind of space. */
  padded: number[];
  /** Columns that may have cells with line breaks. */
  broken: number[];
  /** Columns that may have cells with a quote, delimiter or line break. */
  quoted: number[];
  /** Size of the longest row, which no cell can exceed. */
  longestRowBytes: number;
}

const byteKind = { other: 0, quote: 1, delimiter: 2, lineEnd: 3, space: 4, start: 5 } as const;

/**
 * First and last bytes of UTF-8 spaces: the plain one, tab, and those from web pages and spreadsheets,
 * matching what `row-expressions.ts` strips. Some letters share these bytes.
 */
const SPACE_BYTES = [0x20, 0x09, 0xc2, 0xa0, 0xe2, 0xe3, 0x80, 0x8b, 0xaf, 0xef, 0xbf];

/**
 * Inspects the bytes of a UTF-8 CSV file as they pass. May report too much about a cell, never too little.
 */
export class CellWatcher {
  readonly #kinds = new Uint8Array(256);
  readonly #padded: Uint8Array;
  readonly #broken: Uint8Array;
  readonly #quoted: Uint8Array;
  #isQuoted = false;
  #column = 0;
  /** Kind of the last byte; `start` at the beginning of a cell. */
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
    // Start of the row, relative to this chunk.
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

/** Passes bytes through and shows them to the watcher. */
export function watchCells(watcher: CellWatcher): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      watcher.take(chunk);
      done(null, chunk);
    },
  });
}
