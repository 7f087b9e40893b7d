import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { bare, conditionOf, isBlock, isNull, nameOf, operatorOf } from './java-like.ts';
import type { ShapeFile } from './shape-file.ts';
import type { ShapeRule } from './shape-rule.ts';

/** The name that is compared with null. */
function nullChecked(file: ShapeFile, node: TreeNode | null, operator: '==' | '!='): string | null {
  if (node?.type !== 'binary_expression' || operatorOf(node) !== operator) return null;
  const left = bare(child(node, 'left'));
  const right = bare(child(node, 'right'));
  return isNull(right) ? nameOf(file, left) : isNull(left) ? nameOf(file, right) : null;
}

/** Whether the value is dereferenced: `a.b`, `a[0]`, `a.b()`. */
export function isDereferenced(file: ShapeFile, use: TreeNode): boolean {
  const parent = file.parent(use);
  if (parent?.type === 'method_invocation') return use.field === 'object';
  if (parent?.type === 'field_access') return use.field === 'object';
  if (parent?.type === 'array_access') return use.field === 'array';
  if (parent?.type === 'member_access_expression')
    return (
      use.field === 'expression' &&
      !/^(?:HasValue|GetValueOrDefault)$/.test(file.textOf(child(parent, 'name')))
    );
  return parent?.type === 'element_access_expression' && use.field === 'expression';
}

export function isWritten(file: ShapeFile, use: TreeNode): boolean {
  const parent = file.parent(use);
  return (
    (parent?.type === 'assignment_expression' && use.field === 'left') ||
    (parent?.type === 'argument' && /^(?:out|ref)\b/.test(file.textOf(parent)))
  );
}

const isInLambda = (file: ShapeFile, use: TreeNode, within: TreeNode) => {
  const around = file.functionAround(use);
  return around !== null && around.start > within.start;
};

/** `a != null & a.b()` and `a == null && a.b()`: the right side dereferences null. */
function* wrongOperator(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of('binary_expression')) {
    const operator = operatorOf(node);
    const left = bare(child(node, 'left'));
    const right = child(node, 'right');
    if (right === null) continue;
    const name =
      operator === '&' || operator === '||'
        ? nullChecked(file, left, '!=')
        : operator === '|' || operator === '&&'
          ? nullChecked(file, left, '==')
          : null;
    if (name === null) continue;
    if (file.usesOf(name, right).some((use) => isDereferenced(file, use) && !isInLambda(file, use, node)))
      yield node;
  }
}

/** `if (a == null) { a.b(); }` */
function* dereferencedWhereNull(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of('if_statement')) {
    const condition = conditionOf(node);
    const isNegated = nullChecked(file, condition, '!=') !== null;
    const name = nullChecked(file, condition, isNegated ? '!=' : '==');
    const branch = child(node, isNegated ? 'alternative' : 'consequence');
    if (name === null || branch === null || !file.isLocal(name, node.start)) continue;
    for (const use of file.usesOf(name, branch)) {
      if (isWritten(file, use) || isInLambda(file, use, branch)) break;
      if (!isDereferenced(file, use)) continue;
      yield use;
      break;
    }
  }
}

/** `String a = null; a.b();` without a branch in between. */
function* nullOnTheWay(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of('null_literal')) {
    const parent = file.parent(node);
    const isSet =
      parent?.type === 'assignment_expression' && operatorOf(parent) === '=' && node.field === 'right';
    if (parent === null || !(isSet || parent.type === 'variable_declarator')) continue;
    const name = nameOf(file, child(parent, isSet ? 'left' : 'name'));
    let statement: TreeNode = parent;
    while (!/_statement$|^local_variable_declaration$/.test(statement.type)) {
      const up = file.parent(statement);
      if (up === null || up.type === 'field_declaration') break;
      statement = up;
    }
    const block = file.parent(statement);
    if (name === null || block === null || !isBlock(block) || !file.isLocal(name, node.end)) continue;
    const next = block.kids.slice(block.kids.indexOf(statement) + 1);
    const use = firstUse(file, name, next);
    if (use !== null) yield use;
  }
}

/** The first use in statements without branches, if it dereferences the name. */
function firstUse(file: ShapeFile, name: string, statements: readonly TreeNode[]): TreeNode | null {
  for (const statement of statements) {
    if (/comment/.test(statement.type)) continue;
    if (
      !/^(?:expression_statement|local_variable_declaration|local_declaration_statement|return_statement)$/.test(
        statement.type,
      )
    )
      return null;
    const uses = file.usesOf(name, statement);
    if (uses.length === 0) continue;
    const asked = uses.find((use) => isDereferenced(file, use));
    const isFree =
      uses.every((use) => !isWritten(file, use) && !isInLambda(file, use, statement)) &&
      !/[?&|]/.test(file.textOf(statement).replace(/"[^"]*"/g, ''));
    return asked !== undefined && isFree ? asked : null;
  }
  return null;
}

/** `a.b(); if (a != null) …`: the check is too late or unnecessary. */
function* checkedAfter(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of('if_statement')) {
    const condition = conditionOf(node);
    const name = nullChecked(file, condition, '!=') ?? nullChecked(file, condition, '==');
    const block = file.parent(node);
    if (
      condition === null ||
      name === null ||
      block === null ||
      !isBlock(block) ||
      !file.isLocal(name, node.start)
    )
      continue;
    const before = block.kids.slice(0, block.kids.indexOf(node)).reverse();
    for (const statement of before) {
      if (
        !/^(?:expression_statement|local_variable_declaration|local_declaration_statement)$/.test(
          statement.type,
        )
      )
        break;
      const uses = file.usesOf(name, statement);
      if (uses.length === 0) continue;
      const isFree = uses.every(
        (use) =>
          !isWritten(file, use) &&
          file.parent(use)?.type !== 'variable_declarator' &&
          !isInLambda(file, use, statement),
      );
      if (isFree && !/[?&|]/.test(file.textOf(statement)) && uses.some((use) => isDereferenced(file, use)))
        yield condition;
      break;
    }
  }
}

/** `catch (NullPointerException e)` */
function* caughtNull(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of('catch_clause')) {
    const parameter = node.kids.find(
      ({ type }) => type === 'catch_formal_parameter' || type === 'catch_declaration',
    );
    if (
      parameter !== undefined &&
      /\b(?:NullPointerException|NullReferenceException)\b/.test(file.textOf(parameter))
    )
      yield node;
  }
}

/** Strings compared by reference instead of by value. */
function* comparedTexts(file: ShapeFile): Iterable<TreeNode> {
  for (const node of file.of('binary_expression')) {
    if (!/^[!=]=$/.test(operatorOf(node))) continue;
    const sides = [child(node, 'left'), child(node, 'right')].map((side) => nameOf(file, bare(side)));
    if (
      sides.every(
        (name) =>
          name !== null &&
          name !== sides[1 - sides.indexOf(name)] &&
          file.typeOf(name, node.start) === 'String',
      ) &&
      !isSameFirst(file, node)
    )
      yield node;
  }
}

/** `a == b || a.equals(b)` only saves time. */
function isSameFirst(file: ShapeFile, node: TreeNode): boolean {
  const around = file.around(
    node,
    'expression_statement',
    'if_statement',
    'return_statement',
    'local_variable_declaration',
    'while_statement',
  );
  return (
    around !== null &&
    /equals\s*\(/i.test(withoutComments(file.text.slice(around.start, Math.min(around.end, node.end + 120))))
  );
}

const withoutComments = (text: string) => text.replace(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, '');

function sharesTypedNames(text: string): boolean {
  const names = new Set([...text.matchAll(/\bString (\w+)\b/g)].map((one) => one[1]));
  for (const [, left, right] of text.matchAll(/\b([a-z]\w*)\s*[!=]=\s*([a-z]\w*)\b(?![.([])/g))
    if (names.has(left) && names.has(right)) return true;
  return false;
}

/** Whether some name is compared with null or set to it, and dereferenced nearby. */
function mayBeDereferenced(text: string): boolean {
  if (/[!=]= ?null\)? ?(?:&(?!&)|\|(?!\|))|(?:== ?null\)? ?&&|!= ?null\)? ?\|\|)[^\n;]*\w[.[]/.test(text))
    return true;
  for (const { 0: check, 1: name = '', 2: sign, index } of text.matchAll(
    /\bif ?\( ?(\w+) ?([!=])= ?null ?\)/g,
  )) {
    const before = text.slice(Math.max(0, index - 160), index);
    if (before.includes(`${name}.`) && /;\s*$/.test(before)) return true;
    const after = text.slice(index + check.length, index + check.length + 500);
    const from = sign === '=' ? 0 : after.indexOf('else');
    const end = after.indexOf('}', from);
    if (from >= 0 && asks(after.slice(from, end < 0 ? undefined : end), name)) return true;
  }
  for (const { index } of text.matchAll(/ = null;/g)) {
    const name = /\w+$/.exec(text.slice(Math.max(0, index - 60), index))?.[0];
    const [after = ''] = text.slice(index + 8, index + 308).split(/[{}]/, 1);
    if (name !== undefined && asks(after, name)) return true;
  }
  return false;
}

const asks = (text: string, name: string): boolean => text.includes(`${name}.`) || text.includes(`${name}[`);

export const nullShapes: readonly ShapeRule[] = [
  {
    id: 'reliability/null-dereference',
    languages: ['Java', 'C#'],
    cwe: ['CWE-476'],
    confidence: 0.85,
    description: 'The variable is null whenever this runs, so it always fails.',
    recommendation:
      'Invert the check, write && instead of & and || instead of |, or give the variable a value first.',
    may: mayBeDereferenced,
    find: (file) => [
      ...wrongOperator(file),
      ...dereferencedWhereNull(file),
      ...nullOnTheWay(file),
      ...checkedAfter(file),
    ],
  },
  {
    id: 'reliability/caught-null-pointer',
    languages: ['Java', 'C#'],
    cwe: ['CWE-395'],
    confidence: 0.8,
    description:
      'The exception shows a bug in the program: what is null stays unknown, and other bugs in the block are hidden.',
    recommendation: 'Check for null first.',
    may: (text) => /\bcatch ?\([^)\n]{0,160}\bNull(?:Pointer|Reference)Exception\b/.test(text),
    find: caughtNull,
  },
  {
    id: 'reliability/compared-identity',
    languages: ['Java'],
    cwe: ['CWE-597', 'CWE-595'],
    confidence: 0.7,
    description:
      'Two strings with the same characters may be different objects, and then they are not equal here.',
    recommendation: 'Compare with equals.',
    may: sharesTypedNames,
    find: comparedTexts,
  },
];
