import { leavingCall } from '../c-expressions.ts';
import type { NativeStatement } from '../parse-body.ts';
import type { CExpression } from './c-tree.ts';
import { decide } from './conditions.ts';
import { declareName } from './declare-name.ts';
import { Evaluator } from './evaluator.ts';
import type { CFunction } from './functions.ts';
import { countedLoop, forgetAssigned } from './loops.ts';
import { anyValue, type Exit, type Memory, type Place } from './memory.ts';
import type { Run } from './run.ts';

const mostWays = 4;
const mostExits = 6;

interface Leaving {
  breaks: Memory[];
  continues: Memory[];
}

/** Runs the body of a function from one memory, and gives what holds wherever it is left. */
export function runFunction(run: Run, fn: CFunction, memory: Memory, depth: number): Exit[] {
  const body = run.program.bodyOf(fn);
  if (body === null) return [{ memory, value: anyValue }];
  run.stack.push(fn);
  const walk = new FunctionWalk(run, fn, memory, depth);
  const ends = walk.statements(body, [memory], { breaks: [], continues: [] });
  run.stack.pop();
  return [...walk.exits, ...ends.map((end) => ({ memory: end, value: anyValue }))].slice(0, mostExits);
}

class FunctionWalk {
  readonly exits: Exit[] = [];
  private readonly run: Run;
  private readonly fn: CFunction;
  private readonly ev: Evaluator;
  private readonly jumps = new Map<string, Memory[]>();

  constructor(run: Run, fn: CFunction, memory: Memory, depth: number) {
    this.run = run;
    this.fn = fn;
    this.ev = new Evaluator(run, fn, memory, depth);
  }

  statements(list: readonly NativeStatement[], start: Memory[], leaving: Leaving): Memory[] {
    let ways = start;
    for (const statement of list) {
      if (this.run.steps >= this.run.mostSteps) return [];
      if (statement.kind === 'label') {
        ways = [...ways, ...(this.jumps.get(statement.name) ?? [])].slice(0, mostWays);
        continue;
      }
      if (ways.length === 0) continue;
      ways = ways
        .flatMap((way) => {
          const after = this.step(statement, way, leaving);
          if (!this.run.isEnded) return after;
          // A call in it never comes back.
          this.run.isEnded = false;
          return [];
        })
        .slice(0, mostWays);
    }
    return ways;
  }

  /** Names that are declared inside mean nothing behind it. */
  private block(list: readonly NativeStatement[], start: Memory[], leaving: Leaving): Memory[] {
    if (list.length === 0 || start.length === 0) return start;
    const vars = new Map(start[0]!.vars);
    return outOfScope(this.statements(list, start, leaving), vars);
  }

  private head(key: object, at: number, text: string): CExpression {
    return this.run.program.head(key, this.fn.view, at, text.length);
  }

  private step(statement: NativeStatement, way: Memory, leaving: Leaving): Memory[] {
    switch (statement.kind) {
      case 'plain':
        return this.plain(statement, way);
      case 'if': {
        const [yes, no] = decide(this.ev, this.head(statement, statement.at, statement.head), way);
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
      case 'return': {
        this.ev.memory = way;
        const skipped = /^(?:co_)?return/.exec(statement.text)![0].length;
        const value =
          statement.text.trim().length > skipped
            ? this.ev.value(this.head(statement, statement.at + skipped, statement.text.slice(skipped)))
            : anyValue;
        if (value.kind === 'any' && /^\w+$/.test(statement.text.slice(skipped).trim())) {
          const place = this.ev.memory.vars.get(statement.text.slice(skipped).trim());
          for (const inner of this.ev.memory.blocks.get(place?.block ?? -1)?.slots.values() ?? [])
            this.ev.memory.share(inner, false);
        }
        if (this.exits.length < mostExits) this.exits.push({ memory: this.ev.memory, value });
        return [];
      }
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

  private plain(statement: Extract<NativeStatement, { kind: 'plain' }>, way: Memory): Memory[] {
    this.ev.memory = way;
    if (
      statement.text.includes('{') &&
      !/=\s*\{/.test(statement.text) &&
      /[;}]\s*\}?\s*$/.test(statement.text)
    ) {
      // A class, a lambda or a block of a macro: what it changes is not known.
      for (const [name, place] of way.vars)
        if (statement.text.includes(name))
          way.change(place.block, { slots: new Map(), isBlank: false, isShared: true });
      return [way];
    }
    const parsed = this.run.program.statement(statement, this.fn.view, statement.at, statement.text.length);
    if (parsed.kind === 'declaration') for (const one of parsed.declarators) declareName(this.ev, one);
    else this.ev.value(parsed.expression);
    return leavingCall.test(statement.text) ? [] : [this.ev.memory];
  }

  private choose(
    statement: Extract<NativeStatement, { kind: 'switch' }>,
    way: Memory,
    leaving: Leaving,
  ): Memory[] {
    this.ev.memory = way;
    const value = this.ev.value(this.head(statement, statement.at, statement.head));
    const memory = this.ev.memory;
    const exact = value.kind === 'number' && value.how === 'exact' ? value.low : undefined;
    let first = -1;
    if (exact !== undefined) {
      first = statement.marks.findIndex((mark) => Number(mark) === exact);
      if (first < 0 && statement.marks.every((mark) => mark === 'default' || !Number.isNaN(Number(mark))))
        first = statement.marks.indexOf('default');
    }
    const own: Leaving = { breaks: [], continues: leaving.continues };
    let ways: Memory[] = [];
    if (first >= 0) ways = [memory];
    else memory.decisions++;
    for (const [index, body] of statement.cases.entries()) {
      if (first >= 0 && index < first) continue;
      if (first < 0 && ways.length < 2) ways = [...ways, memory.copy()];
      ways = this.block(body, ways, own);
    }
    const isPassed = first < 0 && !statement.hasDefault;
    return [...ways, ...own.breaks, ...(isPassed ? [memory] : [])].slice(0, mostWays);
  }

  private loop(statement: Extract<NativeStatement, { kind: 'loop' }>, way: Memory): Memory[] {
    const { ev } = this;
    ev.memory = way;
    const [test, step] = this.loopParts(statement);
    const leaving: Leaving = { breaks: [], continues: [] };
    const counted = countedLoop(ev, test, step, statement);
    if (counted === 'once') {
      const ends = this.statements(statement.body, [ev.memory], leaving);
      const after = [...ends, ...leaving.continues];
      for (const one of after) {
        ev.memory = one;
        if (step !== null) ev.value(step);
      }
      return [...after, ...leaving.breaks].slice(0, mostWays);
    }
    if (counted !== null) {
      const { begin, finish } = counted;
      const memory = ev.memory;
      forgetAssigned(ev, memory, statement, counted.name);
      begin(memory);
      const skipped = counted.maySkip ? [memory.copy()] : [];
      const ends = this.statements(statement.body, [memory], leaving);
      const after = [...ends, ...leaving.continues, ...leaving.breaks, ...skipped].slice(0, mostWays);
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
      mostWays,
    );
  }

  /** Runs the first part of a `for`, and gives its condition and its step. */
  private loopParts(
    statement: Extract<NativeStatement, { kind: 'loop' }>,
  ): [CExpression | null, CExpression | null] {
    if (!statement.isFor) return [this.head(statement, statement.at, statement.head), null];
    const parts = statement.head.split(';');
    if (parts.length !== 3) return [{ kind: 'unknown', parts: [], at: statement.at }, null];
    const { keys } = this.run.program.loopFacts(statement, this.fn.view);
    const { program } = this.run;
    const { view } = this.fn;
    if (parts[0]!.trim() !== '') {
      const first = program.statement(keys[0], view, statement.at, parts[0]!.length);
      if (first.kind === 'declaration') for (const one of first.declarators) declareName(this.ev, one);
      else this.ev.value(first.expression);
    }
    const at = statement.at + parts[0]!.length + 1;
    const test = parts[1]!.trim() === '' ? null : program.head(keys[1], view, at, parts[1]!.length);
    const then = at + parts[1]!.length + 1;
    const step = parts[2]!.trim() === '' ? null : program.head(keys[2], view, then, parts[2]!.length);
    return [test, step];
  }
}

function outOfScope(ways: Memory[], vars: ReadonlyMap<string, Place>): Memory[] {
  for (const way of ways) way.vars = new Map(vars);
  return ways;
}
