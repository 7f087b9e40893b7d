import { accessPath, isAccessPath, nullLiteral } from './c-expressions.ts';
import { ResourceTracker } from './resource-tracker.ts';
import { UntrustedSizes } from './untrusted-sizes.ts';
import { type AssignmentTarget, UseChecker } from './use-checker.ts';
import type { WalkContext } from './walk-context.ts';
import type { WalkState } from './walk-state.ts';

interface Assignment extends AssignmentTarget {
  value: string;
  type: string;
}

const assignment = new RegExp(
  String.raw`(?:^|[(,;])\s*((?:[A-Za-z_][\w:]*(?:\s*<[^;=()]*>)?[\s*&]+)*)(${accessPath})\s*=(?!=)\s*((?:[^;,(){}]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*)`,
  'g',
);
const castBefore = /^\s*(?:\([\w\s:<>]+\*+\s*\)|static_cast\s*<[^>]*>\s*\()?\s*/;
const declarationWithoutValue =
  /^\s*(?:const\s+)?(?:(?:unsigned|signed|long|short)\s+)*(?:int|long|short|char|float|double|size_t|ssize_t|bool|unsigned|u?int(?:8|16|32|64)_t|(?:struct\s+)?[A-Za-z_]\w*\s*\*)\s*\*?\s*([a-z_]\w*(?:\s*,\s*\*?\s*[a-z_]\w*)*)\s*$/;

/** Applies what an expression or declaration uses, gives back and gives anew to the state. */
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

  evaluateText(text: string, at: number, state: WalkState): void {
    const assignments = assignmentsIn(text);
    this.uses.check(text, at, state, assignments);
    this.sizes.markReads(text, at, state);
    this.sizes.checkCalls(text, at, state);
    this.resources.release(text, at, state);
    for (const one of assignments) this.assign(one, at, state);
    declare(text, at, state);
    this.resources.invalidate(text, at, state);
  }

  /** What a `return` leaves behind. */
  evaluateExit(text: string, at: number, state: WalkState): void {
    this.resources.checkLeaks(text, at, state);
  }

  private assign({ key, value, type }: Assignment, at: number, state: WalkState): void {
    const inputs = this.sizes.inputsOf(value, state);
    state.forget(key);
    const plain = value.replace(castBefore, '').trim();
    if (nullLiteral.test(plain)) {
      state.cells.set(key, { kind: 'null' });
      return;
    }
    if (/^[a-z_]\w*$/i.test(plain) && state.cells.get(plain)?.kind !== 'input') {
      const known = state.into.get(plain);
      state.into.set(key, { of: known?.isSame ? known.of : plain, isSame: true });
      this.resources.markOffHeap(key, plain, state);
      return;
    }
    if (isAccessPath.test(plain)) state.into.set(key, { of: plain, isSame: true });
    if (this.context.isCpp) pointIntoContainer(key, plain, type, state);
    moveByRealloc(key, plain, at, state);
    this.resources.markOffHeap(key, plain, state);
    this.resources.acquire(key, plain, at, state);
    this.sizes.assign(key, value, inputs, at, state);
  }
}

function assignmentsIn(text: string): Assignment[] {
  const found: Assignment[] = [];
  for (const match of text.matchAll(assignment)) {
    const end = match.index + match[0].length;
    const from = match.index + /^[(,;]?\s*/.exec(match[0])![0].length + match[1]!.length;
    found.push({ key: match[2]!, from, end, value: match[3]!, type: match[1]! });
  }
  return found;
}

/** A place inside of a container, as a reference, a pointer or an iterator. */
function pointIntoContainer(key: string, plain: string, type: string, state: WalkState): void {
  const container =
    /^&?\s*([a-z_]\w*)(?:(?:\.|->)(?:front|back|at|data|begin|end|find|c_str)\s*\(|\s*\[)/.exec(plain)?.[1];
  if (container === undefined) return;
  if (/&\s*$/.test(type) || /^&/.test(plain) || /(?:\.|->)(?:begin|data|c_str|find)\s*\(/.test(plain))
    state.into.set(key, { of: container, isSame: false });
}

/** What stood for the memory before it was moved is left behind, but for the name that gets the new place. */
function moveByRealloc(key: string, plain: string, at: number, state: WalkState): void {
  const moved = /^realloc\s*\(\s*([^,]+?)\s*,/.exec(plain)?.[1];
  if (moved === undefined || moved === key) return;
  for (const [other, { of, isSame }] of state.into)
    if (isSame && of === moved && other !== key)
      state.cells.set(other, { kind: 'gone', at, how: 'freed', maybe: false, level: 0 });
}

function declare(text: string, at: number, state: WalkState): void {
  const names = declarationWithoutValue.exec(text)?.[1];
  if (names === undefined || /\b(?:static|extern|register|volatile|typedef|return|goto|delete)\b/.test(text))
    return;
  for (const one of names.split(','))
    state.cells.set(one.replace(/[\s*]/g, ''), { kind: 'blank', at, maybe: false, level: 0 });
}
