import { only } from '../../../read/only.ts';
import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import {
  callsIn,
  conditionOf,
  expressionOf,
  isBlock,
  isNull,
  modifiersOf,
  nameOf,
  statementsOf,
} from './java-like.ts';
import type { ShapeFile } from './shape-file.ts';
import type { Shape, ShapeRule } from './shape-rule.ts';
import { shapeRow } from './shape-rule.ts';

function* emptyLocks(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of('synchronized_statement', 'lock_statement')) {
    const block = node.kids.find(isBlock);
    if (
      block !== undefined &&
      /^\{\s*\}$/.test(file.textOf(block).replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ''))
    )
      yield node;
  }
}

/** Double-checked locking on a field that other threads may see partly constructed. */
function* doubleChecked(file: ShapeFile): Iterable<TreeNode> {
  for (const lock of file.of('synchronized_statement')) {
    const outer = file.around(lock, 'if_statement');
    const inner = statementsOf(lock.kids.find(isBlock) ?? null)[0];
    if (outer === null || inner?.type !== 'if_statement') continue;
    const condition = conditionOf(inner);
    if (
      file.plain(condition) !== file.plain(conditionOf(outer)) ||
      condition?.type !== 'binary_expression' ||
      !isNull(child(condition, 'right'))
    )
      continue;
    const name = file.plain(child(condition, 'left')).replace(/^this\./, '');
    const field = file
      .of('field_declaration')
      .find((one) =>
        one.kids.some(
          (kid) => kid.type === 'variable_declarator' && file.textOf(child(kid, 'name')) === name,
        ),
      );
    if (
      field !== undefined &&
      !modifiersOf(file, field).includes('volatile') &&
      !/^(?:int|boolean|byte|short|char|float|Integer|String)$/.test(file.textOf(child(field, 'type')))
    )
      yield outer;
  }
}

const lockTypes = /^(?:(?:java\.util\.concurrent\.locks\.)?(?:Reentrant)?(?:Lock|ReadLock|WriteLock))$/;

/** Each call is compared with the others. A file with more is generated or hostile. */
const MAX_LOCK_CALLS = 200;

/** Locks that stay held after a failure, are taken twice, or are released without being held. */
function* locks(file: ShapeFile): Iterable<Shape> {
  const calls = callsIn(file).filter(({ name, args, receiver, node }) => {
    const held = receiver === null ? null : nameOf(file, receiver);
    return (
      /^(?:lock|unlock|tryLock|lockInterruptibly)$/.test(name) &&
      held !== null &&
      args.length === 0 &&
      lockTypes.test(file.typeOf(held, node.start) ?? '')
    );
  });
  if (calls.length > MAX_LOCK_CALLS) return;
  const byPlace = new Map<string, typeof calls>();
  for (const call of calls) {
    const key = `${file.textOf(call.receiver)} ${file.functionAround(call.node)?.start}`;
    byPlace.set(key, [...(byPlace.get(key) ?? []), call]);
  }
  for (const [key, group] of byPlace) {
    const taken = group.filter(({ name }) => name !== 'unlock');
    const given = group.filter(({ name }) => name === 'unlock');
    const lock = taken.find(({ name }) => name === 'lock');
    const twice = follows(file, taken);
    const givenTwice = given.length > taken.length && taken.length > 0 ? follows(file, given) : null;
    const alone = taken.length === 0 ? only(given) : undefined;
    if (twice !== null && taken.length > given.length)
      yield { node: twice, cwe: 'CWE-764', subject: 'taken twice' };
    else if (givenTwice !== null) yield { node: givenTwice, cwe: 'CWE-765', subject: 'given back twice' };
    else if (alone !== undefined && !isTaken(file, calls, key))
      yield { node: alone.node, cwe: 'CWE-832', subject: 'not taken before' };
    else if (
      lock !== undefined &&
      given.length > 0 &&
      given.every(({ node }) => file.around(node, 'finally_clause', 'catch_clause') === null) &&
      hasWork(file, lock.node, given)
    )
      yield { node: lock.node };
    else if (lock !== undefined && given.length === 0 && !isGiven(file, calls, key))
      yield { node: lock.node, subject: 'never given back' };
  }
}

type Calls = { node: TreeNode; name: string; receiver: TreeNode | null }[];

/** The second of two calls with only calls of the same kind in between. */
function follows(file: ShapeFile, calls: Calls): TreeNode | null {
  for (const { node } of calls) {
    const statement = file.parent(node);
    const kids =
      statement === null
        ? []
        : (file.parent(statement)?.kids ?? []).filter(({ type }) => !/comment/.test(type));
    const next = statement === null ? undefined : kids[kids.indexOf(statement) + 1];
    const other = calls.find((one) => one.node === expressionOf(next));
    if (other !== undefined) return other.node;
  }
  return null;
}

/** Another method of the file takes the lock: the two belong together. */
const isTaken = (file: ShapeFile, calls: Calls, key: string): boolean =>
  calls.some(
    (one) => one.name !== 'unlock' && file.textOf(one.receiver) === key.split(' ')[0] && isSplit(file, one),
  );
const isGiven = (file: ShapeFile, calls: Calls, key: string): boolean =>
  calls.some(
    (one) => one.name === 'unlock' && file.textOf(one.receiver) === key.split(' ')[0] && isSplit(file, one),
  );

/** Whether the method only takes or releases a lock. */
function isSplit(file: ShapeFile, { node }: { node: TreeNode }): boolean {
  const around = file.functionAround(node);
  const calls =
    around === null
      ? []
      : callsIn(file, around).filter(({ name }) => /^(?:lock|unlock|tryLock|lockInterruptibly)$/.test(name));
  return new Set(calls.map(({ name }) => name)).size < 2;
}

/** Whether something in between may throw. */
function hasWork(file: ShapeFile, lock: TreeNode, given: Calls): boolean {
  return given.some(({ node }) =>
    callsIn(file).some((one) => one.node.start > lock.end && one.node.end < node.start),
  );
}

export const lockShapes: readonly ShapeRule[] = [
  {
    ...shapeRow('reliability/empty-lock', ['CWE-585'], 0.85),
    description: 'Nothing is protected: the statements that the lock should protect are outside of it.',
    recommendation: 'Move the statements into the block, or remove it.',
    may: (text) =>
      /\b(?:synchronized|lock)\s{0,9}\([^{};]{0,100}\)\s{0,60}\{\s{0,60}(?:\/[/*][^}]{0,300})?\}/.test(text),
    find: emptyLocks,
  },
  {
    ...shapeRow('reliability/double-checked-locking', ['CWE-609'], 0.85),
    languages: ['Java'],
    description: 'Another thread may see the object before its fields are written.',
    recommendation:
      'Declare the field volatile, or hold the object in a separate class that is loaded at first use.',
    may: (text) => /== ?null ?\)\s{0,40}\{?\s{0,40}(?:\/\/[^\n]{0,160}\s{0,40})*synchronized\b/.test(text),
    find: doubleChecked,
  },
  {
    ...shapeRow('reliability/lock-left', ['CWE-667', 'CWE-404'], 0.75),
    languages: ['Java'],
    description:
      'Lock and unlock do not match on all paths: other threads wait for ever, or the unlock throws.',
    recommendation: 'Write lock(); try { … } finally { unlock(); }.',
    may: (text) =>
      /\b(?:ReentrantLock|Lock|ReadLock|WriteLock) \w+/.test(text) && /\.(?:un)?lock\(\)/.test(text),
    find: locks,
  },
];
