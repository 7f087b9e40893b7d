import type { CDeclarator, CExpression } from '../../frontend/c-tree.ts';
import { isPlainNumber } from '../../frontend/c-types.ts';
import { calleeOf, isNullLiteral, pathOf, withoutCasts } from '../../frontend/paths.ts';
import { visitExpression } from '../../frontend/visit.ts';
import { ResourceTracker } from './resource-tracker.ts';
import { UntrustedSizes } from './untrusted-sizes.ts';
import { type Role, UseChecker } from './use-checker.ts';
import type { WalkContext } from './walk-context.ts';
import type { WalkState } from './walk-state.ts';

const intoContainer = /^(?:front|back|at|data|begin|end|find|c_str)$/;
const keptPlace = /^(?:begin|data|c_str|find)$/;

/** Applies the uses, releases and assignments of an expression or declaration to the state. */
export class ExpressionEvaluator {
  private readonly context: WalkContext;
  private readonly uses: UseChecker;
  private readonly sizes: UntrustedSizes;
  private readonly resources: ResourceTracker;

  constructor(context: WalkContext) {
    this.context = context;
    this.uses = new UseChecker(context);
    this.sizes = new UntrustedSizes(context);
    this.resources = new ResourceTracker(context);
  }

  evaluate(e: CExpression, state: WalkState, role: Role = 'none'): void {
    this.uses.check(e, state, role);
    this.sizes.markReads(e, state);
    this.sizes.check(e, state);
    this.resources.release(e, state);
    visitExpression(e, (one) => {
      if (one.kind === 'assign' && one.op === '=' && pathOf(one.left) !== '')
        this.assign(pathOf(one.left), one.right, false, state);
    });
    this.resources.invalidate(e, state);
  }

  declare(one: CDeclarator, state: WalkState): void {
    const { name, type, value } = one;
    if (value === null) {
      state.forget(name);
      const isFollowed = isPlainNumber(type) || (type.pointers > 0 && type.dimensions.length === 0);
      if (isFollowed && !type.isReference && !one.isStatic)
        state.cells.set(name, { kind: 'blank', maybe: false, level: 0 });
      return;
    }
    if (value.kind === 'list' && /^(?:unique|shared)_ptr$/.test(type.name)) {
      this.evaluate(value.items[0] ?? value, state);
      this.resources.hold(value.items[0], one.at, state);
      return;
    }
    this.evaluate(value, state);
    if (value.kind === 'list') state.forget(name);
    else this.assign(name, value, type.isReference, state);
  }

  /** Checks for leaks at a `return`. */
  leave(value: CExpression | null, at: number, state: WalkState): void {
    this.resources.checkLeaks(value, at, state);
  }

  private assign(key: string, value: CExpression, isReference: boolean, state: WalkState): void {
    const inputs = this.sizes.inputsOf(value, state);
    state.forget(key);
    const plain = withoutCasts(value);
    if (isNullLiteral(plain)) {
      state.cells.set(key, { kind: 'null' });
      return;
    }
    const path = pathOf(plain);
    if (path !== '') {
      const known = state.into.get(path);
      state.into.set(key, { of: known?.isSame ? known.of : path, isSame: true });
    }
    if (path !== '' && plain.kind === 'name' && state.cells.get(path)?.kind !== 'input') {
      this.resources.markOffHeap(key, plain, state);
      return;
    }
    if (this.context.isCpp) pointIntoContainer(key, plain, isReference, state);
    moveByRealloc(key, plain, state);
    this.resources.markOffHeap(key, plain, state);
    this.resources.acquire(key, plain, value.at, state);
    this.sizes.assign(key, value, inputs, state);
  }
}

/** A reference, a pointer or an iterator into a container. */
function pointIntoContainer(key: string, value: CExpression, isReference: boolean, state: WalkState): void {
  const isAddress = value.kind === 'unary' && value.op === '&';
  const [container, method] = containerOf(isAddress ? value.of : value);
  if (container !== '' && (isReference || isAddress || keptPlace.test(method)))
    state.into.set(key, { of: container, isSame: false });
}

function containerOf(e: CExpression): [string, string] {
  switch (e.kind) {
    case 'index':
      return e.of.kind === 'name' ? [e.of.name, ''] : containerOf(e.of);
    case 'call': {
      const { callee } = e;
      if (callee.kind === 'member' && callee.of.kind === 'name' && intoContainer.test(callee.name))
        return [callee.of.name, callee.name];
      return callee.kind === 'member' ? containerOf(callee.of) : ['', ''];
    }
    case 'member':
      return containerOf(e.of);
    default:
      return ['', ''];
  }
}

/** After a realloc, the old aliases of the memory are invalid, except the name that gets the new pointer. */
function moveByRealloc(key: string, value: CExpression, state: WalkState): void {
  const moved =
    value.kind === 'call' && calleeOf(value) === 'realloc' && value.args[0] ? pathOf(value.args[0]) : '';
  if (moved === '' || moved === key) return;
  for (const [other, { of, isSame }] of state.into)
    if (isSame && of === moved && other !== key)
      state.cells.set(other, { kind: 'gone', how: 'freed', maybe: false, level: 0 });
}
