import { interned } from '../../../ir/interned.ts';
import type { Expr, FunctionIr, Param } from '../../../ir/ir.ts';
import { only } from '../../../read/only.ts';
import { declare, inFunction, type LowerContext } from '../../frontend/lower-context.ts';
import { at, type EsNode, lowerScriptClass, lowerScriptStmts, typeText } from './es-node.ts';
import { decoratorsOf, keyName, nameFunction } from './script-names.ts';

export function lowerScriptExpr(context: LowerContext, node: EsNode | null): Expr {
  if (node === null || node === undefined) return { k: 'none', pos: 0, end: 0 };
  const lower = (kid: EsNode | null): Expr => lowerScriptExpr(context, kid);
  switch (node.type) {
    case 'Identifier':
      return node.name === 'undefined'
        ? { k: 'lit', v: null, ...at(node) }
        : { k: 'var', name: interned(node.name), ...at(node) };
    case 'Literal':
      if (node.regex)
        return { k: 'regex', source: `/${node.regex.pattern}/${node.regex.flags}`, ...at(node) };
      return {
        k: 'lit',
        v: typeof node.value === 'bigint' ? Number(node.value) : (node.value ?? null),
        ...at(node),
      };
    case 'TemplateLiteral':
      return lowerTemplate(context, node);
    case 'TaggedTemplateExpression': {
      // The tag gets the parts; what it makes of them is its own affair.
      const template = lowerTemplate(context, node.quasi);
      const holes = node.quasi.expressions.map((kid: EsNode) => lower(kid));
      const [first] = node.quasi.quasis as EsNode[];
      return {
        k: 'call',
        f: lower(node.tag),
        args: [
          { k: 'list', items: [{ k: 'lit', v: first?.value?.cooked ?? '', ...at(node) }], ...at(node) },
          ...(holes.length > 0 ? [{ k: 'list' as const, items: holes, ...at(node) }] : []),
        ],
        pos: node.start,
        end: template.end,
      };
    }
    case 'ThisExpression':
      return { k: 'this', ...at(node) };
    case 'Super':
      return { k: 'super', ...at(node) };
    case 'MemberExpression':
      if (node.computed) {
        const key = lower(node.property);
        return key.k === 'lit' && typeof key.v === 'string'
          ? { k: 'get', o: lower(node.object), name: key.v, ...at(node) }
          : { k: 'at', o: lower(node.object), i: key, ...at(node) };
      }
      return { k: 'get', o: lower(node.object), name: keyName(node.property), ...at(node) };
    case 'CallExpression':
      return { k: 'call', f: lower(node.callee), args: node.arguments.map(lower), ...at(node) };
    case 'NewExpression':
      return {
        k: 'new',
        type: context.file.text.slice(node.callee.start, node.callee.end),
        f: lower(node.callee),
        args: node.arguments.map(lower),
        cls: null,
        ...at(node),
      };
    case 'ImportExpression':
      return {
        k: 'call',
        f: { k: 'var', name: 'require', ...at(node) },
        args: [lower(node.source)],
        ...at(node),
      };
    case 'AssignmentExpression': {
      const op = node.operator === '=' ? null : node.operator.slice(0, -1);
      const v = lower(node.right);
      if (v.k === 'fn' && v.fn.name === '<anonymous>') nameFunction(context, v.fn, node.left);
      return { k: 'set', t: lowerPattern(context, node.left, false), v, op, ...at(node) };
    }
    case 'UpdateExpression':
      return {
        k: 'set',
        t: lowerPattern(context, node.argument, false),
        v: { k: 'lit', v: 1, ...at(node) },
        op: node.operator === '++' ? '+' : '-',
        ...at(node),
      };
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const op = node.operator === '===' ? '==' : node.operator === '!==' ? '!=' : node.operator;
      return { k: 'bin', op, l: lower(node.left), r: lower(node.right), ...at(node) };
    }
    case 'UnaryExpression':
      if (
        node.operator === '-' &&
        node.argument.type === 'Literal' &&
        typeof node.argument.value === 'number'
      )
        return { k: 'lit', v: -node.argument.value, ...at(node) };
      return { k: 'un', op: node.operator, e: lower(node.argument), ...at(node) };
    case 'ConditionalExpression':
      return {
        k: 'cond',
        c: lower(node.test),
        a: lower(node.consequent),
        b: lower(node.alternate),
        ...at(node),
      };
    case 'ArrayExpression':
      return { k: 'list', items: node.elements.map(lower), ...at(node) };
    case 'ObjectExpression':
      return {
        k: 'map',
        entries: node.properties.map((property: EsNode) => {
          if (property.type === 'SpreadElement')
            return {
              key: null,
              value: { k: 'spread', e: lower(property.argument), ...at(property) } as Expr,
            };
          const value = lower(property.value);
          const key: Expr = property.computed
            ? lower(property.key)
            : { k: 'lit', v: keyName(property.key), ...at(property.key) };
          if (value.k === 'fn' && value.fn.name === '<anonymous>' && key.k === 'lit')
            nameFunction(context, value.fn, property.key);
          if (value.k === 'fn' && property.kind === 'get')
            value.fn.annotations.push({ name: 'property', args: '' });
          return { key, value };
        }),
        ...at(node),
      };
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return { k: 'fn', fn: lowerScriptFunction(context, node, node.id?.name ?? '<anonymous>'), ...at(node) };
    case 'ClassExpression':
      return { k: 'cls', cls: lowerScriptClass(context, node), ...at(node) };
    case 'SequenceExpression':
      return { k: 'seq', items: node.expressions.map(lower), ...at(node) };
    case 'SpreadElement':
      return { k: 'spread', e: lower(node.argument), ...at(node) };
    case 'YieldExpression':
      return { k: 'un', op: 'yield', e: lower(node.argument), ...at(node) };
    case 'AwaitExpression':
      return { k: 'await', e: lower(node.argument), ...at(node) };
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSNonNullExpression':
    case 'TSInstantiationExpression':
      return lower(node.expression);
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TSSatisfiesExpression':
      return lower(node.expression);
    case 'JSXElement':
    case 'JSXFragment':
      return lowerJsx(context, node);
    case 'JSXExpressionContainer':
      return lower(node.expression);
    case 'MetaProperty':
      return { k: 'var', name: 'import.meta', ...at(node) };
    default:
      return { k: 'none', ...at(node) };
  }
}

function lowerTemplate(context: LowerContext, node: EsNode): Expr {
  const parts: Expr[] = [];
  (node.quasis as EsNode[]).forEach((quasi, index) => {
    const text = quasi.value?.cooked ?? quasi.value?.raw ?? '';
    if (text !== '') parts.push({ k: 'lit', v: text, ...at(quasi) });
    const hole = node.expressions[index];
    if (hole !== undefined) parts.push(lowerScriptExpr(context, hole));
  });
  if (parts.length === 0) return { k: 'lit', v: '', ...at(node) };
  const single = only(parts);
  return single?.k === 'lit' ? { ...single, ...at(node) } : { k: 'cat', parts, ...at(node) };
}

/** Attributes and children; `dangerouslySetInnerHTML` and `href` are calls that rules know. */
function lowerJsx(context: LowerContext, node: EsNode): Expr {
  const items: Expr[] = [];
  for (const attribute of node.openingElement?.attributes ?? []) {
    if (attribute.type === 'JSXSpreadAttribute') items.push(lowerScriptExpr(context, attribute.argument));
    else if (attribute.value !== null && attribute.value !== undefined) {
      const name = attribute.name.name?.name ?? attribute.name.name;
      const value = lowerScriptExpr(context, attribute.value);
      items.push(
        name === 'dangerouslySetInnerHTML' || name === 'href'
          ? {
              k: 'call',
              f: { k: 'var', name: `<jsx:${name}>`, ...at(attribute) },
              args: [value],
              ...at(attribute),
            }
          : value,
      );
    }
  }
  for (const kid of node.children ?? [])
    if (kid.type !== 'JSXText') items.push(lowerScriptExpr(context, kid));
  items.push({ k: 'none', ...at(node) });
  return { k: 'seq', items, ...at(node) };
}

/** What is assigned or bound: names, members, patterns. */
export function lowerPattern(context: LowerContext, node: EsNode, isDeclaration: boolean): Expr {
  switch (node.type) {
    case 'Identifier':
      if (isDeclaration) declare(context, node.name);
      return { k: 'var', name: interned(node.name), ...at(node) };
    case 'ArrayPattern':
      return {
        k: 'list',
        items: node.elements.map((kid: EsNode | null) =>
          kid === null ? { k: 'none', pos: 0, end: 0 } : lowerPattern(context, kid, isDeclaration),
        ),
        ...at(node),
      };
    case 'ObjectPattern':
      return {
        k: 'map',
        entries: node.properties.map((property: EsNode) =>
          property.type === 'RestElement'
            ? { key: null, value: lowerPattern(context, property.argument, isDeclaration) }
            : {
                key: property.computed
                  ? lowerScriptExpr(context, property.key)
                  : ({ k: 'lit', v: keyName(property.key), ...at(property.key) } as Expr),
                value: lowerPattern(context, property.value, isDeclaration),
              },
        ),
        ...at(node),
      };
    case 'AssignmentPattern':
      return {
        k: 'set',
        t: lowerPattern(context, node.left, isDeclaration),
        v: lowerScriptExpr(context, node.right),
        op: null,
        ...at(node),
      };
    case 'RestElement':
      return { k: 'spread', e: lowerPattern(context, node.argument, isDeclaration), ...at(node) };
    case 'TSParameterProperty':
      return lowerPattern(context, node.parameter, isDeclaration);
    default:
      return lowerScriptExpr(context, node);
  }
}

export function lowerScriptFunction(context: LowerContext, node: EsNode, name: string): FunctionIr {
  const inner = inFunction(context, node as never, name);
  const { fn } = inner;
  fn.isArrow = node.type === 'ArrowFunctionExpression';
  // Only what stands in the class body itself is its method.
  if (fn.isArrow || (context.fn.cls !== null && context.cls === context.fn.cls))
    fn.qualified =
      fn.parent !== null && fn.parent.qualified !== '<module>' && name === '<anonymous>'
        ? fn.parent.qualified
        : fn.qualified;
  for (const param of node.params?.items ?? node.params ?? []) fn.params.push(lowerParam(inner, param));
  const { body } = node;
  fn.body =
    body.type === 'BlockStatement' || body.type === 'FunctionBody'
      ? (body.body ?? body.statements).flatMap((kid: EsNode) => lowerScriptStmts(inner, kid))
      : [{ k: 'return', e: lowerScriptExpr(inner, body), ...at(body) }];
  return fn;
}

function lowerParam(context: LowerContext, node: EsNode): Param {
  const annotations = decoratorsOf(context, node);
  if (node.type === 'TSParameterProperty') return { ...lowerParam(context, node.parameter), annotations };
  if (node.type === 'AssignmentPattern')
    return { ...lowerParam(context, node.left), init: lowerScriptExpr(context, node.right), annotations };
  if (node.type === 'RestElement') return { ...lowerParam(context, node.argument), isRest: true };
  const type = typeText(context, node.typeAnnotation);
  if (node.type === 'Identifier') {
    declare(context, node.name);
    return { name: interned(node.name), pattern: null, type, init: null, isRest: false, annotations };
  }
  return {
    name: '',
    pattern: lowerPattern(context, node, true),
    type,
    init: null,
    isRest: false,
    annotations,
  };
}
