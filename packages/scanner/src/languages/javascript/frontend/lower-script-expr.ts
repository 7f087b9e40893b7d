import { interned } from '../../../ir/interned.ts';
import type { Expr } from '../../../ir/ir.ts';
import { only } from '../../../read/only.ts';
import { declare, type LowerContext } from '../../frontend/lower-context.ts';
import { at, type EsNode, lowerScriptClass, lowerScriptFunction } from './es-node.ts';
import { isPageAddress, pageAddress } from './page-address.ts';
import { keyName, nameFunction } from './script-names.ts';

type LowerExpr = (context: LowerContext, node: EsNode) => Expr;

const inside: LowerExpr = (context, node) => lowerScriptExpr(context, node.expression);
const lowerFunction: LowerExpr = (context, node) => ({
  k: 'fn',
  fn: lowerScriptFunction(context, node, node.id?.name ?? '<anonymous>'),
  ...at(node),
});

/** By node type. */
const lowerings: ReadonlyMap<string, LowerExpr> = new Map(
  Object.entries<LowerExpr>({
    Identifier: (_, node) =>
      node.name === 'undefined'
        ? { k: 'lit', v: null, ...at(node) }
        : { k: 'var', name: interned(node.name), ...at(node) },
    Literal: lowerLiteral,
    TemplateLiteral: lowerTemplate,
    TaggedTemplateExpression: lowerTagged,
    ThisExpression: (_, node) => ({ k: 'this', ...at(node) }),
    Super: (_, node) => ({ k: 'super', ...at(node) }),
    MetaProperty: (_, node) => ({ k: 'var', name: 'import.meta', ...at(node) }),
    MemberExpression: lowerMember,
    CallExpression: lowerCall,
    NewExpression: lowerNew,
    ImportExpression: lowerDynamicImport,
    AssignmentExpression: lowerAssignment,
    UpdateExpression: lowerUpdate,
    BinaryExpression: lowerBinary,
    LogicalExpression: lowerBinary,
    UnaryExpression: lowerUnary,
    ConditionalExpression: lowerConditional,
    ArrayExpression: (context, node) => ({ k: 'list', items: lowerAll(context, node.elements), ...at(node) }),
    ObjectExpression: (context, node) => ({
      k: 'map',
      entries: node.properties.map((property: EsNode) => lowerProperty(context, property)),
      ...at(node),
    }),
    FunctionExpression: lowerFunction,
    ArrowFunctionExpression: lowerFunction,
    ClassExpression: (context, node) => ({ k: 'cls', cls: lowerScriptClass(context, node), ...at(node) }),
    SequenceExpression: (context, node) => ({
      k: 'seq',
      items: lowerAll(context, node.expressions),
      ...at(node),
    }),
    SpreadElement: (context, node) => ({
      k: 'spread',
      e: lowerScriptExpr(context, node.argument),
      ...at(node),
    }),
    YieldExpression: (context, node) => ({
      k: 'un',
      op: 'yield',
      e: lowerScriptExpr(context, node.argument),
      ...at(node),
    }),
    AwaitExpression: (context, node) => ({
      k: 'await',
      e: lowerScriptExpr(context, node.argument),
      ...at(node),
    }),
    ParenthesizedExpression: inside,
    ChainExpression: inside,
    TSNonNullExpression: inside,
    TSInstantiationExpression: inside,
    TSAsExpression: inside,
    TSTypeAssertion: inside,
    TSSatisfiesExpression: inside,
    JSXExpressionContainer: inside,
    JSXElement: lowerJsx,
    JSXFragment: lowerJsx,
  }),
);

export function lowerScriptExpr(context: LowerContext, node: EsNode | null): Expr {
  if (node === null || node === undefined) return { k: 'none', pos: 0, end: 0 };
  return lowerings.get(node.type)?.(context, node) ?? { k: 'none', ...at(node) };
}

function lowerAll(context: LowerContext, nodes: readonly EsNode[]): Expr[] {
  return nodes.map((node) => lowerScriptExpr(context, node));
}

function lowerLiteral(_: LowerContext, node: EsNode): Expr {
  if (node.regex) return { k: 'regex', source: `/${node.regex.pattern}/${node.regex.flags}`, ...at(node) };
  const v = typeof node.value === 'bigint' ? Number(node.value) : (node.value ?? null);
  return { k: 'lit', v, ...at(node) };
}

/** The tag gets the parts; its result is unknown. */
function lowerTagged(context: LowerContext, node: EsNode): Expr {
  const template = lowerTemplate(context, node.quasi);
  const holes = lowerAll(context, node.quasi.expressions);
  const [first] = node.quasi.quasis as EsNode[];
  return {
    k: 'call',
    f: lowerScriptExpr(context, node.tag),
    args: [
      { k: 'list', items: [{ k: 'lit', v: first?.value?.cooked ?? '', ...at(node) }], ...at(node) },
      ...(holes.length > 0 ? [{ k: 'list' as const, items: holes, ...at(node) }] : []),
    ],
    pos: node.start,
    end: template.end,
  };
}

function lowerMember(context: LowerContext, node: EsNode): Expr {
  if (!node.computed)
    return { k: 'get', o: lowerScriptExpr(context, node.object), name: keyName(node.property), ...at(node) };
  const key = lowerScriptExpr(context, node.property);
  const o = lowerScriptExpr(context, node.object);
  return key.k === 'lit' && typeof key.v === 'string'
    ? { k: 'get', o, name: key.v, ...at(node) }
    : { k: 'at', o, i: key, ...at(node) };
}

function lowerCall(context: LowerContext, node: EsNode): Expr {
  return {
    k: 'call',
    f: lowerScriptExpr(context, node.callee),
    args: lowerAll(context, node.arguments),
    ...at(node),
  };
}

function lowerNew(context: LowerContext, node: EsNode): Expr {
  return {
    k: 'new',
    type: context.file.text.slice(node.callee.start, node.callee.end),
    f: lowerScriptExpr(context, node.callee),
    args: lowerAll(context, node.arguments),
    cls: null,
    ...at(node),
  };
}

function lowerDynamicImport(context: LowerContext, node: EsNode): Expr {
  return {
    k: 'call',
    f: { k: 'var', name: 'require', ...at(node) },
    args: [lowerScriptExpr(context, node.source)],
    ...at(node),
  };
}

function lowerAssignment(context: LowerContext, node: EsNode): Expr {
  const op = node.operator === '=' ? null : node.operator.slice(0, -1);
  const v = lowerScriptExpr(context, node.right);
  if (v.k === 'fn' && v.fn.name === '<anonymous>') nameFunction(context, v.fn, node.left);
  const t = isPageAddress(context, node) ? pageAddress(node.left) : lowerPattern(context, node.left, false);
  return { k: 'set', t, v, op, ...at(node) };
}

function lowerUpdate(context: LowerContext, node: EsNode): Expr {
  return {
    k: 'set',
    t: lowerPattern(context, node.argument, false),
    v: { k: 'lit', v: 1, ...at(node) },
    op: node.operator === '++' ? '+' : '-',
    ...at(node),
  };
}

function lowerBinary(context: LowerContext, node: EsNode): Expr {
  const op = node.operator === '===' ? '==' : node.operator === '!==' ? '!=' : node.operator;
  return {
    k: 'bin',
    op,
    l: lowerScriptExpr(context, node.left),
    r: lowerScriptExpr(context, node.right),
    ...at(node),
  };
}

function lowerUnary(context: LowerContext, node: EsNode): Expr {
  const { operator, argument } = node;
  if (operator === '-' && argument.type === 'Literal' && typeof argument.value === 'number')
    return { k: 'lit', v: -argument.value, ...at(node) };
  return { k: 'un', op: operator, e: lowerScriptExpr(context, argument), ...at(node) };
}

function lowerConditional(context: LowerContext, node: EsNode): Expr {
  return {
    k: 'cond',
    c: lowerScriptExpr(context, node.test),
    a: lowerScriptExpr(context, node.consequent),
    b: lowerScriptExpr(context, node.alternate),
    ...at(node),
  };
}

function lowerProperty(context: LowerContext, property: EsNode): { key: Expr | null; value: Expr } {
  if (property.type === 'SpreadElement') return { key: null, value: lowerScriptExpr(context, property) };
  const value = lowerScriptExpr(context, property.value);
  const key: Expr = property.computed
    ? lowerScriptExpr(context, property.key)
    : { k: 'lit', v: keyName(property.key), ...at(property.key) };
  if (value.k === 'fn' && value.fn.name === '<anonymous>' && key.k === 'lit')
    nameFunction(context, value.fn, property.key);
  if (value.k === 'fn' && property.kind === 'get') value.fn.annotations.push({ name: 'property', args: '' });
  return { key, value };
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

/** Attributes and children. `dangerouslySetInnerHTML` and `href` become calls, so that sink rules can match them. */
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

/** The target of an assignment or a declaration: names, members, patterns. */
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
