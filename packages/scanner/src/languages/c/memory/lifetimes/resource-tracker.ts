import type { CExpression } from '../../frontend/c-tree.ts';
import { calleeOf, isNullLiteral, mentions, pathOf, withoutCasts } from '../../frontend/paths.ts';
import { visitExpression } from '../../frontend/visit.ts';
import { borrowingCall } from '../known-calls.ts';
import type { WalkContext } from './walk-context.ts';
import type { WalkState } from './walk-state.ts';

type Call = Extract<CExpression, { kind: 'call' }>;

const acquiring =
  /^(?:malloc|calloc|strdup|strndup|fopen|fdopen|open|openat|socket|accept|dup|opendir|popen)$/;
const onStack = /^(?:_?alloca|ALLOCA|__builtin_alloca)$/;
const smartPointer = /^(?:unique|shared)_ptr$/;
const growing =
  /^(?:push_back|emplace_back|insert|emplace|resize|reserve|clear|erase|assign|append|shrink_to_fit|push_front)$/;

/** Tracks who owns memory, files and descriptors, and where they are released. */
export class ResourceTracker {
  private readonly context: WalkContext;

  constructor(context: WalkContext) {
    this.context = context;
  }

  /** Applies the releases and transfers of ownership in an expression. */
  release(e: CExpression, state: WalkState): void {
    visitExpression(e, (one) => {
      if (one.kind === 'call') this.releaseByCall(one, state);
      else if (one.kind === 'delete') this.delete(one, state);
    });
  }

  private delete(e: Extract<CExpression, { kind: 'delete' }>, state: WalkState): void {
    const path = pathOf(e.of);
    if (path === '' || path === 'this') return;
    this.checkHeap(path, e.at, state);
    state.lose(path, 'freed');
  }

  /** `unique_ptr<T> owner(pointer)` */
  hold(e: CExpression | undefined, at: number, state: WalkState): void {
    const path = e === undefined ? '' : pathOf(e);
    if (path === '') return;
    if (state.cells.get(path)?.kind === 'gone') this.context.reportOnce('freed-twice', at, path);
    else state.lose(path, 'held');
  }

  /** A container that grows invalidates the pointers into it. */
  invalidate(e: CExpression, state: WalkState): void {
    visitExpression(e, (one) => {
      if (one.kind === 'call' && one.callee.kind === 'member' && growing.test(one.callee.name))
        state.lose(pathOf(one.callee.of), 'grown');
    });
  }

  /** A name that is assigned a new resource owns it. */
  acquire(key: string, value: CExpression, at: number, state: WalkState): void {
    const source = value.kind === 'new' ? 'new' : calleeOf(value);
    if (source !== 'new' && !acquiring.test(source)) return;
    // Only a resource that the function releases or passes on somewhere was meant to be its own.
    const { handedBack, locals } = this.context.facts;
    if (!/->|\./.test(key) && handedBack.has(key) && locals.get(key)?.isStatic !== true)
      state.cells.set(key, { kind: 'owned', at });
  }

  /** Reports the resources that are still owned when the function is left with a value. */
  checkLeaks(value: CExpression | null, at: number, state: WalkState): void {
    for (const [key, cell] of state.cells)
      if (cell.kind === 'owned' && (value === null || !mentions(value, key)))
        this.context.reportOnce('leak', at, key);
  }

  /** `&local`, the name of an array, the result of alloca. */
  private isOffHeap(value: CExpression): boolean {
    if (onStack.test(calleeOf(value))) return true;
    const place = value.kind === 'unary' && value.op === '&' ? value.of : value;
    const type = place.kind === 'name' ? this.context.facts.locals.get(place.name)?.type : undefined;
    if (type === undefined) return false;
    return value === place ? type.dimensions.length > 0 : type.pointers === 0 && !type.isReference;
  }

  /** Marks a name that points to memory which was not allocated. */
  markOffHeap(key: string, value: CExpression, state: WalkState): void {
    if (/^\w+$/.test(key) && (state.cells.get(pathOf(value))?.kind === 'stack' || this.isOffHeap(value)))
      state.cells.set(key, { kind: 'stack' });
  }

  private checkHeap(name: string, at: number, state: WalkState): void {
    if (state.cells.get(name)?.kind === 'stack') this.context.reportOnce('freed-foreign', at, name);
  }

  private releaseByCall(e: Call, state: WalkState): void {
    const callee = calleeOf(e);
    if (smartPointer.test(callee)) this.hold(e.args[0], e.at, state);
    const index = e.callee.kind === 'name' ? this.context.releases.get(callee) : undefined;
    if (index === undefined) {
      // The callee may assign new values to the members of its arguments.
      if (!borrowingCall.test(callee)) for (const arg of e.args) forgetParts(arg, state);
      return;
    }
    const given = e.args[index];
    const released = given === undefined || isNullLiteral(given) ? '' : pathOf(given);
    if (released === '') return;
    if (callee === 'free') this.checkHeap(released, e.at, state);
    const cell = state.cells.get(released);
    if (/^(?:fclose|close|closedir|pclose)$/.test(callee)) state.cells.delete(released);
    // The number of a closed descriptor is reused for the next file, so using it is not a use after free.
    if (callee !== 'close' && (cell?.kind !== 'gone' || !cell.maybe)) state.lose(released, 'freed');
  }
}

function forgetParts(e: CExpression, state: WalkState): void {
  visitExpression(withoutCasts(e), (one) => {
    const path = pathOf(one);
    if (path !== '') state.forgetParts(path);
  });
}
