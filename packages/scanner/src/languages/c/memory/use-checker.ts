import { accessPaths, accessPrefixes, borrowingCall, enclosingCall } from './c-expressions.ts';
import type { WalkContext } from './walk-context.ts';
import type { Cell, WalkState } from './walk-state.ts';

/** A place where a name is given a value. */
export interface AssignmentTarget {
  key: string;
  from: number;
  end: number;
}

interface UseSite {
  key: string;
  at: number;
  before: string;
  after: string;
  callee: string;
  /** A member of the name is meant. */
  isPart: boolean;
  isDereference: boolean;
  isRelease: boolean;
}

const inspectingCall =
  /^(?:if|while|for|switch|sizeof|return|assert\w*|printf|fprintf|snprintf|\w*log\w*|\w*trace\w*|\w*debug\w*|[A-Z_0-9]+)$/i;

/** `ssize_t len;` inside the block of another `len` declares one more. */
const typeBefore =
  /^\s*(?!(?:return|throw|case|delete|goto|else|do)\b)[A-Za-z_][\w:]*(?:\s+[A-Za-z_][\w:]*)*\s+$/;

/** Checks every use of a name against what is known of it there. */
export class UseChecker {
  private readonly context: WalkContext;

  constructor(context: WalkContext) {
    this.context = context;
  }

  check(text: string, at: number, state: WalkState, targets: readonly AssignmentTarget[]): void {
    if (state.cells.size === 0) return;
    const isBlock = text.includes('{');
    for (const match of text.matchAll(accessPaths)) {
      const path = match[0];
      for (const key of accessPrefixes(path)) {
        const cell = state.cells.get(key);
        if (cell === undefined || cell.kind === 'null') continue;
        // Where it is given anew, or after that.
        if (targets.some((one) => one.key === key && (one.from === match.index || one.end <= match.index)))
          continue;
        const before = text.slice(0, match.index);
        if (isBlock || /&\s*$/.test(before.replace(/&&\s*$/, ''))) {
          state.forget(key);
          continue;
        }
        const after = text.slice(match.index + key.length, match.index + key.length + 30);
        this.checkUse(cell, this.siteOf(key, at + match.index, before, after, path !== key), state);
      }
    }
  }

  private siteOf(key: string, at: number, before: string, after: string, isPart: boolean): UseSite {
    const callee = enclosingCall(before);
    const isDereference =
      isPart || /^\s*(?:->|\[)/.test(after) || /(?:^|[=(,;+\-*/&|!<>?:]|return)\s*\*\s*$/.test(before);
    const isRelease = this.context.releases.has(callee) || /\bdelete\s*(?:\[\s*\])?\s*$/.test(before);
    return { key, at, before, after, callee, isPart, isDereference, isRelease };
  }

  private checkUse(cell: Cell, site: UseSite, state: WalkState): void {
    if (cell.kind === 'gone') this.checkReleased(cell, site);
    else if (cell.kind === 'blank') this.checkUninitialized(cell, site, state);
    else if (cell.kind === 'owned' && !isBorrowed(site)) state.cells.delete(site.key);
  }

  private checkReleased(cell: Extract<Cell, { kind: 'gone' }>, site: UseSite): void {
    const { before, after, isDereference, isRelease } = site;
    if (cell.maybe && (this.context.depth > cell.level || !(isDereference || isRelease))) return;
    if (/\bsizeof\s*\(?\s*\*?\s*$/.test(before)) return;
    if (isRelease && !site.isPart) {
      if (cell.how !== 'grown') this.context.reportOnce('freed-twice', site.at, site.key);
      return;
    }
    if (cell.how === 'held') return;
    const isReturned = /^\s*return\s*$/.test(before) && /^\s*$/.test(after);
    const isGrownUse = cell.how === 'grown' && /^\s*(?:[-+*/]?=(?!=)|\.|\+\+|--)/.test(after);
    if (isDereference || isHandedOn(site) || isReturned || isGrownUse)
      this.context.reportOnce(cell.how === 'grown' ? 'used-after-growth' : 'used-after', site.at, site.key);
  }

  private checkUninitialized(
    cell: Extract<Cell, { kind: 'blank' }>,
    { key, at, before, after, callee }: UseSite,
    state: WalkState,
  ): void {
    if (cell.maybe && (this.context.depth > cell.level || !/^\s*return\s*$/.test(before))) return;
    const isNoRead =
      /\bsizeof\s*\(?\s*\**\s*$|\(\s*void\s*\)\s*$|>>\s*$|\b(?:struct|union|enum)\s+$/.test(before) ||
      typeBefore.test(before) ||
      /^[A-Z_0-9]+$/.test(callee);
    // By reference, or a macro: the call may be what gives it.
    const mayBeGiven = callee !== '' && !/^(?:if|while|return|switch|printf|malloc|abs|memset)$/.test(callee);
    const isTarget = /^\s*(?:=(?!=)|\.|\()/.test(after);
    if (!isNoRead && !mayBeGiven && !isTarget) this.context.reportOnce('uninitialized', at, key);
    state.forget(key);
  }
}

/** An argument of a call that works with what it gets. */
function isHandedOn({ before, after, callee }: UseSite): boolean {
  return callee !== '' && !inspectingCall.test(callee) && /^\s*[,)]/.test(after) && /[(,]\s*$/.test(before);
}

/** The owner stays the owner: the use looks at it or through it, or gives it back. */
function isBorrowed({ before, after, callee, isDereference, isRelease }: UseSite): boolean {
  if (isDereference || isRelease || borrowingCall.test(callee) || /^\s*(?:[=!]=|[<>])/.test(after))
    return true;
  return /(?:^|[(!&|])\s*!?\s*$/.test(before) && callee === '';
}
