import { closingBracket, mentionOf, patternPerName } from './c-expressions.ts';
import type { WalkContext } from './walk-context.ts';
import type { Cell, WalkState } from './walk-state.ts';

type InputCell = Extract<Cell, { kind: 'input' }>;

const readIntoAddress =
  /\b(?:fread|read|recv|memcpy|scanf|fscanf|sscanf|buffer|recv_all|read_exact|readn|read_full|pread)\s*\(([^;]*?)&\s*([a-z_]\w*)\b/g;
const streamRead = /\bread\s*\(\s*reinterpret_cast<[^>]*>\s*\(\s*&\s*([a-z_]\w*)|\bcin\s*>>\s*([a-z_]\w*)/g;
const decodedValue =
  /\b(?:ntoh[sl]|be\d+toh|le\d+toh|ato[il]|strto\w+|sto(?:i|l|ul|ull))\s*\(|\[[^\]]*\]\s*(?:<<|\|)|<<\s*8\s*[|+]/;
const sizedCall =
  /\b(malloc|alloca|__builtin_alloca|realloc|calloc|resize|reserve|memcpy|memmove|read|recv|fread|new)\b\s*([\w:<>\s]*)([([])/g;
const copyCall = /^(?:memcpy|memmove|read|recv|fread)$/;
const signedDeclaration = patternPerName(
  (name) =>
    String.raw`\b(?<!unsigned\s+)(?:int|short|long|ssize_t|int(?:8|16|32|64)_t)\s+(?:\w+\s*(?:=[^,;]*)?,\s*)*${name}\b`,
);
const numberDeclaration = patternPerName(
  (name) =>
    String.raw`\b(?:int|short|long|unsigned|size_t|ssize_t|u?int(?:8|16|32|64)_t|u(?:8|16|32|64)|auto|size_type)\s+(?:\w+\s*(?:=[^,;]*)?,\s*)*${name}\s*[;,=){]`,
);
const bufferOfOwnSize = patternPerName(
  (name) => String.raw`\b${name}\b[^;]*(?:alloc\w*|new)\b|\b${name}\.resize`,
);

/** Follows numbers that somebody else chose up to where they say how much is allocated or copied. */
export class UntrustedSizes {
  private readonly context: WalkContext;

  constructor(context: WalkContext) {
    this.context = context;
  }

  /** Numbers that the text reads from outside. */
  markReads(text: string, at: number, state: WalkState): void {
    for (const match of text.matchAll(readIntoAddress)) {
      // What memcpy takes the address of behind its first argument is the source.
      if (match[0].startsWith('memcpy') && match[1]!.includes(',')) continue;
      this.markInput(match[2]!, at, state);
    }
    for (const match of text.matchAll(streamRead)) this.markInput(match[1] ?? match[2]!, at, state);
  }

  /** Allocations and copies whose size is a number from outside. */
  checkCalls(text: string, at: number, state: WalkState): void {
    const inputs = [...state.cells].filter(
      (entry): entry is [string, InputCell] => entry[1].kind === 'input',
    );
    if (inputs.length === 0) return;
    for (const match of text.matchAll(sizedCall)) {
      const call = match[1]!;
      if (call === 'new' && match[3] !== '[') continue;
      const open = match.index + match[0].length - 1;
      const inner = text.slice(open + 1, closingBracket(text, open));
      const args = inner.split(/,(?![^(]*\))/);
      const size = sizeArgument(call, inner, args);
      if (size === undefined || /\b(?:min|MIN|std::min)\b|[%&]|1\s*-/.test(size)) continue;
      for (const [key, cell] of inputs) {
        if (!mentionOf(key).test(size)) continue;
        if (copyCall.test(call)) this.checkCopy(args[0] ?? '', key, cell, at + match.index);
        else this.checkAllocation(call, size, key, cell, at + match.index);
      }
    }
  }

  /** Numbers from outside that an expression is made of. */
  inputsOf(value: string, state: WalkState): InputCell[] {
    const inputs: InputCell[] = [];
    for (const [name, cell] of state.cells)
      if (cell.kind === 'input' && mentionOf(name).test(value)) inputs.push(cell);
    return inputs;
  }

  /** A name that is given a number from outside, or one made of such numbers, is one itself. */
  assign(key: string, value: string, inputs: readonly InputCell[], at: number, state: WalkState): void {
    if (decodedValue.test(value)) {
      this.markInput(key, at, state);
      return;
    }
    if (inputs.length === 0 || /[<>?%&]|\bmin\b|\bMIN\b/.test(value)) return;
    const bounded = inputs.every((cell) => cell.bounded);
    const isSigned = inputs.some((cell) => cell.isSigned);
    if (!bounded && this.isNumber(key))
      state.cells.set(key, { kind: 'input', at, isSigned, bounded, product: /\*/.test(value) });
  }

  private checkAllocation(call: string, size: string, key: string, cell: InputCell, at: number): void {
    if (cell.bounded) return;
    // calloc multiplies with a check of its own.
    const isProduct = (cell.product || /\*/.test(size.replace(/\*\s*\w+\s*$/, '* '))) && call !== 'calloc';
    this.context.reportOnce(isProduct ? 'allocation-overflow' : 'unbounded-allocation', at, key);
  }

  private checkCopy(target: string, key: string, cell: InputCell, at: number): void {
    const base = /^\W*(\w+)/.exec(target.replace(/\([^()]*\)/, ''))?.[1];
    if (base === undefined || bufferOfOwnSize(base).test(this.context.functionText)) return;
    if (!cell.bounded) this.context.reportOnce('unbounded-copy', at, key);
    else if (cell.isSigned) this.context.reportOnce('negative-copy', at, key);
  }

  private markInput(key: string, at: number, state: WalkState): void {
    if (!this.isNumber(key)) return;
    const isSigned = signedDeclaration(key).test(this.context.functionText);
    state.cells.set(key, { kind: 'input', at, isSigned, bounded: false, product: false });
  }

  private isNumber(key: string): boolean {
    return numberDeclaration(key).test(this.context.functionText);
  }
}

/** The argument that says how much, where sizes of types count as plain factors. */
function sizeArgument(call: string, inner: string, args: readonly string[]): string | undefined {
  const size = copyCall.test(call) ? args[2] : call === 'realloc' ? args[1] : inner;
  return size?.replace(/\bsizeof\s*(?:\([^()]*\)|\*?\s*[\w.>-]+)/g, '1');
}
