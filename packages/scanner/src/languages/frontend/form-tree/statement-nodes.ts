import type { ClassIr, Expr, FunctionIr, Stmt } from '../../../ir/ir.ts';
import type { Span } from '../cursor.ts';
import type { TreeNode } from '../tree-node.ts';
import { expressionNode, type FormParts, trimmed } from './expression-nodes.ts';
import { inField, nodeOf, spanOf } from './written-code.ts';

/** Declarations contain statements, and the reverse. */
export interface StatementParts extends FormParts {
  function(fn: FunctionIr): TreeNode | null;
  class(cls: ClassIr, span: Span): TreeNode;
}

type Of<K extends Stmt['k']> = Extract<Stmt, { k: K }>;
type Make<K extends Stmt['k']> = (parts: StatementParts, stmt: Of<K>) => TreeNode | null;

/** The statements of a list that are in a range of the text, without overlaps. */
export function statementNodes(parts: StatementParts, body: readonly Stmt[], within: Span): TreeNode[] {
  const nodes: TreeNode[] = [];
  for (const stmt of body) {
    if (stmt.end <= stmt.pos || stmt.pos < within.start || stmt.end > within.end) continue;
    const make = makers[stmt.k] as Make<Stmt['k']> | undefined;
    const node = make === undefined ? nodeOf('other', spanOf(stmt)) : make(parts, behind(stmt, nodes.at(-1)));
    if (node !== null && node.start >= (nodes.at(-1)?.end ?? within.start)) nodes.push(node);
  }
  return nodes;
}

/** `var a = 1, b = 2` gives two statements with the same start. */
function behind(stmt: Stmt, last: TreeNode | undefined): Stmt {
  const isShared = stmt.k === 'decl' && last !== undefined && stmt.pos < last.end;
  return isShared ? { ...stmt, pos: stmt.target.pos } : stmt;
}

/** The statements in the next braces, or a single statement without braces. */
function block(parts: StatementParts, body: readonly Stmt[], from: number, until: number): TreeNode | null {
  const [only] = body;
  const { code } = parts;
  let index = code.indexFrom(from);
  while (code.textAt(index) === ')') index++;
  if (code.isSign(index, '{')) {
    const close = code.closeOf(index);
    if (close < 0) return null;
    const inner = body.length === 1 && only?.k === 'block' ? only.body : body;
    const span = { start: code.startAt(index), end: code.endAt(close) };
    return nodeOf('block', span, parts.statements(inner, span));
  }
  if (body.length !== 1 || only === undefined || only.pos < from || only.end > until) return null;
  const span = spanOf(only);
  return nodeOf('block', span, parts.statements(body, span));
}

/** The offset after the next occurrence of a word. */
function afterKeyword(parts: StatementParts, word: string, from: number, until: number): number {
  const index = parts.code.find(word, from, until);
  return index < 0 ? until : parts.code.endAt(index);
}

const declaration: Make<'decl'> = (parts, stmt) => {
  const target = inField(expressionNode(parts, stmt.target), 'name');
  if (target === null) return null;
  const value = inField(expressionNode(parts, stmt.init), 'value');
  const end = value?.end ?? target.end;
  const declarator = nodeOf('variable_declarator', { start: target.start, end }, [target, value]);
  const span = { start: stmt.pos, end: Math.max(end, stmt.end) };
  return nodeOf('variable_declaration', span, [declaredType(parts, stmt, target), declarator]);
};

const beforeType = /^(?:(?:static|final|const|late|var|let|external|covariant)\b\s*)+/;

/** `var a: T`, `T a`: the type is beside the name, so that the target of the assignment is only the name. */
function declaredType({ code }: StatementParts, stmt: Of<'decl'>, target: TreeNode): TreeNode | null {
  if (stmt.type === null) return null;
  const rest = code.text.slice(target.end, stmt.init?.pos ?? stmt.end);
  const colon = /^\s*:\s*/.exec(rest);
  if (colon !== null) {
    const start = target.end + colon[0].length;
    const end = start + rest.slice(colon[0].length).replace(/\s*[=;]?\s*$/, '').length;
    // Its range includes the name and value, which are in a node of their own.
    return { type: 'type_annotation', field: 'type', start, end, kids: [] };
  }
  const before = code.text.slice(stmt.pos, target.start);
  const start = stmt.pos + (beforeType.exec(before)?.[0].length ?? 0);
  const span = trimmed(code, { start, end: target.start });
  return span.end <= span.start ? null : nodeOf('type_annotation', span, [], 'type');
}

const choice: Make<'if'> = (parts, stmt) => {
  const test = stmt.c.k === 'un' && parts.code.text.startsWith('guard', stmt.pos) ? stmt.c.e : stmt.c;
  const condition = inField(expressionNode(parts, test), 'condition');
  const isGuard = test !== stmt.c;
  const from = isGuard
    ? afterKeyword(parts, 'else', condition?.end ?? stmt.pos, stmt.end)
    : (condition?.end ?? stmt.pos);
  const yes = inField(block(parts, stmt.a, from, stmt.end), 'consequence');
  const after = afterKeyword(parts, 'else', yes?.end ?? stmt.end, stmt.end);
  const [next] = stmt.b;
  const no =
    stmt.b.length === 1 && next?.k === 'if'
      ? choice(parts, next)
      : after < stmt.end
        ? block(parts, stmt.b, after, stmt.end)
        : null;
  const type = isGuard ? 'guard_statement' : 'if_statement';
  return nodeOf(type, spanOf(stmt), [condition, yes, inField(no, 'alternative')]);
};

const each: Make<'each'> = (parts, stmt) => {
  const of = inField(expressionNode(parts, stmt.of), 'right');
  const [guarded] = stmt.body;
  // `for a in b where c`: the intermediate form has the condition inside the loop.
  const isGuarded =
    stmt.body.length === 1 && guarded?.k === 'if' && guarded.end <= stmt.end && guarded.pos === guarded.c.pos;
  const condition = isGuarded ? expressionNode(parts, guarded.c) : null;
  const body = block(
    parts,
    isGuarded ? guarded.a : stmt.body,
    condition?.end ?? of?.end ?? stmt.pos,
    stmt.end,
  );
  const left = inField(expressionNode(parts, stmt.target), 'left');
  return nodeOf('for_statement', spanOf(stmt), [left, of, condition, inField(body, 'body')]);
};

const loop: Make<'loop'> = (parts, stmt) => {
  const condition = inField(expressionNode(parts, stmt.c), 'condition');
  const steps = stmt.step.map((one) => expressionNode(parts, one));
  const starts = parts.statements(stmt.init, spanOf(stmt));
  const from = stmt.isPost
    ? parts.code.endAt(parts.code.indexFrom(stmt.pos))
    : Math.max(stmt.pos, ...[...steps, condition, ...starts].map((one) => one?.end ?? 0));
  const body = inField(block(parts, stmt.body, from, stmt.end), 'body');
  const type = stmt.isPost ? 'do_statement' : stmt.step.length > 0 ? 'for_statement' : 'while_statement';
  return nodeOf(type, spanOf(stmt), stmt.isPost ? [body, condition] : [...starts, condition, ...steps, body]);
};

const selection: Make<'switch'> = (parts, stmt) => {
  const value = inField(expressionNode(parts, stmt.d), 'value');
  const braces = parts.code.brackets('{', value?.end ?? stmt.pos, stmt.end);
  if (braces === null) return nodeOf('switch_statement', spanOf(stmt), [value]);
  const cases = stmt.cases.map(({ tests, body }) => {
    const asked = tests.map((one) => expressionNode(parts, one)).filter((one) => one !== null);
    const from = Math.max(braces.start, ...asked.map((one) => one.end));
    const kids = parts.statements(body, { start: from, end: braces.end });
    const [first] = [...asked, ...kids];
    const end = kids.at(-1)?.end ?? asked.at(-1)?.end;
    if (first === undefined || end === undefined) return null;
    const start = kids[0]?.start ?? end;
    return nodeOf('switch_case', { start: first.start, end }, [
      ...asked,
      nodeOf('block', { start, end }, kids, 'body'),
    ]);
  });
  return nodeOf('switch_statement', spanOf(stmt), [value, ...cases]);
};

const attempt: Make<'try'> = (parts, stmt) => {
  const { code } = parts;
  const body = block(parts, stmt.body, code.endAt(code.indexFrom(stmt.pos)), stmt.end);
  let at = body?.end ?? stmt.pos;
  const clauses = [...stmt.catches.map((one) => one.body), ...(stmt.last.length > 0 ? [stmt.last] : [])].map(
    (one) => {
      const braces = code.brackets('{', at, stmt.end);
      if (braces === null) return null;
      const start = code.startAt(code.indexFrom(at));
      at = braces.end;
      return nodeOf('catch_clause', { start, end: at }, [
        nodeOf('block', braces, parts.statements(one, braces), 'body'),
      ]);
    },
  );
  return nodeOf('try_statement', spanOf(stmt), [inField(body, 'body'), ...clauses]);
};

const giving =
  (word: string) =>
  (parts: StatementParts, stmt: Of<'return'> | Of<'throw'>): TreeNode => {
    const given = expressionNode(parts, stmt.e);
    // A body with a single expression returns it without the keyword.
    const isWritten = parts.code.text.startsWith(word, stmt.pos);
    return nodeOf(isWritten ? `${word}_statement` : 'expression_statement', spanOf(stmt), [given]);
  };

const expression = (parts: StatementParts, e: Expr, span: Span): TreeNode =>
  nodeOf('expression_statement', span, [expressionNode(parts, e)]);

const makers: { readonly [K in Stmt['k']]?: Make<K> } = {
  expr: (parts, stmt) => expression(parts, stmt.e, spanOf(stmt)),
  decl: declaration,
  if: choice,
  each,
  loop,
  switch: selection,
  try: attempt,
  return: giving('return'),
  throw: giving('throw'),
  break: (_, stmt) => nodeOf('break_statement', spanOf(stmt)),
  continue: (_, stmt) => nodeOf('continue_statement', spanOf(stmt)),
  block: (parts, stmt) => nodeOf('block', spanOf(stmt), parts.statements(stmt.body, spanOf(stmt))),
  fn: (parts, stmt) => parts.function(stmt.fn),
  cls: (parts, stmt) => parts.class(stmt.cls, spanOf(stmt)),
};
