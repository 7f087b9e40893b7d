import type { CExpression } from '../../frontend/c-tree.ts';
import { isPlainNumber } from '../../frontend/c-types.ts';
import { calleeOf, mentions, pathOf, some, withoutCasts } from '../../frontend/paths.ts';
import { partsOf, visitExpression } from '../../frontend/visit.ts';
import { refineBounds } from './condition-refinement.ts';
import type { WalkContext } from './walk-context.ts';
import type { Cell, WalkState } from './walk-state.ts';

type Call = Extract<CExpression, { kind: 'call' }>;
type InputCell = Extract<Cell, { kind: 'input' }>;

const readsIntoAddress =
  /^(?:fread|read|recv|scanf|fscanf|sscanf|buffer|recv_all|read_exact|readn|read_full|pread)$/;
const reads = /^(?:[fs]?scanf)$/;
const parses = /^(?:ntoh[sl]|ato[il]|strto(?:u?ll?|[iu]max)|sto(?:i|l|ul|ull))$/;
const decodes = /^(?:be\d+toh|le\d+toh)$/;
const allocates = /^(?:malloc|alloca|__builtin_alloca|realloc|calloc|resize|reserve)$/;
const copies = /^(?:w?mem(?:cpy|move|set)|(?:str|wcs)ncpy|read|recv|fread)$/;
const leastOf = /^(?:min|MIN)$/;

/** Tracks numbers that others choose, up to the size of an allocation or a copy. */
export class UntrustedSizes {
  private readonly context: WalkContext;

  constructor(context: WalkContext) {
    this.context = context;
  }

  /** Marks the numbers that an expression reads from outside. */
  markReads(e: CExpression, state: WalkState): void {
    visitExpression(e, (one) => {
      if (one.kind === 'call' && readsIntoAddress.test(calleeOf(one)))
        for (const arg of one.args) this.markAddressed(arg, reads.test(calleeOf(one)), state);
      else if (one.kind === 'call' && calleeOf(one) === 'memcpy' && one.args[0] !== undefined)
        this.markAddressed(one.args[0], false, state);
      else if (one.kind === 'binary' && one.op === '>>' && isConsole(one.left))
        this.markInput(pathOf(one.right), true, state);
    });
  }

  private markAddressed(arg: CExpression, isParsed: boolean, state: WalkState): void {
    const place = withoutCasts(arg);
    if (place.kind === 'unary' && place.op === '&') this.markInput(pathOf(place.of), isParsed, state);
  }

  /** Checks indexes, divisors, and the sizes of allocations and copies that are numbers from outside. */
  check(e: CExpression, state: WalkState): void {
    const inputs = [...state.cells].filter(
      (entry): entry is [string, InputCell] => entry[1].kind === 'input',
    );
    if (inputs.length === 0) return;
    this.checkUse(e, inputs);
    const test = testIn(e);
    for (const part of partsOf(e)) {
      let known = state;
      if (test !== null && part !== test) {
        known = state.copy();
        refineBounds(test, known);
      }
      this.check(part, known);
    }
  }

  private checkUse(e: CExpression, inputs: readonly [string, InputCell][]): void {
    if (e.kind === 'index') this.checkIndex(e, inputs);
    else if ((e.kind === 'binary' || e.kind === 'assign') && /^[/%]=?$/.test(e.op))
      this.checkDivision(e.right, inputs);
    else if (e.kind === 'new' && e.count !== null) this.checkSize(e.count, e, inputs);
    else if (e.kind === 'call') for (const size of sizesOf(e)) this.checkSize(size, e, inputs);
  }

  private checkSize(
    size: CExpression,
    e: Extract<CExpression, { kind: 'call' | 'new' }>,
    inputs: readonly [string, InputCell][],
  ): void {
    if (some(size, isReduced)) return;
    for (const [key, cell] of inputs) {
      if (!mentions(size, key)) continue;
      if (e.kind === 'call' && copies.test(calleeOf(e))) this.checkCopy(e.args[0], key, cell, e.at);
      else this.checkAllocation(calleeOf(e) === 'calloc', size, key, cell, e.at);
    }
  }

  private checkIndex(
    { of, index, at }: Extract<CExpression, { kind: 'index' }>,
    inputs: readonly [string, InputCell][],
  ): void {
    const type = of.kind === 'name' ? this.context.facts.types.get(of.name) : undefined;
    // Containers check the index themselves, or hold every key.
    const isMemory = type === undefined ? !this.context.isCpp : type.pointers + type.dimensions.length > 0;
    if (!isMemory || some(index, isReduced)) return;
    for (const [key, cell] of inputs)
      if (cell.isParsed && mentions(index, key)) this.context.reportOnce('index', at, key);
  }

  private checkDivision(divisor: CExpression, inputs: readonly [string, InputCell][]): void {
    const plain = withoutCasts(divisor);
    for (const [key, cell] of inputs)
      if (cell.isParsed && cell.mayBeZero && pathOf(plain) === key)
        this.context.reportOnce('division', plain.at, key);
  }

  /** The numbers from outside in an expression. */
  inputsOf(value: CExpression, state: WalkState): InputCell[] {
    const inputs: InputCell[] = [];
    for (const [name, cell] of state.cells)
      if (cell.kind === 'input' && mentions(value, name)) inputs.push(cell);
    return inputs;
  }

  /** Marks a name that is assigned a number from outside, or one computed from such numbers. */
  assign(key: string, value: CExpression, inputs: readonly InputCell[], state: WalkState): void {
    const isParsed = some(value, (one) => parses.test(calleeOf(one)));
    if (isParsed || some(value, isDecoded)) {
      this.markInput(key, isParsed, state);
      return;
    }
    if (inputs.length === 0 || some(value, isBounding)) return;
    const bounded = inputs.every((cell) => cell.bounded);
    const isSigned = inputs.some((cell) => cell.isSigned);
    const product = some(value, isProduct);
    if (!bounded && this.isNumber(key))
      state.cells.set(key, { kind: 'input', isSigned, bounded, product, isParsed: false, mayBeZero: false });
  }

  private checkAllocation(
    multiplies: boolean,
    size: CExpression,
    key: string,
    cell: InputCell,
    at: number,
  ): void {
    if (cell.bounded) {
      if (cell.isSigned) this.context.reportOnce('negative-copy', at, key);
      return;
    }
    // calloc checks its multiplication.
    const isProductOfIt = (cell.product || some(size, isProduct)) && !multiplies;
    this.context.reportOnce(isProductOfIt ? 'allocation-overflow' : 'unbounded-allocation', at, key);
  }

  private checkCopy(target: CExpression | undefined, key: string, cell: InputCell, at: number): void {
    const base = target === undefined ? '' : baseOf(target);
    if (base === '' || this.context.facts.sized.has(base)) return;
    if (!cell.bounded) this.context.reportOnce('unbounded-copy', at, key);
    else if (cell.isSigned) this.context.reportOnce('negative-copy', at, key);
  }

  private markInput(key: string, isParsed: boolean, state: WalkState): void {
    if (!this.isNumber(key)) return;
    const isSigned = this.context.facts.types.get(key)?.isSigned === true;
    const known = { bounded: false, product: false, isParsed, mayBeZero: isParsed };
    state.cells.set(key, { kind: 'input', isSigned, ...known });
  }

  private isNumber(key: string): boolean {
    if (/->|\./.test(key)) return true;
    const type = this.context.facts.types.get(key);
    if (type === undefined || type.isFloat || type.pointers > 0) return false;
    return (isPlainNumber(type) && type.width > 1) || type.name === 'auto' || type.name === 'size_type';
  }
}

/** The condition that is evaluated before the other parts of the expression. */
function testIn(e: CExpression): CExpression | null {
  if (e.kind === 'choice') return e.test;
  return e.kind === 'binary' && (e.op === '&&' || e.op === '||') ? e.left : null;
}

/** The arguments that give the size. */
function sizesOf(e: Call): readonly CExpression[] {
  const name = calleeOf(e);
  if (copies.test(name)) return e.args.slice(2, 3);
  if (name === 'realloc') return e.args.slice(1, 2);
  return allocates.test(name) ? e.args : [];
}

function isConsole(e: CExpression): boolean {
  return e.kind === 'binary' && e.op === '>>' ? isConsole(e.left) : e.kind === 'name' && e.name === 'cin';
}

/** Computed from bytes or from a string. */
function isDecoded(e: CExpression): boolean {
  if (e.kind === 'call') return decodes.test(calleeOf(e));
  if (e.kind !== 'binary') return false;
  const isShifted =
    e.left.kind === 'binary' &&
    e.left.op === '<<' &&
    e.left.right.kind === 'number' &&
    e.left.right.value === 8;
  if (e.op === '<<') return withoutCasts(e.left).kind === 'index';
  return (
    (e.op === '|' && (isShifted || withoutCasts(e.left).kind === 'index')) || (e.op === '+' && isShifted)
  );
}

/** The result does not grow with the number. */
function isReduced(e: CExpression): boolean {
  if (e.kind === 'call') return leastOf.test(calleeOf(e));
  return (
    e.kind === 'binary' &&
    (/^[%&]$/.test(e.op) || (e.op === '-' && e.left.kind === 'number' && e.left.value === 1))
  );
}

function isBounding(e: CExpression): boolean {
  return (
    e.kind === 'choice' ||
    (e.kind === 'member' && e.isArrow) ||
    (e.kind === 'binary' && /^(?:[<>]|[=!]=)/.test(e.op)) ||
    isReduced(e)
  );
}

const isProduct = (e: CExpression) => e.kind === 'binary' && e.op === '*';

function baseOf(e: CExpression): string {
  switch (e.kind) {
    case 'name':
      return e.name;
    case 'member':
    case 'index':
    case 'cast':
    case 'unary':
      return baseOf(e.of);
    case 'binary':
      return baseOf(e.left);
    default:
      return '';
  }
}
