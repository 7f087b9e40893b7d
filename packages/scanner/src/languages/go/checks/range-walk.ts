import { only } from '../../../read/only.ts';
import { child, children, firstKid } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { type Report, textOf } from './go-note.ts';
import { assignedIn, type Counter, counterOf, forgetChanged } from './loop-bounds.ts';
import { checkConversion, checkIndex, checkSlice, isProbe } from './number-checks.ts';
import type { RangeFacts } from './range-facts.ts';
import { assume, narrowToCase } from './refine-ranges.ts';
import {
  bindRange,
  declaredValue,
  declareParameters,
  rememberCondition,
  type StoredValue,
  step,
  store,
  valueFor,
} from './stored-values.ts';

/** Calls after which nothing more of the function runs. */
const lastCall = /^(?:panic|os\.Exit|log\.(?:Fatal|Panic)\w*|runtime\.Goexit|t\.(?:Fatal|Skip)\w*)$/;
/** A longer or deeper function is generated. */
const MAX_STEPS = 20_000;

/** Walks a function with number ranges, and reports conversions and indexes that cannot be right. */
export class RangeWalk {
  facts: RangeFacts;
  private readonly report: Report;
  private counters = new Map<string, Counter>();
  private steps = 0;

  constructor(facts: RangeFacts, report: Report) {
    this.facts = facts;
    this.report = report;
  }

  private text(node: TreeNode | null): string {
    return textOf(this.facts.types.file, node);
  }

  /** True if the code after the statements is unreachable. */
  run(node: TreeNode): boolean {
    const names = new Map(this.facts.names);
    const ends = this.statements(node.kids);
    // Names declared inside no longer hide those outside.
    for (const [name, type] of this.facts.names) if (names.get(name) !== type) this.facts.forget(name);
    this.facts.names = names;
    return ends;
  }

  private statements(kids: readonly TreeNode[]): boolean {
    for (const kid of kids) if (this.statement(kid)) return true;
    return false;
  }

  private statement(node: TreeNode): boolean {
    if (++this.steps > MAX_STEPS) return true;
    switch (node.type) {
      case 'statement_list':
        return this.statements(node.kids);
      case 'block':
        return this.run(node);
      case 'short_var_declaration':
      case 'assignment_statement':
        this.assign(node);
        return false;
      case 'var_declaration':
      case 'const_declaration':
        for (const spec of node.kids.flatMap((kid) => (kid.type === 'var_spec_list' ? kid.kids : [kid])))
          this.declareNames(spec);
        return false;
      case 'inc_statement':
      case 'dec_statement':
        step(this.facts, node);
        return false;
      case 'if_statement':
        return this.branch(node);
      case 'for_statement':
        return this.loop(node);
      case 'expression_switch_statement':
        return this.choose(node);
      case 'type_switch_statement':
      case 'select_statement':
        return this.alternatives(node.kids.filter((kid) => /_case$/.test(kid.type)));
      case 'return_statement':
        this.visit(node);
        return true;
      case 'break_statement':
      case 'continue_statement':
      case 'goto_statement':
        return true;
      case 'labeled_statement':
        return this.statements(node.kids.slice(1));
      default:
        this.visit(node);
        return lastCall.test(this.text(child(firstKid(node) ?? node, 'function')));
    }
  }

  /** Checks each nested expression, with what is true where it is evaluated. */
  private visit(node: TreeNode): void {
    if (node.type === 'func_literal') {
      const outer = this.facts;
      this.facts = outer.copy();
      const counters = this.counters;
      this.counters = new Map();
      declareParameters(this.facts, node);
      const body = child(node, 'body');
      if (body !== null) this.run(body);
      this.facts = outer;
      this.counters = counters;
      return;
    }
    const operator = node.type === 'binary_expression' ? child(node, 'operator')?.type : undefined;
    if (operator === '&&' || operator === '||') {
      const [left, right] = [child(node, 'left'), child(node, 'right')];
      if (left !== null) this.visit(left);
      if (left !== null && right !== null)
        this.apart(() => assume(this.facts, left, operator === '&&') && this.visit(right));
      return;
    }
    if (isProbe(this.facts, node)) return;
    for (const kid of node.kids) this.visit(kid);
    if (node.type === 'call_expression') checkConversion(this.facts, node, this.report);
    if (node.type === 'index_expression') checkIndex(this.facts, node, this.counters, this.report);
    if (node.type === 'slice_expression') checkSlice(this.facts, node, this.report);
  }

  /** Works on a copy of the facts, without those that are only certain in a loop. */
  private apart(work: () => unknown): RangeFacts {
    const outer = this.facts;
    const counters = this.counters;
    this.facts = outer.copy();
    this.counters = new Map();
    work();
    const inner = this.facts;
    this.facts = outer;
    this.counters = counters;
    return inner;
  }

  private assign(node: TreeNode): void {
    const [left, right] = [child(node, 'left')?.kids ?? [], child(node, 'right')?.kids ?? []];
    for (const value of right) this.visit(value);
    if (node.type === 'assignment_statement')
      for (const target of left) if (target.type !== 'identifier') this.visit(target);
    const operator = child(node, 'operator')?.type ?? ':=';
    const kept = left.map((target, at) => ({
      target,
      value: valueFor(this.facts, target, right, at, operator),
    }));
    for (const { target, value } of kept) this.keep(target, value, node.type === 'short_var_declaration');
    rememberCondition(this.facts, left, right);
  }

  private keep(target: TreeNode, value: StoredValue, isNew: boolean): void {
    this.counters.delete(this.text(target));
    store(this.facts, target, value, isNew);
  }

  private declareNames(spec: TreeNode): void {
    for (const one of child(spec, 'value')?.kids ?? []) this.visit(one);
    for (const [at, name] of children(spec, 'name')
      .filter((kid) => kid.type === 'identifier')
      .entries())
      this.keep(name, declaredValue(this.facts, spec, name, at), true);
  }

  private branch(node: TreeNode): boolean {
    const [start, condition] = [child(node, 'initializer'), child(node, 'condition')];
    const names = new Map(this.facts.names);
    if (start !== null) this.statement(start);
    if (condition !== null) this.visit(condition);
    const way = (holds: boolean, body: TreeNode | null): RangeFacts | null => {
      let ends = false;
      const facts = this.apart(() => {
        ends = condition !== null && !assume(this.facts, condition, holds);
        if (!ends && body !== null) ends = this.statement(body);
      });
      return ends ? null : facts;
    };
    const ways = [way(true, child(node, 'consequence')), way(false, child(node, 'alternative'))];
    const ends = this.joinBranches(ways);
    this.facts.names = names;
    return ends;
  }

  /** Continues with what is true on all paths that reach this point. */
  private joinBranches(ways: readonly (RangeFacts | null)[]): boolean {
    const [first, ...others] = ways.filter((one) => one !== null);
    if (first === undefined) return true;
    for (const other of others) first.joinWith(other);
    this.facts.ranges = first.ranges;
    return false;
  }

  private choose(node: TreeNode): boolean {
    const names = new Map(this.facts.names);
    const start = child(node, 'initializer');
    if (start !== null) this.statement(start);
    const value = child(node, 'value');
    if (value !== null) this.visit(value);
    const rest = this.facts.copy();
    const ways: (RangeFacts | null)[] = [];
    const cases = node.kids.filter((kid) => /_case$/.test(kid.type));
    for (const one of cases) {
      const conditions = child(one, 'value')?.kids ?? [];
      if (one.type !== 'expression_case') continue;
      ways.push(this.chosen(conditions.length > 1 ? this.facts : rest, one, value, conditions));
      if (value === null) for (const condition of conditions) assume(rest, condition, false);
    }
    // The default runs if no other case does, wherever it is written.
    const last = cases.find((one) => one.type === 'default_case');
    if (last !== undefined) ways.push(this.chosen(rest, last, null, []));
    const hasDefault = last !== undefined;
    if (!hasDefault) ways.push(rest);
    const ends = this.joinBranches(
      ways.some((way) => way === null) && ways.every((way) => way === null) ? [] : ways,
    );
    this.facts.names = names;
    return ends && hasDefault && !/\bbreak\b/.test(this.text(node));
  }

  private chosen(
    start: RangeFacts,
    one: TreeNode,
    value: TreeNode | null,
    conditions: readonly TreeNode[],
  ): RangeFacts | null {
    const outer = this.facts;
    this.facts = start;
    let ends = false;
    const facts = this.apart(() => {
      const condition = only(conditions);
      if (value === null && condition !== undefined) {
        this.visit(condition);
        ends = !assume(this.facts, condition, true);
      } else if (value !== null) narrowToCase(this.facts, value, conditions);
      if (!ends) ends = this.statements(one.kids.filter((kid) => kid.field !== 'value'));
    });
    this.facts = outer;
    return ends ? null : facts;
  }

  private alternatives(cases: readonly TreeNode[]): boolean {
    const ways = cases.map((one) => {
      let ends = false;
      const facts = this.apart(() => {
        ends = this.statements(one.kids.filter((kid) => kid.field !== 'type' && kid.field !== 'value'));
      });
      return ends ? null : facts;
    });
    this.joinBranches([...ways, this.facts.copy()]);
    return false;
  }

  private loop(node: TreeNode): boolean {
    const names = new Map(this.facts.names);
    const body = child(node, 'body');
    const head = node.kids.find((kid) => kid !== body && kid.type !== 'comment') ?? null;
    if (body === null) return false;
    const start = head === null ? null : child(head, 'initializer');
    if (start !== null) this.statement(start);
    if (head?.type === 'range_clause') this.visit(child(head, 'right') ?? head);
    const condition =
      head === null || head.type === 'range_clause'
        ? null
        : head.type === 'for_clause'
          ? child(head, 'condition')
          : head;
    forgetChanged(this.facts, node, head);
    this.apart(() => this.loopBody(head, condition, body));
    for (const name of assignedIn(this.facts, node)) this.facts.forget(name);
    if (condition !== null && !/\bbreak\b/.test(this.text(body))) assume(this.facts, condition, false);
    this.facts.names = names;
    return head === null && !/\b(?:break|goto)\b/.test(this.text(body));
  }

  private loopBody(head: TreeNode | null, condition: TreeNode | null, body: TreeNode): void {
    if (head?.type === 'range_clause') bindRange(this.facts, head);
    const found = head === null ? null : counterOf(this.facts, head, body);
    if (condition !== null) {
      this.visit(condition);
      if (!assume(this.facts, condition, true)) return;
    }
    if (found !== null && !assignedIn(this.facts, body).has(found.name))
      this.counters.set(found.name, found.counter);
    this.run(body);
  }
}
