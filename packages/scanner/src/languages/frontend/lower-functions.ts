import type { Annotation, Expr, Stmt } from '../../ir/ir.ts';
import { only } from '../../read/only.ts';
import { readAnnotations } from './lower-annotations.ts';
import { bindOutsideClass, bindReceiver } from './lower-classes.ts';
import { inFunction, type LowerContext, textOf, typeName } from './lower-context.ts';
import { parameter, readParameters } from './lower-parameters.ts';
import { lowerBody, lowerExpr, lowerStmts, returnLast } from './lowering.ts';
import { at, child, children, ofType } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

/** In C-like languages, it contains the name and the parameters, inside pointers and references. */
function functionDeclarator(node: TreeNode): TreeNode | null {
  let declarator = child(node, 'declarator');
  while (declarator !== null && declarator.type !== 'function_declarator') {
    const inner = child(declarator, 'declarator');
    if (inner === null) break;
    declarator = inner;
  }
  return declarator;
}

/** A named function or method with its body; null if it has no body. */
export function lowerFunctionNode(
  context: LowerContext,
  node: TreeNode,
  annotations: Annotation[] = [],
): Expr | null {
  const declarator = functionDeclarator(node);
  const nameNode =
    child(node, 'name') ??
    (declarator === null ? null : child(declarator, 'declarator')) ??
    (context.language === 'Kotlin' ? ofType(node, 'identifier', 'simple_identifier') : null);
  let name = textOf(context, nameNode);
  const scope = declarator === null ? null : (/(\w+)(?:<[^<>]*>)?::~?\w+$/.exec(name)?.[1] ?? null);
  if (declarator !== null) name = name.slice(name.lastIndexOf(':') + 1);
  const inner = inFunction(context, node, name);
  const { fn } = inner;
  fn.annotations = [...annotations, ...readAnnotations(context, node)];
  const parameters =
    child(node, 'parameters') ??
    (declarator === null ? null : child(declarator, 'parameters')) ??
    ofType(node, 'function_value_parameters');
  readParameters(inner, parameters);
  // An extension function: the receiver comes before the name.
  const [first] = node.kids.filter((kid) => kid.type !== 'modifiers' && kid.type !== 'type_parameters');
  if (context.language === 'Kotlin' && nameNode !== null && first !== undefined && /type$/.test(first.type)) {
    fn.params.push({ ...parameter('<this>'), type: '<receiver>' });
    fn.locals.add('<this>');
  }
  fn.returnType = typeName(
    context,
    child(node, 'type') ?? child(node, 'return_type') ?? child(node, 'returns') ?? child(node, 'result'),
  );
  if (context.language === 'Go') nameResults(inner, child(node, 'result'));
  fn.isStatic =
    /\bstatic\b/.test(context.file.text.slice(node.start, nameNode?.start ?? node.start)) ||
    fn.annotations.some((entry) => entry.name === 'staticmethod');
  fn.isExported = isExported(context, node, name);
  const receiver = child(node, 'receiver');
  if (receiver !== null) bindReceiver(inner, receiver);
  if (scope !== null) bindOutsideClass(inner, scope, node);
  const body =
    child(node, 'body') ??
    ofType(node, 'function_body', 'arrow_expression_clause', 'body_statement', 'block');
  fn.body = lowerFunctionBody(inner, body);
  for (const kid of node.kids)
    if (kid.type === 'constructor_initializer')
      fn.body.unshift({ k: 'expr', e: lowerExpr(inner, kid), ...at(kid) });
    else if (kid.type === 'field_initializer_list') fn.body.unshift(...initializedFields(inner, kid));
  if (parameters !== null && context.language === 'PHP')
    fn.body.unshift(...promotedFields(context, parameters));
  if (context.language === 'Ruby' && body === null)
    fn.body = returnLast(
      inner,
      node.kids.filter((kid) => kid.field === null).flatMap((kid) => lowerStmts(inner, kid)),
    );
  // A method is not a variable: a field of the class may have the same name.
  if (context.cls === null || context.fn !== context.file.top || !separateNamespaces.has(context.language))
    context.fn.locals.add(name);
  return { k: 'fn', fn, ...at(node) };
}

/** `func f() (text string, err error)`: both are local variables. */
function nameResults(context: LowerContext, node: TreeNode | null): void {
  if (node?.type !== 'parameter_list') return;
  const names = node.kids.flatMap((kid) => children(kid, 'name')).map((kid) => textOf(context, kid));
  if (names.length > 0) context.fn.results = names;
  for (const name of names) context.fn.locals.add(name);
}

/** Languages in which a method and a field may have the same name, and both can be used without `this`. */
const separateNamespaces = new Set(['Java', 'C#']);

/** `: name(value), …` in a C++ constructor. */
function initializedFields(context: LowerContext, node: TreeNode): Stmt[] {
  return node.kids.flatMap((kid): Stmt[] => {
    const [name, given] = kid.kids;
    const value = only(given?.kids ?? []);
    if (kid.type !== 'field_initializer' || name?.type !== 'field_identifier' || value === undefined)
      return [];
    const place = at(kid);
    const t: Expr = { k: 'get', o: { k: 'this', ...place }, name: textOf(context, name), ...place };
    return [{ k: 'expr', e: { k: 'set', t, op: null, v: lowerExpr(context, value), ...place }, ...place }];
  });
}

/** Constructor parameters that are also fields (`private string $name`). */
function promotedFields(context: LowerContext, parameters: TreeNode): Stmt[] {
  return parameters.kids
    .filter((kid) => kid.type === 'property_promotion_parameter')
    .map((kid): Stmt => {
      const name = textOf(context, child(kid, 'name') ?? ofType(kid, 'variable_name')).replace(/^[&$]+/, '');
      const place = at(kid);
      const field: Expr = { k: 'get', o: { k: 'this', ...place }, name, ...place };
      return {
        k: 'expr',
        e: { k: 'set', t: field, op: null, v: { k: 'var', name, ...place }, ...place },
        ...place,
      };
    });
}

function lowerFunctionBody(context: LowerContext, body: TreeNode | null): Stmt[] {
  if (body === null) return [];
  if (
    body.type === 'arrow_expression_clause' ||
    (body.type === 'function_body' && body.kids[0]?.type !== 'block')
  ) {
    const value = lowerExpr(context, body.kids[0] ?? null);
    return [{ k: 'return', e: value, ...at(body) }];
  }
  const [inner] = body.kids;
  return returnLast(
    context,
    body.type === 'function_body' && inner ? lowerBody(context, inner) : lowerStmts(context, body),
  );
}

/** Closures in all their forms, including Ruby's blocks. */
export function lowerLambda(context: LowerContext, node: TreeNode): Expr {
  const inner = inFunction(context, node, '<anonymous>');
  inner.fn.isArrow = true;
  const parameters =
    child(node, 'parameters') ??
    ofType(
      node,
      'lambda_parameters',
      'block_parameters',
      'parameter_list',
      'function_value_parameters',
      'formal_parameters',
    );
  readParameters(inner, parameters);
  if (context.language === 'Kotlin' && parameters === null) inner.fn.params.push(parameter('it'));
  for (const entry of inner.fn.params) if (entry.name !== '') inner.fn.locals.add(entry.name);
  if (context.language === 'PHP' && node.type === 'arrow_function') inner.fn.isArrow = true;
  const uses = ofType(node, 'anonymous_function_use_clause');
  // A variable in the `use` of a PHP closure remains the outer function's variable.
  for (const kid of uses?.kids ?? [])
    inner.fn.locals.add(`use ${textOf(context, kid).replace(/^[&$]+/, '')}`);
  const body = child(node, 'body') ?? ofType(node, 'block', 'body_statement', 'function_body');
  if (node.type === 'lambda_literal') {
    inner.fn.body = returnLast(
      inner,
      node.kids.filter((kid) => kid !== parameters).flatMap((kid) => lowerStmts(inner, kid)),
    );
  } else if (body === null) {
    inner.fn.body = returnLast(
      inner,
      node.kids
        .filter((kid) => kid !== parameters && kid.field === null)
        .flatMap((kid) => lowerStmts(inner, kid)),
    );
  } else if (/block|statement|body|do/.test(body.type) && !/expression$/.test(body.type)) {
    inner.fn.body = returnLast(inner, lowerStmts(inner, body));
  } else {
    inner.fn.body = [{ k: 'return', e: lowerExpr(inner, body), ...at(body) }];
  }
  return { k: 'fn', fn: inner.fn, ...at(node) };
}

function isExported(context: LowerContext, node: TreeNode, name: string): boolean {
  const head = context.file.text.slice(node.start, Math.min(node.end, node.start + 200));
  switch (context.language) {
    case 'Go':
      return /^[A-Z]/.test(name);
    case 'Python':
    case 'Ruby':
      return !name.startsWith('_');
    case 'PHP':
    case 'Kotlin':
      return !/^\s*(?:(?:static|final|abstract|override|suspend)\s+)*(?:private|protected|internal)\b/.test(
        head,
      );
    case 'C':
    case 'C++':
      return !/^\s*static\b/.test(head);
    default:
      return /\b(?:public|pub)\b/.test(head.slice(0, Math.max(0, head.indexOf(name))));
  }
}
