import type { CExpression, CLoop, CStatement } from '../../frontend/c-tree.ts';
import { isMention, leavesProgram } from '../known-calls.ts';
import { decide } from './conditions.ts';
import { declareName } from './declare-name.ts';
import { Evaluator } from './evaluator.ts';
import type { CFunction } from './functions.ts';
import { countedLoop, forgetAssigned } from './loops.ts';
import { anyValue, type Exit, type Memory, type Place } from './memory.ts';
import type { Run } from './run.ts';

const MAX_BRANCHES = 4;
const MAX_EXITS = 6;

interface Leaving {
  breaks: Memory[];
  continues: Memory[];
}

/** Runs the body of a function from one memory, and returns the state at every exit. */
export function runFunction(run: Run, fn: CFunction, memory: Memory, depth: number): Exit[] {
  const body = run.program.bodyOf(fn);
  if (body === null) return [{ memory, value: anyValue }];
  run.stack.push(fn);
  const walk = new FunctionWalk(run, fn, memory, depth);
  const ends = walk.statements(body, [memory], { breaks: [], continues: [] });
  run.stack.pop();
  return [...walk.exits, ...ends.map((end) => ({ memory: end, value: anyValue }))].slice(0, MAX_EXITS);
}

class FunctionWalk {
  readonly exits: Exit[] = [];
  private readonly run: Run;
  private readonly ev: Evaluator;
  private readonly jumps = new Map<string, Memory[]>();

  constructor(run: Run, fn: CFunction, memory: Memory, depth: number) {
    this.run = run;
    this.ev = new Evaluator(run, fn, memory, depth);
  }

  statements(list: readonly CStatement[], start: Memory[], leaving: Leaving): Memory[] {
    let ways = start;
    for (const statement of list) {
      if (this.run.steps >= this.run.mostSteps) return [];
      if (statement.kind === 'label') {
        ways = [...ways, ...(this.jumps.get(statement.name) ?? [])].slice(0, MAX_BRANCHES);
        continue;
      }
      if (ways.length === 0) continue;
      ways = ways
        .flatMap((way) => {
          const after = this.step(statement, way, leaving);
          if (!this.run.isEnded) return after;
          // A call in it never returns.
          this.run.isEnded = false;
          return [];
        })
        .slice(0, MAX_BRANCHES);
    }
    return ways;
  }

  /** The names declared in a block are not visible after it. */
  private block(list: readonly CStatement[], start: Memory[], leaving: Leaving): Memory[] {
    const [first] = start;
    if (list.length === 0 || first === undefined) return start;
    const vars = new Map(first.vars);
    return outOfScope(this.statements(list, start, leaving), vars);
  }

  private step(statement: CStatement, way: Memory, leaving: Leaving): Memory[] {
    switch (statement.kind) {
      case 'declaration':
      case 'expression':
        return this.plain(statement, way);
      case 'opaque':
        // The variables that it changes are unknown afterwards.
        for (const [name, place] of way.vars)
          if (statement.names.has(name))
            way.change(place.block, { slots: new Map(), isBlank: false, isShared: true });
        return [way];
      case 'if': {
        const [yes, no] = decide(this.ev, statement.test, way);
        return [...this.block(statement.then, yes, leaving), ...this.block(statement.other, no, leaving)];
      }
      case 'loop': {
        const { vars } = way;
        way.vars = new Map(vars);
        return outOfScope(this.loop(statement, way), vars);
      }
      case 'switch':
        return this.choose(statement, way, leaving);
      case 'try': {
        const before = way.copy();
        const ends = this.statements(statement.body, [way], leaving);
        before.decisions++;
        for (const id of before.blocks.keys())
          before.change(id, { isBlank: false, slots: new Map(), isShared: true });
        return [
          ...ends,
          ...statement.catches.flatMap((one) => this.statements(one, [before.copy()], leaving)),
        ];
      }
      case 'return':
        this.leave(statement.value, way);
        return [];
      case 'leave':
        (statement.isBreak ? leaving.breaks : leaving.continues).push(way);
        return [];
      case 'goto':
        this.jumps.set(statement.label, [...(this.jumps.get(statement.label) ?? []), way]);
        return [];
      default:
        return [];
    }
  }

  private leave(result: CExpression | null, way: Memory): void {
    this.ev.memory = way;
    const value = result === null ? anyValue : this.ev.value(result);
    const { memory } = this.ev;
    if (value.kind === 'any' && result?.kind === 'name') {
      const place = memory.vars.get(result.name);
      for (const inner of memory.blocks.get(place?.block ?? -1)?.slots.values() ?? [])
        memory.share(inner, false);
    }
    if (this.exits.length < MAX_EXITS) this.exits.push({ memory, value });
  }

  private plain(
    statement: Extract<CStatement, { kind: 'declaration' | 'expression' }>,
    way: Memory,
  ): Memory[] {
    this.ev.memory = way;
    if (statement.kind === 'declaration') for (const one of statement.declarators) declareName(this.ev, one);
    else if (!isMention(statement.expression)) this.ev.value(statement.expression);
    return leavesProgram(statement) ? [] : [this.ev.memory];
  }

  private choose(
    statement: Extract<CStatement, { kind: 'switch' }>,
    way: Memory,
    leaving: Leaving,
  ): Memory[] {
    this.ev.memory = way;
    const value = this.ev.value(statement.value);
    const memory = this.ev.memory;
    const { cases } = statement;
    const exact = value.kind === 'number' && value.how === 'exact' ? value.low : undefined;
    let first = -1;
    if (exact !== undefined) {
      first = cases.findIndex(({ mark }) => mark?.kind === 'number' && mark.value === exact);
      if (first < 0 && cases.every(({ mark }) => mark === null || mark.kind === 'number'))
        first = cases.findIndex(({ mark }) => mark === null);
    }
    const own: Leaving = { breaks: [], continues: leaving.continues };
    let ways: Memory[] = [];
    if (first >= 0) ways = [memory];
    else memory.decisions++;
    for (const [index, { body }] of cases.entries()) {
      if (first >= 0 && index < first) continue;
      if (first < 0 && ways.length < 2) ways = [...ways, memory.copy()];
      ways = this.block(body, ways, own);
    }
    const isPassed = first < 0 && !cases.some(({ mark }) => mark === null);
    return [...ways, ...own.breaks, ...(isPassed ? [memory] : [])].slice(0, MAX_BRANCHES);
  }

  /** What runs once before a loop. */
  private before({ first, over }: CLoop): void {
    const { ev } = this;
    if (over !== null) ev.value(over);
    if (first?.kind === 'expression') ev.value(first.expression);
    if (first?.kind !== 'declaration') return;
    for (const one of first.declarators)
      if (over === null) declareName(ev, one);
      else ev.memory.vars.delete(one.name);
  }

  private loop(statement: CLoop, way: Memory): Memory[] {
    const { ev } = this;
    ev.memory = way;
    const { test, step } = statement;
    this.before(statement);
    const leaving: Leaving = { breaks: [], continues: [] };
    const counted = countedLoop(ev, test, step, statement);
    if (counted === 'once') {
      const ends = this.statements(statement.body, [ev.memory], leaving);
      const after = [...ends, ...leaving.continues];
      for (const one of after) {
        ev.memory = one;
        if (step !== null) ev.value(step);
      }
      return [...after, ...leaving.breaks].slice(0, MAX_BRANCHES);
    }
    if (counted !== null) {
      const { begin, finish } = counted;
      const memory = ev.memory;
      forgetAssigned(ev, memory, statement, counted.name);
      begin(memory);
      const skipped = counted.maySkip ? [memory.copy()] : [];
      const ends = this.statements(statement.body, [memory], leaving);
      const after = [...ends, ...leaving.continues, ...leaving.breaks, ...skipped].slice(0, MAX_BRANCHES);
      for (const one of after) {
        finish(one);
        forgetAssigned(ev, one, statement, counted.name);
      }
      return after;
    }
    forgetAssigned(ev, ev.memory, statement, '');
    let yes: Memory[] = [ev.memory];
    let no: Memory[] = [];
    if (test !== null && !statement.isPost) [yes, no] = decide(ev, test, ev.memory);
    const ends = this.statements(statement.body, yes, leaving);
    const after = [...ends, ...leaving.continues];
    for (const one of after) {
      ev.memory = one;
      if (step !== null) ev.value(step);
      if (statement.isPost && test !== null) ev.value(test);
    }
    const isEndless = test !== null && !statement.isPost && no.length === 0;
    for (const one of after) {
      one.decisions++;
      forgetAssigned(ev, one, statement, '');
    }
    return [...leaving.breaks, ...(isEndless && leaving.breaks.length > 0 ? [] : after), ...no].slice(
      0,
      MAX_BRANCHES,
    );
  }
}

function outOfScope(ways: Memory[], vars: ReadonlyMap<string, Place>): Memory[] {
  for (const way of ways) way.vars = new Map(vars);
  return ways;
}
