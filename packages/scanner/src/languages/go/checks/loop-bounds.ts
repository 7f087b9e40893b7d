import { child, firstKid } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { argumentsOf, nodesOf, textOf } from './go-note.ts';
import { isSingle, type Range } from './integer-range.ts';
import type { RangeFacts } from './range-facts.ts';

/** A counter that certainly takes its last value in the loop's body. */
export interface Counter {
  /** The last value; null if it is only known by a length. */
  last: number | null;
  /** The expression with that length, and the distance of the last value from it: -1 for the last element. */
  of: string | null;
  offset: number;
}

/** Names that are assigned in a node. */
export function assignedIn(facts: RangeFacts, node: TreeNode): Set<string> {
  const names = new Set<string>();
  const { file } = facts.types;
  const add = (target: TreeNode | null) => {
    if (target === null) return;
    let place: TreeNode | null = target;
    while (place !== null && place.type !== 'identifier') place = child(place, 'operand') ?? firstKid(place);
    if (place !== null) names.add(textOf(file, place));
  };
  for (const one of nodesOf(node)) {
    if (/^(?:assignment_statement|short_var_declaration|range_clause|receive_statement)$/.test(one.type))
      for (const target of child(one, 'left')?.kids ?? []) add(target);
    if (one.type === 'inc_statement' || one.type === 'dec_statement') add(firstKid(one));
    if (one.type === 'var_spec') for (const name of one.kids) if (name.field === 'name') add(name);
  }
  return names;
}

const leaves = /^(?:break_statement|return_statement|continue_statement|goto_statement)$/;

/** The counter of `for i := 0; i < n; i++` and `for i := range s`, if nothing leaves the loop early. */
export function counterOf(
  facts: RangeFacts,
  clause: TreeNode,
  body: TreeNode,
): { name: string; counter: Counter } | null {
  for (const node of nodesOf(body, (one) => one.type !== 'func_literal'))
    if (leaves.test(node.type)) return null;
  return clause.type === 'range_clause' ? rangeCounter(facts, clause) : stepCounter(facts, clause);
}

function rangeCounter(facts: RangeFacts, clause: TreeNode): { name: string; counter: Counter } | null {
  const [name, over] = [child(clause, 'left')?.kids[0], child(clause, 'right')];
  if (name?.type !== 'identifier' || over === null) return null;
  const of = facts.key(over);
  const count = facts.types.arrayLength(facts.typeOf(over)) ?? fixedLength(facts, of);
  // For a map or a channel, it is not an index.
  if (count === null && !/^\*?\[/.test(facts.types.underlying(facts.typeOf(over)))) return null;
  return {
    name: textOf(facts.types.file, name),
    counter: { last: count === null ? null : count - 1, of, offset: -1 },
  };
}

function stepCounter(facts: RangeFacts, clause: TreeNode): { name: string; counter: Counter } | null {
  const [condition, update] = [child(clause, 'condition'), child(clause, 'update')];
  const operator = condition === null ? null : child(condition, 'operator')?.type;
  const [left, right] = [condition && child(condition, 'left'), condition && child(condition, 'right')];
  if (update?.type !== 'inc_statement' || left?.type !== 'identifier' || !right) return null;
  if (operator !== '<' && operator !== '<=') return null;
  const name = textOf(facts.types.file, left);
  if (textOf(facts.types.file, firstKid(update)) !== name) return null;
  const bound = facts.rangeOf(right);
  const step = operator === '<' ? -1 : 0;
  const last = bound !== null && isSingle(bound) ? bound.hi + step : null;
  const isLength =
    right.type === 'call_expression' && textOf(facts.types.file, child(right, 'function')) === 'len';
  const measured = isLength ? argumentsOf(right)[0] : undefined;
  return { name, counter: { last, of: measured === undefined ? null : facts.key(measured), offset: step } };
}

export function fixedLength(facts: RangeFacts, key: string | null): number | null {
  const range = key === null ? undefined : facts.ranges.get(`len(${key})`);
  return range !== undefined && isSingle(range) ? range.lo : null;
}

/** A variable that the loop assigns may have any value in it, but a counter is never below its start. */
export function forgetChanged(facts: RangeFacts, node: TreeNode, head: TreeNode | null): void {
  const body = child(node, 'body');
  if (body === null) return;
  const inBody = assignedIn(facts, body);
  const update = head === null ? null : child(head, 'update');
  const counted = update === null ? '' : textOf(facts.types.file, firstKid(update));
  const range = facts.ranges.get(counted);
  const goesUp =
    update?.type === 'inc_statement' ||
    (update !== null && /^\w+\s*\+=\s*\d+$/.test(textOf(facts.types.file, update)));
  for (const name of assignedIn(facts, node)) facts.forget(name);
  const name =
    goesUp && update?.type !== 'inc_statement'
      ? (/^\w+/.exec(textOf(facts.types.file, update))?.[0] ?? '')
      : counted;
  const began = range ?? beganAt(facts, head, name);
  const type = facts.types.integer(facts.names.get(name) ?? '');
  if (began === undefined || type === undefined || inBody.has(name)) return;
  if (goesUp) facts.set(name, { lo: began.lo, hi: type.hi });
  else if (update?.type === 'dec_statement') facts.set(name, { lo: type.lo, hi: began.hi });
}

function beganAt(facts: RangeFacts, head: TreeNode | null, name: string): Range | undefined {
  const start = head === null ? null : child(head, 'initializer');
  if (start === null) return undefined;
  const at = (child(start, 'left')?.kids ?? []).findIndex((kid) => textOf(facts.types.file, kid) === name);
  const value = child(start, 'right')?.kids[at];
  return value === undefined ? undefined : (facts.rangeOf(value) ?? undefined);
}
