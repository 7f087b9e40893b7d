import type { CExpression } from '../../frontend/c-tree.ts';
import { calleeOf, pathOf, pathPrefixes, withoutCasts } from '../../frontend/paths.ts';
import { partsOf } from '../../frontend/visit.ts';
import { borrowingCall } from '../known-calls.ts';
import type { WalkContext } from './walk-context.ts';
import type { Cell, WalkState } from './walk-state.ts';

/** How a name is used in an expression. */
interface Site {
  /** The enclosing call; '' outside of calls. */
  callee: string;
  /** It is an argument of the call, unchanged. */
  isArgument: boolean;
  isDereference: boolean;
  isRelease: boolean;
  /** It is checked for null, or compared. */
  isAsked: boolean;
  /** It is assigned. */
  isAssigned: boolean;
  /** Its value is changed. */
  isChanged: boolean;
  /** It is only evaluated if some condition is true. */
  isConditional: boolean;
  /** Set if it follows `return`. */
  returned: 'whole' | 'first' | null;
}

/** What the function does with the value of a whole expression. */
export type Role = 'condition' | 'result' | 'none';

interface Use extends Site {
  key: string;
  at: number;
  /** The use is of a member in the variable itself. */
  isDot: boolean;
}

const inspectingCall =
  /^(?:assert\w*|printf|fprintf|snprintf|\w*log\w*|\w*trace\w*|\w*debug\w*|[A-Z_0-9]+)$/i;
/** What a macro does with the names in it is not analysed. */
export const macroName = /^[A-Z][A-Z\d_]+$/;
const comparing = /^(?:[<>]=?|[=!]=)$/;
const nowhere: Site = {
  callee: '',
  isArgument: false,
  isDereference: false,
  isRelease: false,
  isAsked: false,
  isAssigned: false,
  isChanged: false,
  isConditional: false,
  returned: null,
};

/** Checks every use of a name against its state at that point. */
export class UseChecker {
  private readonly context: WalkContext;
  /** The names that the expression has assigned so far. */
  private given = new Set<string>();

  constructor(context: WalkContext) {
    this.context = context;
  }

  check(e: CExpression, state: WalkState, role: Role): void {
    if (state.cells.size === 0) return;
    this.given = new Set();
    const returned = role === 'result' ? 'whole' : null;
    const site: Site = { ...nowhere, returned, isAsked: role === 'condition' };
    this.visit(e, site, state);
  }

  private visit(e: CExpression, site: Site, state: WalkState): void {
    const path = pathOf(e);
    if (path !== '') {
      this.use(withoutCasts(e).at, path, site, state);
      return;
    }
    const { callee, isConditional } = site;
    const inner: Site = { ...nowhere, callee, isConditional, returned: site.returned && 'first' };
    switch (e.kind) {
      case 'call':
        this.call(e, inner, state);
        return;
      case 'assign':
        this.visit(e.right, { ...inner, returned: null }, state);
        this.visit(e.left, { ...inner, isAssigned: e.op === '=', isChanged: e.op !== '=' }, state);
        if (pathOf(e.left) !== '') this.given.add(pathOf(e.left));
        return;
      case 'index':
        this.visit(e.of, { ...inner, isDereference: true }, state);
        this.visit(e.index, { ...inner, returned: null }, state);
        return;
      case 'member':
        this.visit(e.of, { ...inner, isDereference: e.isArrow }, state);
        return;
      case 'unary':
        if (e.op === '&') this.forget(e.of, state);
        else if (e.op === '*') this.visit(e.of, { ...inner, isDereference: true }, state);
        else this.visit(e.of, { ...inner, isAsked: e.op === '!' }, state);
        return;
      case 'step':
        this.visit(e.of, { ...inner, isChanged: true }, state);
        return;
      case 'sizeof':
        return;
      case 'delete':
        this.visit(e.of, { ...inner, isRelease: true }, state);
        return;
      case 'cast':
        this.visit(e.of, { ...site, returned: inner.returned }, state);
        return;
      case 'list':
        for (const item of e.items) this.forget(item, state);
        return;
      default:
        this.parts(e, inner, state);
    }
  }

  private call(e: Extract<CExpression, { kind: 'call' }>, inner: Site, state: WalkState): void {
    const callee = calleeOf(e);
    const released = e.callee.kind === 'name' ? this.context.releases.get(callee) : undefined;
    if (e.callee.kind !== 'name') this.visit(e.callee, inner, state);
    else if (state.cells.get(callee)?.kind === 'blank') state.forget(callee);
    else if (macroName.test(callee)) state.forgetBlanks();
    for (const [index, arg] of e.args.entries())
      this.visit(
        arg,
        { ...inner, callee, isArgument: true, isRelease: released === index, returned: null },
        state,
      );
  }

  private parts(e: CExpression, inner: Site, state: WalkState): void {
    const isLogic = e.kind === 'binary' && (e.op === '&&' || e.op === '||');
    const isAsked = isLogic || (e.kind === 'binary' && comparing.test(e.op));
    for (const [index, part] of partsOf(e).entries()) {
      const returned = index === 0 ? inner.returned : null;
      const isConditional = inner.isConditional || ((isLogic || e.kind === 'choice') && index > 0);
      const isTested = isAsked || (e.kind === 'choice' && index === 0);
      this.visit(part, { ...inner, isConditional, isAsked: isTested, returned }, state);
    }
  }

  /** Other code gets its address or its list, so its content is no longer known. */
  private forget(e: CExpression, state: WalkState): void {
    const path = pathOf(e);
    if (path === '') {
      for (const part of partsOf(e)) this.forget(part, state);
      return;
    }
    for (const key of pathPrefixes(path)) state.forget(key);
  }

  private use(at: number, path: string, site: Site, state: WalkState): void {
    for (const key of pathPrefixes(path)) {
      const cell = state.cells.get(key);
      if (cell === undefined || cell.kind === 'null' || this.given.has(key)) continue;
      const isPart = key !== path;
      if (site.isAssigned && !isPart) continue;
      const { callee, isConditional } = site;
      const part = { ...nowhere, callee, isConditional, returned: site.returned && 'first' } as const;
      const isDot = isPart && path[key.length] === '.';
      const one: Site = isPart ? { ...part, isDereference: true } : site;
      this.checkUse(cell, { key, at, isDot, ...one }, state);
    }
  }

  private checkUse(cell: Cell, use: Use, state: WalkState): void {
    if (cell.kind === 'gone') this.checkReleased(cell, use);
    else if (cell.kind === 'blank') this.checkUninitialized(cell, use, state);
    else if (cell.kind === 'owned' && !isBorrowed(use)) state.cells.delete(use.key);
  }

  private checkReleased(cell: Extract<Cell, { kind: 'gone' }>, use: Use): void {
    const { isDereference, isRelease, key, at } = use;
    if (cell.maybe && (this.context.depth > cell.level || !(isDereference || isRelease))) return;
    if (isRelease) {
      if (cell.how !== 'grown') this.context.reportOnce('freed-twice', at, key);
      return;
    }
    if (cell.how === 'held') return;
    const isHandedOn = use.isArgument && !inspectingCall.test(use.callee);
    const isGrownUse = cell.how === 'grown' && (use.isChanged || use.isDot);
    if (isDereference || isHandedOn || use.returned === 'whole' || isGrownUse)
      this.context.reportOnce(cell.how === 'grown' ? 'used-after-growth' : 'used-after', at, key);
  }

  private checkUninitialized(cell: Extract<Cell, { kind: 'blank' }>, use: Use, state: WalkState): void {
    if (cell.maybe && (this.context.depth > cell.level || use.returned === null)) return;
    // By reference, or as a macro, the call may assign it.
    const mayBeGiven = use.callee !== '' && !/^(?:printf|malloc|abs|memset)$/.test(use.callee);
    if (!mayBeGiven && !use.isDot && !use.isConditional)
      this.context.reportOnce('uninitialized', use.at, use.key);
    state.forget(use.key);
  }
}

/** Ownership does not change: the use compares, dereferences or releases it. */
function isBorrowed({ callee, isDereference, isRelease, isAsked }: Site): boolean {
  return isDereference || isRelease || borrowingCall.test(callee) || (isAsked && callee === '');
}
