import type { TokenTable } from './tokens.ts';

/** A column's value; 0 out of bounds. */
export function valueAt(column: Int32Array | Uint32Array | Uint16Array, index: number): number {
  return column[index] ?? 0;
}

type Columns = Pick<TokenTable, 'kind' | 'start' | 'end' | 'line' | 'hash'>;

export function newColumns(size: number): Columns {
  return {
    kind: new Uint8Array(size),
    start: new Int32Array(size),
    end: new Int32Array(size),
    line: new Int32Array(size),
    hash: new Int32Array(size),
  };
}

export function widen<T extends Uint8Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
