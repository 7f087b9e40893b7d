import type { Expr, Stmt } from '../../ir/ir.ts';
import { lowerTarget } from './lower-assignments.ts';
import { declare, type LowerContext, textOf } from './lower-context.ts';
import { lowerExpr } from './lower-expr.ts';
import { bindPatterns } from './lower-patterns.ts';
import { lowerBody, lowerStmts } from './lowering.ts';
import { at, child, children, isComment } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

/** A case of a switch. It is taken if one of the tests is equal to the value. */
export interface Case {
  tests: Expr[];
  isDefault: boolean;
  body: Stmt[];
}

type LowerCase = (context: LowerContext, node: TreeNode, subject: TreeNode | null) => Case;

/** Null if it is not a case. */
export function lowerCase(context: LowerContext, node: TreeNode, subject: TreeNode | null): Case | null {
  return table.get(node.type)?.(context, node, subject) ?? null;
}

/** Java */
const labelled: LowerCase = (context, node, subject) => {
  const labels = node.kids.filter((kid) => kid.type === 'switch_label');
  const tests = labels.flatMap((label) =>
    label.kids
      .filter((kid) => !isComment(kid) && kid.type !== 'guard')
      .flatMap((kid) => testsOf(context, kid, subject)),
  );
  return {
    tests,
    isDefault: labels.some((label) => label.kids.length === 0),
    body: node.kids.filter((kid) => kid.type !== 'switch_label').flatMap((kid) => lowerStmts(context, kid)),
  };
};

/** C# */
const section: LowerCase = (context, node, subject) => {
  const isStatement = (kid: TreeNode): boolean => /statement|^block$|declaration$/.test(kid.type);
  const patterns = node.kids.filter((kid) => !isStatement(kid) && !isComment(kid));
  return {
    tests: patterns
      .filter((kid) => kid.type !== 'when_clause')
      .flatMap((kid) => testsOf(context, kid, subject)),
    isDefault: /^\s*default|\bdefault\s*:/.test(
      textOf(context, node).slice(0, (node.kids.find(isStatement)?.start ?? node.end) - node.start),
    ),
    body: node.kids.filter(isStatement).flatMap((kid) => lowerStmts(context, kid)),
  };
};

/** Go */
const goCase: LowerCase = (context, node) => {
  const value = child(node, 'value') ?? child(node, 'communication');
  const tests =
    value === null
      ? []
      : value.type === 'expression_list'
        ? value.kids.map((kid) => lowerExpr(context, kid))
        : [lowerExpr(context, value)];
  return {
    tests,
    isDefault: false,
    body: node.kids.filter((kid) => kid.field === null).flatMap((kid) => lowerStmts(context, kid)),
  };
};

/** C and PHP */
const statementCase: LowerCase = (context, node) => {
  const value = child(node, 'value');
  return {
    tests: value === null ? [] : [lowerExpr(context, value)],
    isDefault: value === null,
    body: node.kids.filter((kid) => kid !== value).flatMap((kid) => lowerStmts(context, kid)),
  };
};

const otherwise: LowerCase = (context, node) => ({
  tests: [],
  isDefault: true,
  body: lowerBody(context, node),
});

/** Rust */
const arm: LowerCase = (context, node, subject) => {
  const pattern = child(node, 'pattern');
  if (pattern !== null) declarePatternNames(context, pattern);
  const text = textOf(context, pattern);
  const tests = pattern === null || text === '_' ? [] : [bindPattern(context, pattern, subject)];
  return {
    tests,
    isDefault: text === '_' || /^[a-z_]\w*$/.test(text),
    body: lowerStmts(context, child(node, 'value')),
  };
};

/** Python */
const clause: LowerCase = (context, node, subject) => {
  const pattern = node.kids[0] ?? null;
  const text = textOf(context, pattern);
  const captured = pattern === null ? [] : capturesOf(context, pattern);
  for (const capture of captured) declare(context, textOf(context, capture));
  const bound = captured.map((capture): Stmt => {
    const t: Expr = { k: 'var', name: textOf(context, capture), ...at(capture) };
    const e: Expr = { k: 'set', t, v: lowerExpr(context, subject), op: 'match', ...at(capture) };
    return { k: 'expr', e, ...at(capture) };
  });
  return {
    tests: text === '_' || captured.length > 0 ? [] : [lowerExpr(context, pattern)],
    isDefault: text === '_',
    body: [...bound, ...lowerStmts(context, child(node, 'consequence'))],
  };
};

/** Ruby */
const whenOf: LowerCase = (context, node) => {
  const patterns = children(node, 'pattern');
  return {
    tests: patterns.map((kid) => lowerExpr(context, kid.kids[0] ?? kid)),
    isDefault: false,
    body: lowerStmts(context, child(node, 'body')),
  };
};

/** Kotlin */
const entry: LowerCase = (context, node) => {
  const conditions = children(node, 'condition');
  return {
    tests: conditions.map((kid) => lowerExpr(context, kid)),
    isDefault: conditions.length === 0,
    body: lowerStmts(
      context,
      node.kids.findLast((kid) => kid.field !== 'condition' && !isComment(kid)) ?? null,
    ),
  };
};

/** C#'s switch expression. */
const expressionArm: LowerCase = (context, node, subject) => {
  const pattern = node.kids[0] ?? null;
  return {
    tests: pattern === null || pattern.type === 'discard' ? [] : testsOf(context, pattern, subject),
    isDefault: pattern?.type === 'discard' || /^var\s+\w+$/.test(textOf(context, pattern)),
    body: lowerStmts(context, node.kids.at(-1) ?? null),
  };
};

const table: ReadonlyMap<string, LowerCase> = new Map([
  ['switch_block_statement_group', labelled],
  ['switch_rule', labelled],
  ['switch_section', section],
  ['expression_case', goCase],
  ['type_case', goCase],
  ['communication_case', goCase],
  ['case_statement', statementCase],
  ['default_case', otherwise],
  ['default_statement', otherwise],
  ['match_arm', arm],
  ['case_clause', clause],
  ['when', whenOf],
  ['when_entry', entry],
  ['switch_expression_arm', expressionArm],
]);

/** A constant to compare, or the names that a pattern binds. */
function testsOf(context: LowerContext, node: TreeNode, subject: TreeNode | null): Expr[] {
  if (node.type === 'constant_pattern') return [lowerExpr(context, node.kids[0] ?? null)];
  if (node.type === 'or_pattern') return node.kids.flatMap((kid) => testsOf(context, kid, subject));
  if (!/pattern$/.test(node.type)) return [lowerExpr(context, node)];
  const bound = bindPatterns(context, node, lowerExpr(context, subject));
  return bound.length > 0 ? bound : [{ k: 'none', ...at(node) }];
}

/** The names that a Python pattern binds to parts of the value. */
function capturesOf(context: LowerContext, node: TreeNode): TreeNode[] {
  const own: TreeNode[] = [];
  if (node.type === 'case_pattern' || node.type === 'keyword_pattern') {
    const name = node.kids.at(-1);
    if (
      name?.type === 'dotted_name' &&
      /^[a-z_]\w*$/.test(textOf(context, name)) &&
      textOf(context, name) !== '_'
    )
      own.push(name);
  }
  const last = node.kids.at(-1);
  if (node.type === 'as_pattern' && last?.type === 'identifier') own.push(last);
  return [...own, ...node.kids.flatMap((kid) => capturesOf(context, kid))];
}

/** Names in a Rust pattern are tainted like the matched value. */
function bindPattern(context: LowerContext, pattern: TreeNode, subject: TreeNode | null): Expr {
  const inner = pattern.type === 'match_pattern' ? (pattern.kids[0] ?? pattern) : pattern;
  if (/^(?:tuple_struct_pattern|struct_pattern|identifier)$/.test(inner.type))
    return {
      k: 'set',
      t: lowerTarget(context, inner, true),
      v: lowerExpr(context, subject),
      op: 'match',
      ...at(pattern),
    };
  return lowerExpr(context, inner);
}

function declarePatternNames(context: LowerContext, node: TreeNode): void {
  if (node.type === 'identifier' && node.field !== 'type') declare(context, textOf(context, node));
  for (const kid of node.kids) declarePatternNames(context, kid);
}
