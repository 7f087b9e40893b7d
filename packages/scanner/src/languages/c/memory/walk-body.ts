import { leavingCall } from './c-expressions.ts';
import { refineBounds, refineNull } from './condition-refinement.ts';
import { ExpressionEvaluator } from './expression-evaluator.ts';
import type { NativeStatement } from './parse-body.ts';
import { WalkContext, type WalkOptions } from './walk-context.ts';
import { joinStates, type WalkState } from './walk-state.ts';

type StatementOf<Kind extends NativeStatement['kind']> = Extract<NativeStatement, { kind: Kind }>;

/** Runs over the ways through a function with what is known of its names. */
export class BodyWalk {
  private readonly context: WalkContext;
  private readonly evaluator: ExpressionEvaluator;
  /** States that jump to a label further down. */
  private readonly jumps = new Map<string, WalkState[]>();
  /** What holds where the function is left. */
  readonly exits: WalkState[] = [];

  constructor(options: WalkOptions) {
    this.context = new WalkContext(options);
    this.evaluator = new ExpressionEvaluator(this.context);
  }

  /** The state behind the statements; null when none goes on there. */
  run(statements: readonly NativeStatement[], start: WalkState | null): WalkState | null {
    let state = start;
    for (const statement of statements) {
      if (statement.kind === 'label') {
        const arriving = [...(this.jumps.get(statement.name) ?? []), ...(state === null ? [] : [state])];
        state = joinStates(arriving, this.context.depth);
        continue;
      }
      if (state === null) continue;
      state = this.step(statement, state);
    }
    return state;
  }

  private step(statement: NativeStatement, state: WalkState): WalkState | null {
    switch (statement.kind) {
      case 'plain':
        this.evaluator.evaluateText(statement.text, statement.at, state);
        return leavingCall.test(statement.text) ? null : state;
      case 'if':
        return this.branch(statement, state);
      case 'loop':
        return this.loop(statement, state);
      case 'switch':
        return this.switchOver(statement, state);
      case 'try':
        return this.tryCatch(statement, state);
      case 'return':
        this.evaluator.evaluateText(statement.text, statement.at, state);
        this.evaluator.evaluateExit(statement.text, statement.at, state);
        this.exits.push(state);
        return null;
      case 'throw':
        this.evaluator.evaluateText(statement.text, statement.at, state);
        // Nothing here catches it: the function is left.
        if (!/\bcatch\b/.test(this.context.functionText))
          this.evaluator.evaluateExit(statement.text, statement.at, state);
        return null;
      case 'goto':
        this.jumps.set(statement.label, [...(this.jumps.get(statement.label) ?? []), state]);
        return null;
      default:
        return null;
    }
  }

  private switchOver(statement: StatementOf<'switch'>, state: WalkState): WalkState | null {
    this.evaluator.evaluateText(statement.head, statement.at, state);
    const ends: WalkState[] = statement.hasDefault ? [] : [state.copy()];
    this.context.depth++;
    for (const body of statement.cases) {
      if (body.length === 0) continue;
      const breaks: WalkState[] = [];
      const end = this.runCase(body, state.copy(), breaks);
      ends.push(...breaks, ...(end === null ? [] : [end]));
    }
    this.context.depth--;
    return joinStates(ends, this.context.depth);
  }

  private tryCatch(statement: StatementOf<'try'>, state: WalkState): WalkState | null {
    const before = state.copy();
    const ends = [this.run(statement.body, state)];
    for (const body of statement.catches) ends.push(this.run(body, loosened(before)));
    return joinStates(
      ends.filter((end) => end !== null),
      this.context.depth,
    );
  }

  private runCase(body: readonly NativeStatement[], start: WalkState, breaks: WalkState[]): WalkState | null {
    let state: WalkState | null = start;
    for (const statement of body) {
      if (state === null) return null;
      if (statement.kind === 'leave') {
        breaks.push(state);
        return null;
      }
      state = this.run([statement], state);
    }
    return state;
  }

  private branch(statement: StatementOf<'if'>, state: WalkState): WalkState | null {
    this.evaluator.evaluateText(statement.head, statement.at, state);
    const whenTrue = state.copy();
    const whenFalse = state;
    refineNull(statement.head, whenTrue, whenFalse);
    refineBounds(statement.head, whenTrue);
    refineBounds(statement.head, whenFalse);
    this.context.depth++;
    const ends = [this.run(statement.then, whenTrue), this.run(statement.other, whenFalse)].filter(
      (end) => end !== null,
    );
    this.context.depth--;
    return joinStates(ends, this.context.depth);
  }

  private loop(statement: StatementOf<'loop'>, state: WalkState): WalkState | null {
    const [first, ...steps] = statement.isFor ? statement.head.split(';') : [statement.head];
    const range = /^[\s\S]*?[&*\s](\w+)\s*:(?!:)\s*(\w+)\s*$/.exec(first ?? '');
    if (!statement.isPost) this.evaluator.evaluateText(first ?? '', statement.at, state);
    if (range !== null && /&/.test(first ?? '')) state.into.set(range[1]!, { of: range[2]!, isSame: false });
    if (!statement.isFor) refineBounds(statement.head, state);
    const before = state.copy();
    this.context.depth++;
    const end = this.run(statement.body, state);
    if (end !== null && steps.length > 0)
      this.evaluator.evaluateText(steps.slice(1).join(';'), statement.at, end);
    this.context.depth--;
    if (statement.isPost && end !== null) this.evaluator.evaluateText(statement.head, statement.at, end);
    if (end === null) return statement.isPost ? null : loosened(before);
    // A loop is taken to run at least once where it gives values, and not at all where it takes them away.
    for (const [key, cell] of before.cells)
      if (cell.kind === 'blank' && end.cells.get(key)?.kind !== 'blank') before.cells.delete(key);
    for (const [key, cell] of end.cells)
      if (cell.kind === 'gone' && before.cells.get(key)?.kind !== 'gone') end.cells.delete(key);
    return statement.isPost ? end : joinStates([before, end], this.context.depth);
  }
}

/** What may have happened before an exception, or in a loop that never ran. */
function loosened(state: WalkState): WalkState {
  for (const [key, cell] of state.cells) if (cell.kind !== 'gone') state.cells.delete(key);
  return state;
}
