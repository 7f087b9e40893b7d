import type { CLoop, CStatement } from '../../frontend/c-tree.ts';
import { pathOf } from '../../frontend/paths.ts';
import { isMention, leavesProgram } from '../known-calls.ts';
import { refineBounds, refineNull } from './condition-refinement.ts';
import { ExpressionEvaluator } from './expression-evaluator.ts';
import { macroName } from './use-checker.ts';
import { WalkContext, type WalkOptions } from './walk-context.ts';
import { joinStates, type WalkState } from './walk-state.ts';

type StatementOf<Kind extends CStatement['kind']> = Extract<CStatement, { kind: Kind }>;

/** Walks the paths through a function with the state of its names. */
export class BodyWalk {
  private readonly context: WalkContext;
  private readonly evaluator: ExpressionEvaluator;
  /** States that jump to a label further down. */
  private readonly jumps = new Map<string, WalkState[]>();
  /** The states at the exits of the function. */
  readonly exits: WalkState[] = [];

  constructor(options: WalkOptions) {
    this.context = new WalkContext(options);
    this.evaluator = new ExpressionEvaluator(this.context);
  }

  /** The state after the statements; null if no path continues. */
  run(statements: readonly CStatement[], start: WalkState | null): WalkState | null {
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

  private step(statement: CStatement, state: WalkState): WalkState | null {
    switch (statement.kind) {
      case 'expression':
        if (!isMention(statement.expression)) this.evaluator.evaluate(statement.expression, state);
        else if (macroName.test(pathOf(statement.expression))) state.forgetBlanks();
        return leavesProgram(statement) ? null : state;
      case 'declaration':
        for (const one of statement.declarators) this.evaluator.declare(one, state);
        return state;
      case 'opaque':
        for (const name of statement.names) state.forget(name);
        return state;
      case 'if':
        return this.branch(statement, state);
      case 'loop':
        return this.loop(statement, state);
      case 'switch':
        return this.switchOver(statement, state);
      case 'try':
        return this.tryCatch(statement, state);
      case 'return':
        this.leave(statement, state);
        this.exits.push(state);
        return null;
      case 'throw':
        if (this.context.facts.catches) {
          if (statement.value !== null) this.evaluator.evaluate(statement.value, state);
        } else this.leave(statement, state);
        return null;
      case 'goto':
        this.jumps.set(statement.label, [...(this.jumps.get(statement.label) ?? []), state]);
        return null;
      default:
        return null;
    }
  }

  /** Nothing here catches the exception, so it leaves the function like a return. */
  private leave({ kind, value, at }: StatementOf<'return' | 'throw'>, state: WalkState): void {
    if (value !== null) this.evaluator.evaluate(value, state, kind === 'return' ? 'result' : 'none');
    this.evaluator.leave(value, at, state);
  }

  private switchOver(statement: StatementOf<'switch'>, state: WalkState): WalkState | null {
    this.evaluator.evaluate(statement.value, state, 'condition');
    const ends: WalkState[] = statement.cases.some(({ mark }) => mark === null) ? [] : [state.copy()];
    this.context.depth++;
    for (const { body } of statement.cases) {
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

  private runCase(body: readonly CStatement[], start: WalkState, breaks: WalkState[]): WalkState | null {
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
    const { test } = statement;
    this.evaluator.evaluate(test, state, 'condition');
    const whenTrue = state.copy();
    const whenFalse = state;
    refineNull(test, whenTrue, whenFalse);
    refineBounds(test, whenTrue);
    refineBounds(test, whenFalse);
    this.context.depth++;
    const ends = [this.run(statement.then, whenTrue), this.run(statement.other, whenFalse)].filter(
      (end) => end !== null,
    );
    this.context.depth--;
    return joinStates(ends, this.context.depth);
  }

  private before({ first, over }: CLoop, state: WalkState): void {
    if (over !== null) this.evaluator.evaluate(over, state);
    if (first?.kind === 'expression') this.evaluator.evaluate(first.expression, state);
    if (first?.kind !== 'declaration') return;
    for (const one of first.declarators) {
      if (over === null) this.evaluator.declare(one, state);
      else state.forget(one.name);
      const container = over === null ? '' : pathOf(over);
      if (container !== '' && one.type.isReference)
        state.into.set(one.name, { of: container, isSame: false });
    }
  }

  private loop(statement: CLoop, state: WalkState): WalkState | null {
    const { isPost, test, step, body } = statement;
    this.before(statement, state);
    if (!isPost && test !== null) {
      this.evaluator.evaluate(test, state, 'condition');
      refineBounds(test, state);
    }
    const before = state.copy();
    this.context.depth++;
    const end = this.run(body, state);
    if (end !== null && step !== null) this.evaluator.evaluate(step, end);
    this.context.depth--;
    if (isPost && end !== null && test !== null) this.evaluator.evaluate(test, end, 'condition');
    if (end === null) return isPost ? null : loosened(before);
    // For initialization, a loop is assumed to run at least once; for releases, not at all.
    for (const [key, cell] of before.cells)
      if (cell.kind === 'blank' && end.cells.get(key)?.kind !== 'blank') before.cells.delete(key);
    for (const [key, cell] of end.cells)
      if (cell.kind === 'gone' && before.cells.get(key)?.kind !== 'gone') end.cells.delete(key);
    return isPost ? end : joinStates([before, end], this.context.depth);
  }
}

/** What may have happened before an exception, or in a loop that did not run. */
function loosened(state: WalkState): WalkState {
  for (const [key, cell] of state.cells) if (cell.kind !== 'gone') state.cells.delete(key);
  return state;
}
