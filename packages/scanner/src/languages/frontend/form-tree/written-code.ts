import type { Span } from '../cursor.ts';
import { matchBrackets, SIGN, type Tokens } from '../tokens.ts';
import type { TreeNode } from '../tree-node.ts';

export function spanOf({ pos, end }: { pos: number; end: number }): Span {
  return { start: pos, end };
}

/** The tokens of a file by position. */
export class WrittenCode {
  readonly text: string;
  readonly tokens: Tokens;
  readonly #closes: Int32Array;

  constructor(text: string, tokens: Tokens) {
    this.text = text;
    this.tokens = tokens;
    this.#closes = matchBrackets(tokens);
  }

  /** The first token that begins at or after an offset. */
  indexFrom(place: number): number {
    const { starts } = this.tokens;
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? place) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  textAt(index: number): string {
    return this.tokens.texts[index] ?? '';
  }

  startAt(index: number): number {
    return this.tokens.starts[index] ?? this.text.length;
  }

  endAt(index: number): number {
    return this.tokens.ends[index] ?? this.text.length;
  }

  isSign(index: number, sign: string): boolean {
    return this.tokens.kinds[index] === SIGN && this.tokens.texts[index] === sign;
  }

  /** The token that closes the bracket at a token; -1 if there is none. */
  closeOf(index: number): number {
    return this.#closes[index] ?? -1;
  }

  /** The first token with this text in a range, ignoring nested brackets; -1 if there is none. */
  find(sign: string, from: number, until: number): number {
    for (let index = this.indexFrom(from); this.startAt(index) < until; index++) {
      if (this.tokens.kinds[index] === undefined) return -1;
      if (this.textAt(index) === sign) return index;
      const close = this.closeOf(index);
      if (close > index) index = close;
    }
    return -1;
  }

  /** The first pair of these brackets in a range. */
  brackets(open: string, from: number, until: number): Span | null {
    const index = this.find(open, from, until);
    const close = index < 0 ? -1 : this.closeOf(index);
    return close < 0 ? null : { start: this.startAt(index), end: this.endAt(close) };
  }
}

/** A node with those of its parts that lie inside it, in order. */
export function nodeOf(
  type: string,
  { start, end }: Span,
  parts: readonly (TreeNode | null)[] = [],
  field: string | null = null,
): TreeNode {
  const kids = parts.filter(
    (part): part is TreeNode =>
      part !== null && part.start >= start && part.end <= end && part.end > part.start,
  );
  return { type, field, start, end, kids };
}

export function inField(node: TreeNode | null, field: string): TreeNode | null {
  return node === null ? null : { ...node, field };
}
