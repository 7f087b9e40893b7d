import type { Expr } from '../../ir/ir.ts';
import { only } from '../../read/only.ts';
import {
  declare,
  declareUnlessOuter,
  type LowerContext,
  literal,
  none,
  textOf,
  typeName,
} from './lower-context.ts';
import { type Lower, lowerExpr } from './lowering.ts';
import { at, child, firstKid } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

export const lowerAssign: Lower = (context, node) => {
  const left = child(node, 'left');
  const right = child(node, 'right');
  const operator =
    textOf(context, child(node, 'operator')) ||
    context.file.text.slice(left?.end ?? 0, right?.start ?? 0).trim();
  const op =
    operator === '=' || operator === ':=' || operator === '' || operator === '=&' || operator.startsWith(':')
      ? null
      : operator.replace(/=$/, '');
  const target = lowerTarget(context, left, operator === ':=');
  const single = (right?.type === 'expression_list' ? only(right.kids) : undefined) ?? right;
  const t = context.language === 'Go' ? besideWhether(target, single) : target;
  const v = single === null ? none(node) : lowerExpr(context, single);
  // `*p = 0` changes one character that p points to, not p.
  if (
    v.k === 'lit' &&
    left?.type === 'pointer_expression' &&
    (context.language === 'C' || context.language === 'C++')
  )
    return v;
  return { k: 'set', t, v: annotated(context, child(node, 'type'), v), op, ...at(node) };
};

/** `one, ok := byName[name]`: the second target says whether there is a value, and gets no part of it. */
function besideWhether(target: Expr, value: TreeNode | null): Expr {
  const [first, second, third] = target.k === 'list' ? target.items : [];
  return first !== undefined &&
    second !== undefined &&
    third === undefined &&
    /^(?:index|type_assertion|unary)_expression$/.test(value?.type ?? '')
    ? first
    : target;
}

/** `store: Store = …` in Python: only class names are trusted, because other type hints guarantee nothing. */
function annotated(context: LowerContext, node: TreeNode | null, v: Expr): Expr {
  const type = context.language === 'Python' ? typeName(context, node) : null;
  return type !== null && /^(?:[a-z_]\w*\.)*[A-Z]\w*$/.test(type) && v.k !== 'none' && v.k !== 'lit'
    ? { k: 'cast', type, e: v, pos: v.pos, end: v.end }
    : v;
}

/** `Point { x }` also declares a variable. */
function shorthand(context: LowerContext, node: TreeNode | null): TreeNode | null {
  if (node === null || node.type !== 'shorthand_field_identifier') return node;
  declare(context, textOf(context, node));
  return { ...node, type: 'identifier' };
}

/** PHP's `['key' => $name] = …`. */
function lowerKeyed(context: LowerContext, node: TreeNode): Expr {
  const entries: { key: Expr | null; value: Expr }[] = [];
  for (let at0 = 0; at0 < node.kids.length; at0 += 2) {
    const [key, value] = node.kids.slice(at0, at0 + 2);
    if (key === undefined || value === undefined) break;
    entries.push({ key: lowerExpr(context, key), value: lowerTarget(context, value, true) });
  }
  return { k: 'map', entries, ...at(node) };
}

/** The target of an assignment. Declares it in languages where assignments declare. */
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
      if (context.language === 'PHP' && textOf(context, node).includes('=>'))
        return lowerKeyed(context, node);
      const single = only(node.kids);
      if (single !== undefined) return lowerTarget(context, single, isDeclaration);
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
      return lowerFields(context, node);
    default: {
      const target = lowerExpr(context, node);
      if (target.k === 'var' && target.name !== '_') declareTarget(context, target.name, isDeclaration);
      return target;
    }
  }
}

function declareTarget(context: LowerContext, name: string, isDeclaration: boolean): void {
  const { language, fn } = context;
  const isImplicit =
    (language === 'Python' || language === 'PHP') &&
    !fn.locals.has(`global ${name}`) &&
    !fn.locals.has(`use ${name}`) &&
    !name.startsWith('_GLOBAL');
  if (isDeclaration || isImplicit) declare(context, name);
  else if (language === 'Ruby') declareUnlessOuter(context, name);
}

/** Rust's `Point { x, y: other }`. */
function lowerFields(context: LowerContext, node: TreeNode): Expr {
  const entries = node.kids
    .filter((kid) => kid.type === 'field_pattern')
    .map((kid) => {
      const name = child(kid, 'name');
      const value = lowerTarget(context, child(kid, 'pattern') ?? shorthand(context, name), true);
      return { key: literal(kid, textOf(context, name)), value };
    });
  return { k: 'map', entries, ...at(node) };
}
