import type { Expr } from '../ir/ir.ts';
import {
  callNamed,
  call as callOf,
  declare,
  declareUnlessOuter,
  type LowerContext,
  literal,
  none,
  textOf,
  typeName,
  variable,
} from './lower-context.ts';
import { lowerInterpolated, lowerKotlinString, lowerPlainString } from './lower-strings.ts';
import { lowerAnonymousClass, lowerBody, lowerFunctionNode, lowerLambda, lowerStmts } from './lowering.ts';
import { child, children, ofType, type TreeNode } from './syntax-tree.ts';

type Lower = (context: LowerContext, node: TreeNode) => Expr;

const comment = /comment/;

export function lowerExpr(context: LowerContext, node: TreeNode | null): Expr {
  if (node === null) return { k: 'none', pos: 0, end: 0 };
  const lower = table[node.type];
  if (lower !== undefined) return lower(context, node);
  const kids = node.kids.filter((kid) => !comment.test(kid.type));
  if (kids.length === 1) return lowerExpr(context, kids[0]!);
  if (kids.length === 0) return none(node);
  return { k: 'seq', items: kids.map((kid) => lowerExpr(context, kid)), pos: node.start, end: node.end };
}

const at = (node: TreeNode) => ({ pos: node.start, end: node.end });
const firstKid = (node: TreeNode): TreeNode | null =>
  node.kids.find((kid) => !comment.test(kid.type)) ?? null;
const lastKid = (node: TreeNode): TreeNode | null =>
  node.kids.findLast((kid) => !comment.test(kid.type)) ?? null;

/** Arguments, named ones included. */
export function lowerArgs(context: LowerContext, node: TreeNode | null): Expr[] {
  if (node === null) return [];
  if (node.type === 'generator_expression') return [lowerExpr(context, node)];
  return node.kids
    .filter((kid) => !comment.test(kid.type) && kid.type !== 'attribute_item')
    .map((kid) => lowerArg(context, kid));
}

function lowerArg(context: LowerContext, node: TreeNode): Expr {
  switch (node.type) {
    case 'keyword_argument':
    case 'pair': {
      const key = child(node, 'name') ?? child(node, 'key');
      const value = child(node, 'value');
      if (
        key !== null &&
        value !== null &&
        (node.type === 'keyword_argument' || key.type === 'hash_key_symbol')
      ) {
        return {
          k: 'named',
          name: textOf(context, key).replace(/:$/, ''),
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
      if (node.type === 'value_argument' && node.kids.length === 2 && node.kids[0]!.type === 'identifier') {
        return {
          k: 'named',
          name: textOf(context, node.kids[0]!),
          e: lowerExpr(context, inner),
          ...at(node),
        };
      }
      return lowerExpr(context, inner);
    }
    case 'list_splat':
    case 'dictionary_splat':
    case 'splat_argument':
    case 'hash_splat_argument':
    case 'variadic_argument':
    case 'variadic_unpacking':
    case 'spread_expression':
      return { k: 'spread', e: lowerExpr(context, firstKid(node)), ...at(node) };
    case 'block_argument':
      return lowerExpr(context, firstKid(node));
    default:
      return lowerExpr(context, node);
  }
}

function lowerKey(context: LowerContext, node: TreeNode | null): Expr {
  if (node === null) return { k: 'none', pos: 0, end: 0 };
  if (node.type === 'hash_key_symbol' || node.type === 'simple_symbol')
    return literal(node, textOf(context, node).replace(/^:|:$/g, ''));
  if (node.type === 'literal_element' && node.kids.length === 1 && node.kids[0]!.type === 'identifier')
    return literal(node, textOf(context, node));
  return lowerExpr(context, node);
}

const lowerNumber: Lower = (context, node) => {
  const text = textOf(context, node)
    .replaceAll('_', '')
    .replace(/(?<=\d)(?:[uUlLfFdDmM]+|[iu](?:8|16|32|64|128|size)|f(?:32|64))$/, '');
  const value = Number(text);
  return Number.isNaN(value) ? none(node) : literal(node, value);
};
const lowerName: Lower = (context, node) => {
  const name = textOf(context, node);
  return context.language === 'Python' && (name === 'self' || name === 'cls')
    ? { k: 'this', ...at(node) }
    : variable(node, name);
};
const inner: Lower = (context, node) => lowerExpr(context, firstKid(node));
const lowerValue: Lower = (context, node) => lowerExpr(context, child(node, 'value') ?? lastKid(node));
const lowerList: Lower = (context, node) => ({
  k: 'list',
  items: node.kids.filter((kid) => !comment.test(kid.type)).map((kid) => lowerArg(context, kid)),
  ...at(node),
});

const member =
  (object: string | number, name: string | number): Lower =>
  (context, node) => {
    const o = typeof object === 'string' ? child(node, object) : (node.kids[object] ?? null);
    const n = typeof name === 'string' ? child(node, name) : (node.kids.at(name) ?? null);
    const field = textOf(context, n)
      .replace(/^\$/, '')
      .replace(/<[\s\S]*/, '');
    if (o === null || field === '') return none(node);
    if (n !== null && context.language === 'PHP' && n.type !== 'name' && n.type !== 'variable_name') {
      return { k: 'at', o: lowerExpr(context, o), i: lowerExpr(context, n), ...at(node) };
    }
    return { k: 'get', o: lowerExpr(context, o), name: field, ...at(node) };
  };

const index =
  (object: string | number, key: string | number): Lower =>
  (context, node) => {
    const kids = node.kids.filter((kid) => !comment.test(kid.type));
    const o = typeof object === 'string' ? child(node, object) : (kids[object] ?? null);
    const i = typeof key === 'string' ? child(node, key) : (kids[key] ?? null);
    if (i !== null && (i.type === 'slice' || i.type === 'range_expression' || i.type === 'range')) {
      return callOf(
        node,
        { k: 'get', o: lowerExpr(context, o), name: 'slice', ...at(node) },
        i.kids.map((kid) => lowerExpr(context, kid)),
      );
    }
    return {
      k: 'at',
      o: lowerExpr(context, o),
      i:
        i === null
          ? null
          : lowerExpr(context, i.kids.length === 1 && /argument/.test(i.type) ? i.kids[0]! : i),
      ...at(node),
    };
  };

const lowerSlice: Lower = (context, node) =>
  callOf(node, { k: 'get', o: lowerExpr(context, child(node, 'operand')), name: 'slice', ...at(node) }, [
    lowerExpr(context, child(node, 'start')),
    lowerExpr(context, child(node, 'end')),
  ]);

const lowerCall: Lower = (context, node) => {
  const f = child(node, 'function') ?? node.kids[0] ?? null;
  const args = child(node, 'arguments') ?? ofType(node, 'value_arguments', 'arguments', 'argument_list');
  const lowered = callOf(node, lowerExpr(context, f), lowerArgs(context, args));
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

/** Java's `a.b(c)`, PHP's `$a->b($c)` and `A::b($c)`. */
const lowerMethodCall: Lower = (context, node) => {
  const object = child(node, 'object') ?? child(node, 'scope');
  const name = child(node, 'name');
  const args = lowerArgs(context, child(node, 'arguments'));
  const named = textOf(context, name);
  if (object === null) return callOf(node, variable(name ?? node, named), args);
  const o: Expr =
    object.type === 'super' || /^(?:parent)$/.test(textOf(context, object))
      ? { k: 'super', ...at(object) }
      : lowerExpr(context, object);
  if (name !== null && name.type === 'variable_name') return callOf(node, lowerExpr(context, name), args);
  return callOf(
    node,
    { k: 'get', o, name: named, pos: name?.start ?? node.start, end: name?.end ?? node.end },
    args,
  );
};

/** Ruby: `recv.method args do |x| … end`. */
const lowerRubyCall: Lower = (context, node) => {
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

const lowerNew: Lower = (context, node) => {
  const type = child(node, 'type') ?? node.kids.find((kid) => !/arg|comment/.test(kid.type)) ?? null;
  const args = lowerArgs(context, child(node, 'arguments') ?? ofType(node, 'arguments', 'argument_list'));
  const body = ofType(node, 'class_body', 'anonymous_class');
  const initializer = child(node, 'initializer');
  const cls = body !== null ? lowerAnonymousClass(context, body, type) : null;
  const name = typeName(context, type) ?? 'Object';
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
    args: initializer.kids.map((kid) => lowerInitializer(context, kid)),
    ...at(node),
  };
};

function lowerInitializer(context: LowerContext, node: TreeNode): Expr {
  if (node.type === 'assignment_expression') {
    const left = child(node, 'left');
    const right = lowerExpr(context, child(node, 'right'));
    if (left?.type === 'identifier')
      return { k: 'named', name: textOf(context, left), e: right, ...at(node) };
    return { k: 'map', entries: [{ key: lowerExpr(context, left), value: right }], ...at(node) };
  }
  return lowerExpr(context, node);
}

const logical: Record<string, string> = {
  and: '&&',
  or: '||',
  '===': '==',
  '!==': '!=',
  '<>': '!=',
  is: '==',
  'is not': '!=',
  eq: '==',
  'not in': '!in',
};

const lowerBinary: Lower = (context, node) => {
  const left = child(node, 'left') ?? node.kids[0] ?? null;
  const right = child(node, 'right') ?? lastKid(node);
  const operator =
    textOf(context, child(node, 'operator')) ||
    context.file.text.slice(left?.end ?? 0, right?.start ?? 0).trim();
  const op = logical[operator] ?? operator;
  const l = lowerExpr(context, left);
  const r = lowerExpr(context, right);
  if (op === '.' && context.language === 'PHP') return { k: 'cat', parts: [l, r], ...at(node) };
  if (op === '<<' && context.language === 'Ruby')
    return callOf(node, { k: 'get', o: l, name: '<<', ...at(node) }, [r]);
  return { k: 'bin', op, l, r, ...at(node) };
};

const lowerComparison: Lower = (context, node) => {
  const operands = node.kids.filter((kid) => kid.field === null);
  const operators = children(node, 'operators').map((kid) => textOf(context, kid));
  let result: Expr | null = null;
  for (let at0 = 0; at0 + 1 < operands.length; at0++) {
    const op = operators[at0] ?? '==';
    const part: Expr = {
      k: 'bin',
      op: logical[op] ?? op,
      l: lowerExpr(context, operands[at0]!),
      r: lowerExpr(context, operands[at0 + 1]!),
      ...at(node),
    };
    result = result === null ? part : { k: 'bin', op: '&&', l: result, r: part, ...at(node) };
  }
  return result ?? none(node);
};

const lowerUnary: Lower = (context, node) => {
  const operand = child(node, 'operand') ?? child(node, 'argument') ?? lastKid(node);
  const operator = (
    textOf(context, child(node, 'operator')) ||
    context.file.text.slice(node.start, operand?.start ?? node.end)
  ).trim();
  const e = lowerExpr(context, operand);
  if (operator === '&' || operator === '*' || operator === '<-' || operator === '&mut' || operator === '@')
    return e;
  if (operator === '-' && e.k === 'lit' && typeof e.v === 'number') return literal(node, -e.v);
  return { k: 'un', op: operator === 'not' ? '!' : operator, e, ...at(node) };
};

const lowerAssign: Lower = (context, node) => {
  const left = child(node, 'left');
  const right = child(node, 'right');
  const operator =
    textOf(context, child(node, 'operator')) ||
    context.file.text.slice(left?.end ?? 0, right?.start ?? 0).trim();
  const op =
    operator === '=' || operator === ':=' || operator === '' || operator === '=&' || operator.startsWith(':')
      ? null
      : operator.replace(/=$/, '');
  const t = lowerTarget(context, left, operator === ':=');
  const v =
    right === null
      ? none(node)
      : right.type === 'expression_list' && right.kids.length === 1
        ? lowerExpr(context, right.kids[0]!)
        : lowerExpr(context, right);
  return { k: 'set', t, v, op: op === '.' ? '+' : op, ...at(node) };
};

/** What an assignment writes to; where assigning declares, it does. */
export function lowerTarget(context: LowerContext, node: TreeNode | null, isDeclaration = false): Expr {
  if (node === null) return { k: 'none', pos: 0, end: 0 };
  switch (node.type) {
    case 'pattern_list':
    case 'tuple_pattern':
    case 'list_pattern':
    case 'left_assignment_list':
    case 'destructured_left_assignment':
    case 'list_literal':
    case 'expression_list':
    case 'multi_variable_declaration': {
      if (node.kids.length === 1) return lowerTarget(context, node.kids[0]!, isDeclaration);
      return {
        k: 'list',
        items: node.kids.map((kid) => lowerTarget(context, kid, isDeclaration)),
        ...at(node),
      };
    }
    case 'list_splat_pattern':
    case 'rest_assignment':
      return { k: 'spread', e: lowerTarget(context, firstKid(node), isDeclaration), ...at(node) };
    case 'mut_pattern':
    case 'ref_pattern':
    case 'reference_pattern':
    case 'variable_declaration':
    case 'as_pattern_target':
    case 'parenthesized_expression':
      return lowerTarget(
        context,
        node.kids.findLast((kid) => kid.type !== 'mutable_specifier' && kid.field !== 'type') ?? null,
        isDeclaration,
      );
    case 'tuple_struct_pattern':
      return {
        k: 'list',
        items: node.kids.filter((kid) => kid.field !== 'type').map((kid) => lowerTarget(context, kid, true)),
        ...at(node),
      };
    case 'struct_pattern':
      return {
        k: 'map',
        entries: node.kids
          .filter((kid) => kid.type === 'field_pattern')
          .map((kid) => ({
            key: literal(kid, textOf(context, child(kid, 'name'))),
            value: lowerTarget(context, child(kid, 'pattern') ?? child(kid, 'name'), true),
          })),
        ...at(node),
      };
    default: {
      const target = lowerExpr(context, node);
      if (target.k === 'var' && target.name !== '_') {
        const implicit = context.language === 'Python' || context.language === 'PHP';
        if (
          isDeclaration ||
          (implicit && !context.fn.locals.has(`global ${target.name}`) && !target.name.startsWith('_GLOBAL'))
        )
          declare(context, target.name);
        else if (context.language === 'Ruby') declareUnlessOuter(context, target.name);
      }
      return target;
    }
  }
}

const lowerConditional: Lower = (context, node) => {
  const condition = child(node, 'condition');
  if (condition !== null) {
    const yes = child(node, 'consequence') ?? child(node, 'body');
    const c = lowerExpr(context, condition);
    return {
      k: 'cond',
      c,
      a: yes === null ? c : lowerExpr(context, yes),
      b: lowerExpr(context, child(node, 'alternative')),
      ...at(node),
    };
  }
  const [a, c, b] = node.kids.filter((kid) => !comment.test(kid.type));
  return {
    k: 'cond',
    c: lowerExpr(context, c ?? null),
    a: lowerExpr(context, a ?? null),
    b: lowerExpr(context, b ?? null),
    ...at(node),
  };
};

/** A statement that has a value (Rust, Kotlin, Ruby, switch expressions). */
const lowerBlockExpr: Lower = (context, node) => ({ k: 'do', body: lowerStmts(context, node), ...at(node) });

const lowerDict: Lower = (context, node) => ({
  k: 'map',
  entries: node.kids.flatMap((kid): { key: Expr | null; value: Expr }[] => {
    if (comment.test(kid.type)) return [];
    if (kid.type === 'pair' || kid.type === 'keyed_element' || kid.type === 'field_initializer') {
      const key = child(kid, 'key') ?? child(kid, 'field') ?? kid.kids[0] ?? null;
      const value = child(kid, 'value') ?? lastKid(kid);
      return [
        {
          key: key?.type === 'field_identifier' ? literal(key, textOf(context, key)) : lowerKey(context, key),
          value: lowerExpr(context, value),
        },
      ];
    }
    if (kid.type === 'shorthand_field_initializer')
      return [{ key: literal(kid, textOf(context, kid)), value: lowerExpr(context, kid) }];
    return [{ key: null, value: lowerArg(context, kid) }];
  }),
  ...at(node),
});

const lowerComposite: Lower = (context, node) => {
  const body = child(node, 'body');
  if (body === null) return none(node);
  const isMap = body.kids.some((kid) => kid.type === 'keyed_element');
  const literalValue = isMap ? lowerDict(context, body) : lowerList(context, body);
  return { k: 'cast', type: typeName(context, child(node, 'type')) ?? '', e: literalValue, ...at(node) };
};

const lowerPhpArray: Lower = (context, node) => {
  const elements = node.kids.filter((kid) => kid.type === 'array_element_initializer');
  if (elements.some((kid) => kid.kids.length === 2)) {
    return {
      k: 'map',
      entries: elements.map((kid) =>
        kid.kids.length === 2
          ? { key: lowerExpr(context, kid.kids[0]!), value: lowerExpr(context, kid.kids[1]!) }
          : { key: null, value: lowerExpr(context, firstKid(kid)) },
      ),
      ...at(node),
    };
  }
  return { k: 'list', items: elements.map((kid) => lowerArg(context, kid.kids[0] ?? kid)), ...at(node) };
};

const lowerArrayCreation: Lower = (context, node) => {
  if (context.language === 'PHP') return lowerPhpArray(context, node);
  const value = child(node, 'value') ?? ofType(node, 'initializer_expression', 'array_initializer');
  return value === null ? { k: 'list', items: [], ...at(node) } : lowerExpr(context, value);
};

/** `[f(x) for x in xs if c]` runs its body for each element; the value is a list of what the body gives. */
const lowerComprehension: Lower = (context, node) => {
  const clauses = node.kids.filter((kid) => kid.type === 'for_in_clause');
  const body = child(node, 'body');
  const items: Expr[] = [];
  for (const clause of clauses) {
    const target = lowerTarget(context, child(clause, 'left'), true);
    items.push({
      k: 'set',
      t: target,
      v: callOf(
        clause,
        { k: 'get', o: lowerExpr(context, child(clause, 'right')), name: '<element>', ...at(clause) },
        [],
      ),
      op: null,
      ...at(clause),
    });
  }
  for (const clause of node.kids) if (clause.type === 'if_clause') items.push(lowerExpr(context, clause));
  const value: Expr =
    body?.type === 'pair'
      ? {
          k: 'map',
          entries: [
            {
              key: null,
              value: { k: 'list', items: body.kids.map((kid) => lowerExpr(context, kid)), ...at(body) },
            },
          ],
          ...at(node),
        }
      : callNamed(node, '<list of>', [lowerExpr(context, body)]);
  items.push(value);
  return { k: 'seq', items, ...at(node) };
};

/** Rust macros hold tokens only: names and strings between the commas are taken as arguments. */
const lowerMacro: Lower = (context, node) => {
  const name = textOf(context, child(node, 'macro'));
  const tokens = ofType(node, 'token_tree');
  const args: Expr[] = [];
  const walk = (tree: TreeNode): void => {
    for (const kid of tree.kids) {
      if (kid.type === 'token_tree') walk(kid);
      else if (
        kid.type === 'string_literal' ||
        kid.type === 'raw_string_literal' ||
        kid.type === 'identifier' ||
        kid.type === 'self'
      )
        args.push(lowerExpr(context, kid));
    }
  };
  if (tokens !== null) walk(tokens);
  const format = args[0];
  if (
    /^(?:format|println|print|write|writeln|panic|info|warn|error|debug|trace)$/.test(name) &&
    format?.k === 'lit' &&
    typeof format.v === 'string'
  ) {
    for (const match of format.v.matchAll(/\{([a-z_]\w*)(?::[^}]*)?\}/g))
      args.push(variable(node, match[1]!));
  }
  return callNamed(node, `${name}!`, args);
};

const lowerThis: Lower = (_, node) => ({ k: 'this', ...at(node) });

const lowerVariableName: Lower = (context, node) => {
  const name = textOf(context, node).replace(/^\$/, '');
  return name === 'this' ? { k: 'this', ...at(node) } : variable(node, name);
};

const lowerIncrement: Lower = (context, node) => {
  const operand = lowerExpr(context, child(node, 'argument') ?? child(node, 'operand') ?? firstKid(node));
  const text = textOf(context, node);
  return { k: 'set', t: operand, v: literal(node, 1), op: text.includes('--') ? '-' : '+', ...at(node) };
};

const lowerPostfix: Lower = (context, node) => {
  const text = textOf(context, node);
  return text.endsWith('++') || text.endsWith('--') ? lowerIncrement(context, node) : inner(context, node);
};

const lowerInvocationMember: Lower = (context, node) => {
  const condition = child(node, 'condition') ?? node.kids[0] ?? null;
  const binding = node.kids.at(-1) ?? null;
  if (binding === null || condition === null) return none(node);
  return replaceBinding(lowerExpr(context, binding), lowerExpr(context, condition));
};

/** C#'s `a?.b(c)`: the hole at the start of the access is filled with `a`. */
function replaceBinding(access: Expr, object: Expr): Expr {
  switch (access.k) {
    case 'none':
      return object;
    case 'get':
    case 'at':
      return { ...access, o: replaceBinding(access.o, object) };
    case 'call':
      return { ...access, f: replaceBinding(access.f, object) };
    default:
      return access;
  }
}

const table: Record<string, Lower> = {};
function on(types: string, lower: Lower): void {
  for (const type of types.split(' ')) table[type] = lower;
}

on(
  'identifier simple_identifier type_identifier name constant field_identifier package_identifier property_identifier hidden_identifier global_variable dotted_name namespace_identifier predefined_type',
  lowerName,
);
on('variable_name', lowerVariableName);
on('this self this_expression', lowerThis);
on('super base super_expression', (_, node) => ({ k: 'super', ...at(node) }));
on('instance_variable class_variable', (context, node) => ({
  k: 'get',
  o: { k: 'this', ...at(node) },
  name: textOf(context, node).replace(/^@+/, ''),
  ...at(node),
}));
on('string_literal', (context, node) =>
  context.language === 'Kotlin'
    ? lowerKotlinString(context, node)
    : node.kids.some((kid) => /interpol/.test(kid.type))
      ? lowerInterpolated(context, node)
      : lowerPlainString(context, node),
);
on(
  'raw_string_literal interpreted_string_literal verbatim_string_literal character_literal char_literal rune_literal',
  lowerPlainString,
);
on('string', (context, node) =>
  node.kids.some((kid) => kid.type === 'interpolation')
    ? lowerInterpolated(context, node)
    : lowerPlainString(context, node),
);
on('multiline_string_literal', lowerKotlinString);
on(
  'interpolated_string_expression encapsed_string heredoc nowdoc concatenated_string chained_string bare_string template_string heredoc_body',
  lowerInterpolated,
);
on('simple_symbol hash_key_symbol', (context, node) =>
  literal(node, textOf(context, node).replace(/^:|:$/g, '')),
);
on('regex', (context, node) => ({ k: 'regex', source: textOf(context, node), ...at(node) }));
on(
  'decimal_integer_literal hex_integer_literal octal_integer_literal binary_integer_literal decimal_floating_point_literal integer float int_literal float_literal integer_literal real_literal number_literal imaginary_literal long_literal hex_literal bin_literal',
  lowerNumber,
);
on('true', (_, node) => literal(node, true));
on('false', (_, node) => literal(node, false));
on('boolean_literal boolean', (context, node) =>
  literal(node, textOf(context, node).toLowerCase() === 'true'),
);
on('null_literal none nil null nullptr', (_, node) => literal(node, null));
on('field_access', member('object', 'field'));
on('attribute', member('object', 'attribute'));
on('selector_expression', member('operand', 'field'));
on('member_access_expression nullsafe_member_access_expression', (context, node) =>
  member(child(node, 'expression') !== null ? 'expression' : 'object', 'name')(context, node),
);
on('scoped_property_access_expression', member('scope', 'name'));
on('class_constant_access_expression', member(0, -1));
on('field_expression', (context, node) =>
  member(child(node, 'value') !== null ? 'value' : 'argument', 'field')(context, node),
);
on('navigation_expression', member(0, -1));
on('scope_resolution', (context, node) =>
  child(node, 'scope') === null
    ? variable(node, textOf(context, child(node, 'name')))
    : member('scope', 'name')(context, node),
);
on('scoped_identifier qualified_identifier qualified_name scoped_type_identifier', (context, node) => {
  const scope = child(node, 'scope') ?? child(node, 'path') ?? child(node, 'qualifier');
  const name = child(node, 'name') ?? lastKid(node);
  return scope === null || context.language === 'PHP'
    ? variable(node, textOf(context, name))
    : { k: 'get', o: lowerExpr(context, scope), name: textOf(context, name), ...at(node) };
});
on('member_binding_expression', (context, node) => ({
  k: 'get',
  o: none(node),
  name: textOf(context, child(node, 'name')),
  ...at(node),
}));
on('element_binding_expression', (context, node) => ({
  k: 'at',
  o: none(node),
  i: inner(context, node),
  ...at(node),
}));
on('conditional_access_expression', lowerInvocationMember);
on('array_access', index('array', 'index'));
on('subscript', index('value', 'subscript'));
on('index_expression', (context, node) =>
  child(node, 'operand') !== null ? index('operand', 'index')(context, node) : index(0, 1)(context, node),
);
on('element_access_expression', index('expression', 'subscript'));
on('subscript_expression', (context, node) =>
  child(node, 'argument') !== null
    ? {
        k: 'at',
        o: lowerExpr(context, child(node, 'argument')),
        i: lowerExpr(context, child(node, 'index') ?? ofType(node, 'subscript_argument_list')),
        ...at(node),
      }
    : index(0, 1)(context, node),
);
on('element_reference', index('object', 1));
on('slice_expression', lowerSlice);
on('call_expression function_call_expression invocation_expression', lowerCall);
on('call', (context, node) =>
  context.language === 'Ruby' ? lowerRubyCall(context, node) : lowerCall(context, node),
);
on(
  'method_invocation member_call_expression nullsafe_member_call_expression scoped_call_expression',
  lowerMethodCall,
);
on('object_creation_expression new_expression implicit_object_creation_expression', lowerNew);
on('explicit_constructor_invocation constructor_initializer', (context, node) =>
  callOf(
    node,
    { k: 'super', ...at(node) },
    lowerArgs(context, child(node, 'arguments') ?? ofType(node, 'argument_list')),
  ),
);
on(
  'assignment_expression assignment augmented_assignment assignment_statement short_var_declaration operator_assignment augmented_assignment_expression compound_assignment_expr reference_assignment_expression',
  lowerAssign,
);
on('named_expression', (context, node) => ({
  k: 'set',
  t: lowerTarget(context, child(node, 'name'), true),
  v: lowerExpr(context, child(node, 'value')),
  op: null,
  ...at(node),
}));
on('binary_expression binary_operator boolean_operator binary infix_expression in_expression', lowerBinary);
on('comparison_operator', lowerComparison);
on(
  'unary_expression unary_operator not_operator unary unary_op_expression prefix_unary_expression',
  lowerUnary,
);
on('pointer_expression reference_expression', (context, node) =>
  lowerExpr(context, child(node, 'argument') ?? child(node, 'value')),
);
on('update_expression inc_statement dec_statement', lowerIncrement);
on('postfix_unary_expression', lowerPostfix);
on('ternary_expression conditional_expression conditional', lowerConditional);
on(
  'cast_expression type_cast_expression as_expression type_conversion_expression type_assertion_expression',
  (context, node) => {
    const value = child(node, 'value') ?? child(node, 'operand') ?? child(node, 'left') ?? lastKid(node);
    const type = typeName(context, child(node, 'type') ?? child(node, 'right'));
    return { k: 'cast', type: type ?? '', e: lowerExpr(context, value), ...at(node) };
  },
);
on('await await_expression', (context, node) => ({ k: 'await', e: inner(context, node), ...at(node) }));
on(
  'parenthesized_expression parenthesized_statements try_expression error_suppression_expression checked_expression clone_expression literal_element expression_element expression_list_single',
  inner,
);
on(
  'list tuple array array_initializer initializer_expression initializer_list array_expression tuple_expression collection_expression expression_list set right_assignment_list collection_literal literal_value',
  lowerList,
);
on('string_array symbol_array', lowerList);
on('array_creation_expression implicit_array_creation_expression', lowerArrayCreation);
on('dictionary hash', lowerDict);
on('composite_literal', lowerComposite);
on('struct_expression', (context, node) => ({
  k: 'cast',
  type: typeName(context, child(node, 'name')) ?? '',
  e: lowerDict(context, child(node, 'body') ?? node),
  ...at(node),
}));
on('anonymous_object_creation_expression', lowerDict);
on('list_comprehension generator_expression set_comprehension dictionary_comprehension', lowerComprehension);
on(
  'lambda_expression lambda func_literal anonymous_function anonymous_function_creation_expression arrow_function closure_expression anonymous_method_expression lambda_literal block_literal',
  lowerLambda,
);
on('local_function_statement', (context, node) => lowerFunctionNode(context, node) ?? none(node));
on('annotated_lambda', inner);
on('method_reference callable_reference', (context, node) => ({
  k: 'get',
  o: lowerExpr(context, node.kids[0] ?? null),
  name: textOf(context, lastKid(node)),
  ...at(node),
}));
on(
  'block if_expression match_expression when_expression try_block unsafe_block loop_expression while_expression for_expression if unless case try_statement switch_expression if_modifier unless_modifier begin try_catch_expression return_expression break_expression continue_expression while until case_match',
  lowerBlockExpr,
);
on('then else body_statement block_body do', (context, node) => ({
  k: 'do',
  body: lowerBody(context, node),
  ...at(node),
}));
on('match_expression', (context, node) =>
  context.language === 'PHP'
    ? { k: 'seq', items: node.kids.map((kid) => lowerExpr(context, kid)), ...at(node) }
    : lowerBlockExpr(context, node),
);
on('macro_invocation', lowerMacro);
on('shell_command_expression subshell', (context, node) =>
  callNamed(node, '<shell>', [lowerInterpolated(context, node)]),
);
on('print_intrinsic', (context, node) => callNamed(node, 'print', [inner(context, node)]));
on('include_expression include_once_expression require_expression require_once_expression', (context, node) =>
  callNamed(node, 'include', [inner(context, node)]),
);
on('exit_statement', (context, node) =>
  callNamed(node, 'exit', node.kids.length > 0 ? [inner(context, node)] : []),
);
on('throw_expression', (context, node) => ({
  k: 'do',
  body: [{ k: 'throw', e: inner(context, node), ...at(node) }],
  ...at(node),
}));
on('rescue_modifier', (context, node) => ({
  k: 'cond',
  c: none(node),
  a: lowerExpr(context, child(node, 'body')),
  b: lowerExpr(context, child(node, 'handler')),
  ...at(node),
}));
on('instanceof_expression is_expression is_pattern_expression', (context, node) => ({
  k: 'un',
  op: 'instanceof',
  e: lowerExpr(context, node.kids[0] ?? null),
  ...at(node),
}));
on('sequence_expression comma_expression', (context, node) => ({
  k: 'seq',
  items: node.kids.map((kid) => lowerExpr(context, kid)),
  ...at(node),
}));
on('template_expression', lowerValue);
on('declaration_expression', (context, node) => lowerTarget(context, child(node, 'name'), true));
on('class_literal sizeof_expression typeof_expression default_expression', (_, node) => none(node));
on(
  'spread_element list_splat splat_argument variadic_argument variadic_unpacking dictionary_splat',
  lowerArg,
);
