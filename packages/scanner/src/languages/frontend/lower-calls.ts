import type { Expr } from '../../ir/ir.ts';
import { only } from '../../read/only.ts';
import { inner } from './lower-access.ts';
import {
  callNamed,
  call as callOf,
  type LowerContext,
  literal,
  none,
  textOf,
  typeName,
  variable,
} from './lower-context.ts';
import { lowerCast } from './lower-operators.ts';
import { lowerInterpolated } from './lower-strings.ts';
import { type Lower, lowerAnonymousClass, lowerExpr, lowerLambda } from './lowering.ts';
import { at, child, firstKid, isComment, lastKid, ofType } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

/** Arguments, including named ones. */
export function lowerArgs(context: LowerContext, node: TreeNode | null): Expr[] {
  if (node === null) return [];
  if (node.type === 'generator_expression') return [lowerExpr(context, node)];
  return node.kids
    .filter((kid) => !isComment(kid) && kid.type !== 'attribute_item')
    .map((kid) => lowerArg(context, kid));
}

export function lowerArg(context: LowerContext, node: TreeNode): Expr {
  switch (node.type) {
    case 'keyword_argument':
    case 'pair': {
      const key = child(node, 'name') ?? child(node, 'key');
      const value = child(node, 'value');
      if (
        key !== null &&
        value !== null &&
        // In Ruby, `:order => x` is the same as `order: x`.
        (node.type === 'keyword_argument' || key.type === 'hash_key_symbol' || key.type === 'simple_symbol')
      ) {
        return {
          k: 'named',
          name: textOf(context, key).replace(/^:|:$/g, ''),
          e: lowerExpr(context, value),
          ...at(node),
        };
      }
      return {
        k: 'map',
        entries: [{ key: lowerKey(context, key), value: lowerExpr(context, value) }],
        ...at(node),
      };
    }
    case 'argument':
    case 'value_argument': {
      const name = child(node, 'name');
      const inner = lastKid(node);
      if (inner === null) return none(node);
      if (name !== null && name !== inner)
        return { k: 'named', name: textOf(context, name), e: lowerExpr(context, inner), ...at(node) };
      const [label, , more] = node.kids;
      if (node.type === 'value_argument' && label !== inner && !more && label?.type === 'identifier')
        return { k: 'named', name: textOf(context, label), e: lowerExpr(context, inner), ...at(node) };
      return lowerExpr(context, inner);
    }
    case 'list_splat':
    case 'dictionary_splat':
    case 'splat_argument':
    case 'hash_splat_argument':
    case 'variadic_argument':
    case 'variadic_unpacking':
    case 'spread_expression':
    case 'spread_element':
      return { k: 'spread', e: lowerExpr(context, firstKid(node)), ...at(node) };
    case 'block_argument':
      return lowerExpr(context, firstKid(node));
    default:
      return lowerExpr(context, node);
  }
}

export function lowerKey(context: LowerContext, node: TreeNode | null): Expr {
  if (node === null) return { k: 'none', pos: 0, end: 0 };
  if (node.type === 'hash_key_symbol' || node.type === 'simple_symbol')
    return literal(node, textOf(context, node).replace(/^:|:$/g, ''));
  if (node.type === 'literal_element' && only(node.kids)?.type === 'identifier')
    return literal(node, textOf(context, node));
  return lowerExpr(context, node);
}

export const lowerList: Lower = (context, node) => {
  const items = node.kids.filter((kid) => !isComment(kid)).map((kid) => lowerArg(context, kid));
  // (Name: x, Size: y)
  if (node.type === 'tuple_expression' && items.every((item) => item.k === 'named'))
    return {
      k: 'map',
      entries: items.flatMap((item) =>
        item.k === 'named' ? [{ key: literal(node, item.name), value: item.e }] : [],
      ),
      ...at(node),
    };
  return { k: 'list', items, ...at(node) };
};

export const lowerCall: Lower = (context, node) => {
  const f = child(node, 'function') ?? node.kids[0] ?? null;
  const args = child(node, 'arguments') ?? ofType(node, 'value_arguments', 'arguments', 'argument_list');
  const callee = lowerExpr(context, f);
  if (isReference(args)) return callee;
  // `f(a) { … }` passes the lambda to the call before it.
  if (
    context.language === 'Kotlin' &&
    callee.k === 'call' &&
    args === null &&
    f?.type === 'call_expression'
  ) {
    const lambda = ofType(node, 'annotated_lambda');
    if (lambda !== null)
      return { ...callee, args: [...callee.args, lowerExpr(context, lambda)], ...at(node) };
  }
  const lowered = callOf(node, callee, lowerArgs(context, args));
  if (context.language === 'Kotlin' && lowered.k === 'call') {
    for (const kid of node.kids) {
      if (kid.type === 'value_arguments' && kid !== args) lowered.args.push(...lowerArgs(context, kid));
      if (kid.type === 'annotated_lambda') lowered.args.push(lowerExpr(context, kid));
    }
  }
  if (
    context.language === 'Python' &&
    lowered.k === 'call' &&
    lowered.f.k === 'var' &&
    lowered.f.name === 'super'
  )
    return { k: 'super', ...at(node) };
  return lowered;
};

/** PHP's `f(...)` is not a call, but the function itself. */
function isReference(args: TreeNode | null): boolean {
  return args !== null && only(args.kids)?.type === 'variadic_placeholder';
}

/** Java's `a.b(c)`, PHP's `$a->b($c)` and `A::b($c)`. */
export const lowerMethodCall: Lower = (context, node) => {
  const object = child(node, 'object') ?? child(node, 'scope');
  const name = child(node, 'name');
  const given = child(node, 'arguments');
  const args = lowerArgs(context, given);
  const named = textOf(context, name);
  if (object === null) return callOf(node, variable(name ?? node, named), args);
  const o: Expr =
    object.type === 'super' || /^(?:parent)$/.test(textOf(context, object))
      ? { k: 'super', ...at(object) }
      : lowerExpr(context, object);
  if (name !== null && name.type === 'variable_name') return callOf(node, lowerExpr(context, name), args);
  const f: Expr = { k: 'get', o, name: named, pos: name?.start ?? node.start, end: name?.end ?? node.end };
  return isReference(given) ? f : callOf(node, f, args);
};

/** Ruby: `recv.method args do |x| … end`. */
export const lowerRubyCall: Lower = (context, node) => {
  const receiver = child(node, 'receiver');
  const method = child(node, 'method');
  const args = lowerArgs(context, child(node, 'arguments'));
  const block = child(node, 'block');
  const name = textOf(context, method);
  const f: Expr =
    receiver === null
      ? variable(method ?? node, name)
      : {
          k: 'get',
          o: lowerExpr(context, receiver),
          name: method === null ? 'call' : name,
          ...at(method ?? node),
        };
  if (name === 'new' && receiver !== null && /^[A-Z]/.test(textOf(context, receiver))) {
    return {
      k: 'new',
      type: textOf(context, receiver),
      f: lowerExpr(context, receiver),
      args,
      cls: null,
      ...at(node),
    };
  }
  const lowered: Expr = { k: 'call', f, args, ...at(node) };
  if (block !== null) lowered.block = lowerLambda(context, block);
  return lowered;
};

/** `Random _rng = new()`: the type comes before the name. */
function targetType(context: LowerContext, node: TreeNode): string | null {
  const before = context.file.text.slice(Math.max(0, node.start - 160), node.start);
  return /([A-Za-z_]\w*)(?:<[^<>]*>)?\??\s+\w+\s*(?:\{[^{}]*\}\s*)?=\s*$/.exec(before)?.[1] ?? null;
}

export const lowerNew: Lower = (context, node) => {
  const isImplicit = node.type === 'implicit_object_creation_expression';
  const type = isImplicit
    ? null
    : (child(node, 'type') ?? node.kids.find((kid) => !/arg|comment/.test(kid.type)) ?? null);
  const args = lowerArgs(context, child(node, 'arguments') ?? ofType(node, 'arguments', 'argument_list'));
  const body = ofType(node, 'class_body', 'anonymous_class');
  const initializer = child(node, 'initializer') ?? ofType(node, 'initializer_expression');
  const cls = body !== null ? lowerAnonymousClass(context, body, type) : null;
  const name = (isImplicit ? targetType(context, node) : typeName(context, type)) ?? 'Object';
  const created: Expr = {
    k: 'new',
    type: name.replace(/\[\]$/, ''),
    f: type !== null && /variable|member/.test(type.type) ? lowerExpr(context, type) : null,
    args,
    cls,
    ...at(node),
  };
  if (initializer === null) return created;
  // new Foo { A = x } and new List<T> { x, y }
  return {
    k: 'call',
    f: { k: 'get', o: created, name: '<initialize>', ...at(node) },
    args: initializer.kids.map((kid) =>
      lowerInitializer(context, kid, /Dictionary|Collection|Headers|Map/.test(name)),
    ),
    ...at(node),
  };
};

function lowerInitializer(context: LowerContext, node: TreeNode, isMap: boolean): Expr {
  // { key, value }
  const [key, value, ...more] = node.kids;
  if (isMap && node.type === 'initializer_expression' && key && value && more.length === 0)
    return {
      k: 'map',
      entries: [{ key: lowerExpr(context, key), value: lowerExpr(context, value) }],
      ...at(node),
    };
  if (node.type === 'assignment_expression') {
    const left = child(node, 'left');
    const right = lowerExpr(context, child(node, 'right'));
    if (left?.type === 'identifier')
      return { k: 'named', name: textOf(context, left), e: right, ...at(node) };
    // ["key"] = value
    const place = left?.type === 'element_binding_expression' ? firstKid(left) : left;
    return { k: 'map', entries: [{ key: lowerExpr(context, place), value: right }], ...at(node) };
  }
  return lowerExpr(context, node);
}

export const lowerConstructorInvocation: Lower = (context, node) =>
  callOf(
    node,
    { k: 'super', ...at(node) },
    lowerArgs(context, child(node, 'arguments') ?? ofType(node, 'argument_list')),
  );

export const lowerShellCommand: Lower = (context, node) =>
  callNamed(node, '<shell>', [lowerInterpolated(context, node)]);

export const lowerPrint: Lower = (context, node) => callNamed(node, 'print', [inner(context, node)]);

export const lowerInclude: Lower = (context, node) => callNamed(node, 'include', [inner(context, node)]);

export const lowerExit: Lower = (context, node) =>
  callNamed(node, 'exit', node.kids.length > 0 ? [inner(context, node)] : []);

/** `decode[Order](body)` in Go, which the grammar parses as a conversion. */
const lowerInstantiation = (context: LowerContext, node: TreeNode): Expr | null => {
  const type = child(node, 'type');
  const operand = child(node, 'operand');
  if (node.type !== 'type_conversion_expression' || type?.type !== 'generic_type' || operand === null)
    return null;
  const named = child(type, 'type');
  const name = named === null ? null : (child(named, 'name') ?? named);
  if (named === null || name === null) return null;
  const holder = child(named, 'package');
  const f: Expr =
    holder === null
      ? { k: 'var', name: textOf(context, name), ...at(name) }
      : {
          k: 'get',
          o: { k: 'var', name: textOf(context, holder), ...at(holder) },
          name: textOf(context, name),
          ...at(named),
        };
  return { k: 'call', f, args: [lowerExpr(context, operand)], ...at(node) };
};

export const lowerConversion: Lower = (context, node) =>
  lowerInstantiation(context, node) ?? lowerCast(context, node);
