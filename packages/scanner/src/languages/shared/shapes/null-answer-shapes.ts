import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { type Call, callsIn, nameOf, operatorOf } from './java-like.ts';
import { isDereferenced, isWritten } from './null-shapes.ts';
import type { ShapeFile } from './shape-file.ts';
import type { ShapeRule } from './shape-rule.ts';

/** Calls that return null if there is no entry for the given name. */
function mayBeNull(file: ShapeFile, call: Call): boolean {
  const receiver = file.plain(call.receiver);
  const [first] = call.args;
  if (file.language === 'Java') {
    if (receiver === 'System' && call.name === 'getenv') return call.args.length === 1;
    if (call.name === 'getProperty' && call.args.length === 1)
      return (
        (receiver === 'System' && !/^"(?:java|os|user|file|line|path)\./.test(file.textOf(first ?? null))) ||
        (first?.type === 'string_literal' &&
          /^(?:java\.util\.)?Properties$/.test(file.typeOf(receiver, call.node.start) ?? ''))
      );
    if (call.name === 'getParameter' && call.args.length === 1)
      return /^(?:HttpServletRequest|ServletRequest)$/.test(file.typeOf(receiver, call.node.start) ?? '');
    return false;
  }
  return receiver === 'Environment' && call.name === 'GetEnvironmentVariable' && call.args.length === 1;
}

const harmless = /^(?:Equals|IsNullOrEmpty)$/;

function* nullAnswers(file: ShapeFile): Iterable<TreeNode> {
  for (const call of callsIn(file)) {
    if (!mayBeNull(file, call)) continue;
    const parent = file.parent(call.node);
    if (parent === null) continue;
    if (
      (parent.type === 'method_invocation' && call.node.field === 'object') ||
      (parent.type === 'member_access_expression' && call.node.field === 'expression')
    ) {
      if (!harmless.test(file.textOf(child(parent, 'name')))) yield call.node;
      continue;
    }
    const isSet = parent.type === 'assignment_expression';
    if (!(isSet && call.node.field === 'right') && parent.type !== 'variable_declarator') continue;
    const name = nameOf(file, child(parent, isSet ? 'left' : 'name'));
    const body = file.functionAround(call.node);
    if (name === null || body === null || (isSet && file.typeOf(name, call.node.start) === null)) continue;
    const uses = file.usesOf(name, body).filter(({ start }) => start > call.node.end);
    if (uses.length === 0 || uses.some((use) => isCompared(file, use) || isWritten(file, use))) continue;
    // A function that gets the value may check it, unless the value is dereferenced before.
    const [use] = uses;
    if (use !== undefined && isDereferenced(file, use) && !isGuarded(file, use, body)) yield use;
  }
}

function isCompared(file: ShapeFile, use: TreeNode): boolean {
  const parent = file.parent(use);
  if (parent === null) return false;
  if (parent.type === 'binary_expression') return /[=!]=|\?\?/.test(operatorOf(parent));
  if (
    /^(?:is_pattern_expression|is_expression|conditional_access_expression|instanceof_expression|postfix_unary_expression)$/.test(
      parent.type,
    )
  )
    return true;
  return false;
}

/** Whether an exception from it is caught. */
function isGuarded(file: ShapeFile, use: TreeNode, body: TreeNode): boolean {
  for (
    let at = file.around(use, 'try_statement', 'try_with_resources_statement');
    at !== null && at.start > body.start;
    at = file.around(at, 'try_statement', 'try_with_resources_statement')
  ) {
    if (
      at.kids.some(
        (kid) =>
          kid.type === 'catch_clause' &&
          /^catch\s*(?:\{|\([^)]*\b(?:NullPointerException|NullReferenceException|RuntimeException|Exception|Throwable)\b)/.test(
            file.textOf(kid),
          ),
      )
    )
      return true;
  }
  return false;
}

export const nullAnswerShapes: readonly ShapeRule[] = [
  {
    id: 'reliability/unchecked-null-answer',
    languages: ['Java', 'C#'],
    cwe: ['CWE-690', 'CWE-476'],
    confidence: 0.6,
    // The data flow also reports this. With the same source, the two are merged.
    source: 'code',
    description: 'The call returns null if nothing has that name, and then this line fails.',
    recommendation: 'Check for null, or pass a default to the call.',
    may: (text) => /\bget(?:Property|env|Parameter)\(|\bGetEnvironmentVariable\(/.test(text),
    find: nullAnswers,
  },
];
