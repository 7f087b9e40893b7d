import type { CExpression } from '../../frontend/c-tree.ts';
import { isNullLiteral, mentions, pathOf } from '../../frontend/paths.ts';
import { partsOf } from '../../frontend/visit.ts';
import type { WalkState } from './walk-state.ts';

interface NullFacts {
  /** Names that are null if the condition is true. */
  nothing: Set<string>;
  something: Set<string>;
}

const comparing = /^(?:[<>]=?|[=!]=)$/;

/** Derives from a condition which names are null on which branch. */
export function refineNull(condition: CExpression, whenTrue: WalkState, whenFalse: WalkState): void {
  const facts: NullFacts = { nothing: new Set(), something: new Set() };
  collect(condition, false, facts);
  for (const key of facts.nothing) if (isFollowed(key, whenTrue)) whenTrue.cells.set(key, { kind: 'null' });
  for (const key of facts.something)
    if (!facts.nothing.has(key) && isFollowed(key, whenFalse)) whenFalse.cells.set(key, { kind: 'null' });
  // A plain null check of a name without a known state: it is null on the other branch.
  const bare = condition.kind === 'binary' && condition.op === '!=' ? condition.left : condition;
  const path = pathOf(bare);
  if (path !== '' && facts.something.has(path) && !whenFalse.cells.has(path))
    whenFalse.cells.set(path, { kind: 'null' });
}

function isFollowed(key: string, state: WalkState): boolean {
  const kind = state.cells.get(key)?.kind;
  return kind !== undefined && kind !== 'input' && kind !== 'blank';
}

function collect(e: CExpression, isDenied: boolean, facts: NullFacts): void {
  const note = (path: string, isNothing: boolean) => {
    if (path !== '') (isNothing === isDenied ? facts.something : facts.nothing).add(path);
  };
  const path = heldIn(e);
  if (path !== '') note(path, false);
  else if (e.kind === 'unary' && e.op === '!') collect(e.of, !isDenied, facts);
  else if (
    e.kind === 'call' &&
    e.callee.kind === 'name' &&
    /^(?:un)?likely$|^__builtin_expect$/i.test(e.callee.name)
  ) {
    if (e.args[0] !== undefined) collect(e.args[0], isDenied, facts);
  } else if (e.kind === 'binary') {
    if (e.op === '&&' || e.op === '||') {
      collect(e.left, isDenied, facts);
      collect(e.right, isDenied, facts);
      return;
    }
    const [name, other] = isNullLiteral(e.left) ? [e.right, e.left] : [e.left, e.right];
    const isNone = isNullLiteral(other) || isFailure(other);
    if (isNone && e.op === '==') note(heldIn(name), true);
    else if (isNone && e.op === '!=') note(heldIn(name), false);
    else if (isNullLiteral(other) && e.op === '<') note(heldIn(name), true);
    else if (isNone && (e.op === '>=' || e.op === '>')) note(heldIn(name), false);
  }
}

/** -1 and the failure value of mmap. */
function isFailure(e: CExpression): boolean {
  return (
    (e.kind === 'unary' && e.op === '-' && e.of.kind === 'number' && e.of.value === 1) ||
    (e.kind === 'name' && e.name === 'MAP_FAILED')
  );
}

/** The name that a condition checks, also within an assignment. */
function heldIn(e: CExpression): string {
  return e.kind === 'assign' && e.op === '=' ? pathOf(e.left) : pathOf(e);
}

/** A comparison with a number from outside limits it. With only a lower limit, it may still be huge. */
export function refineBounds(condition: CExpression, state: WalkState): void {
  for (const [key, before] of state.cells) {
    if (before.kind !== 'input' || !reckonsWith(condition, key)) continue;
    const cell = { ...before, mayBeZero: false };
    state.cells.set(key, cell);
    const found = { lower: false, upper: false };
    compare(condition, key, found);
    const { lower, upper } = found;
    if (!upper && lower) state.cells.set(key, { ...cell, isSigned: false });
    else if (upper && (lower || !cell.isSigned || cell.bounded)) state.cells.delete(key);
    else if (upper) state.cells.set(key, { ...cell, bounded: true });
  }
}

function compare(e: CExpression, key: string, found: { lower: boolean; upper: boolean }): void {
  if (e.kind === 'unary' && e.op === '!') compare(e.of, key, found);
  else if (e.kind === 'cast') compare(e.of, key, found);
  else if (e.kind === 'call') for (const arg of e.args) compare(arg, key, found);
  else if (e.kind === 'unknown') for (const part of e.parts) compare(part, key, found);
  else if (e.kind !== 'binary') return;
  else if (!comparing.test(e.op)) {
    compare(e.left, key, found);
    compare(e.right, key, found);
  } else if (isLowest(e.right) && pathOf(e.left) === key)
    found.lower ||= !/=/.test(e.op.charAt(0)) && e.op !== '!=';
  else if (isLowest(e.left) && pathOf(e.right) === key) found.lower ||= /^[<>]/.test(e.op);
  else if (reckonsWith(e.left, key) || reckonsWith(e.right, key)) {
    found.upper = true;
    // As an unsigned number, a negative number is a large one.
    found.lower ||= isUnsignedCast(e.left) || isUnsignedCast(e.right);
  }
}

function isUnsignedCast(e: CExpression): boolean {
  return e.kind === 'cast' && e.type.isSigned === false;
}

/** Whether the value is used, not just its size or address. */
function reckonsWith(e: CExpression, key: string): boolean {
  if (e.kind === 'sizeof' || (e.kind === 'unary' && e.op === '&')) return false;
  return pathOf(e) === '' ? partsOf(e).some((part) => reckonsWith(part, key)) : mentions(e, key);
}

function isLowest(e: CExpression): boolean {
  return e.kind === 'number' && (e.value === 0 || e.value === 1);
}
