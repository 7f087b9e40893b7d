import type { Expr, Stmt } from '../../ir/ir.ts';
import { only } from '../../read/only.ts';
import { lowerTarget } from './lower-assignments.ts';
import { declare, type LowerContext, none, textOf, typeName, variable } from './lower-context.ts';
import { lowerExpr } from './lower-expr.ts';
import { type LowerStmt, lowerStmts } from './lowering.ts';
import { at, child, children, ofType } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

/** Java, C#, Go's `var`: one statement for each declarator. */
export const lowerVariables: LowerStmt = (context, node) => {
  const declaration = ofType(node, 'variable_declaration') ?? node;
  const typeNode = child(declaration, 'type');
  const type = typeName(context, typeNode);
  const declarators = declaration.kids.filter(
    (kid) =>
      kid.type === 'variable_declarator' || kid.type === 'init_declarator' || kid.field === 'declarator',
  );
  return declarators.flatMap((kid): Stmt[] => {
    const made =
      context.language === 'C++' ? constructedInPlace(context, kid, type, child(kid, 'value')) : null;
    if (made === null && isPrototype(kid)) return [];
    const name = declaratorName(kid);
    const valueNode =
      child(kid, 'value') ??
      (kid.type === 'variable_declarator' && context.language === 'C#'
        ? (kid.kids.findLast((part) => part.field === null && part.type !== 'bracketed_argument_list') ??
          null)
        : null);
    const target: Expr =
      name === null
        ? none(kid)
        : name.type === 'tuple_pattern'
          ? lowerTarget(context, name, true)
          : variable(name, textOf(context, name));
    if (target.k === 'var') declare(context, target.name);
    let init = made ?? (valueNode === null || valueNode === name ? null : lowerExpr(context, valueNode));
    if (init?.k === 'new' && init.type === 'Object' && type !== null) init = { ...init, type };
    return [{ k: 'decl', target, type, init, ...at(kid) }];
  });
};

/** `char *name(int);` in C declares a function, not a variable. */
function isPrototype(node: TreeNode): boolean {
  const inner = node.kids.find((kid) => /declarator$/.test(kid.type));
  if (node.type === 'pointer_declarator' || node.type === 'reference_declarator')
    return inner !== undefined && isPrototype(inner);
  return node.type === 'function_declarator' && child(node, 'declarator')?.type === 'identifier';
}

/** The object that a C++ declaration constructs: `T x;`, `T x(a);`, `T x{a};`. Null for other declarations. */
function constructedInPlace(
  context: LowerContext,
  node: TreeNode,
  type: string | null,
  value: TreeNode | null,
): Expr | null {
  if (type === null) return null;
  // Programs' classes begin with a capital. Of the library, streams keep their arguments.
  const isClass = /^[A-Z]\w*[a-z]/.test(type) || /stream$/.test(type);
  if (value === null) {
    // `std::ifstream in(path);` is parsed as a function because its argument is a name.
    if (node.type === 'function_declarator') return constructedByName(context, node, type);
    return isClass && node.type === 'identifier' ? constructed(node, type, []) : null;
  }
  if (value.type !== 'argument_list' && (value.type !== 'initializer_list' || !isClass)) return null;
  const given = value.kids.filter((kid) => kid.type !== 'comment');
  return isClass || given.length > 1
    ? constructed(
        node,
        type,
        given.map((kid) => lowerExpr(context, kid)),
      )
    : null;
}

function constructed(node: TreeNode, type: string | null, args: Extract<Expr, { k: 'new' }>['args']): Expr {
  const name = type ?? '';
  return { k: 'new', type: name.slice(name.lastIndexOf(':') + 1), f: null, args, cls: null, ...at(node) };
}

/** `std::ifstream in(path);`, `Job job(argv[1]);` in C++: types constructed from any name, or from variables. */
function constructedByName(context: LowerContext, node: TreeNode, type: string): Expr | null {
  const isMadeOfNames = /(?:stream|string|path)$/.test(type);
  if (!isMadeOfNames && !/^[A-Z]/.test(type)) return null;
  const given = ofType(node, 'parameter_list')?.kids ?? [];
  const args = given.flatMap((kid) => argumentOf(context, kid, isMadeOfNames) ?? []);
  return args.length > 0 && args.length === given.length ? constructed(node, type, args) : null;
}

/** An argument that was parsed as a parameter without a name: `path` as a type, `argv[1]` as an array of it. */
function argumentOf(context: LowerContext, node: TreeNode, isAnyName: boolean): Expr | null {
  const [name, index, more] = node.kids;
  if (name?.type !== 'type_identifier' || more !== undefined) return null;
  const text = textOf(context, name);
  if (!isAnyName && !isDeclared(context, text)) return null;
  if (index === undefined) return variable(name, text);
  const place = child(index, 'size');
  if (index.type !== 'abstract_array_declarator' || place === null) return null;
  return { k: 'at', o: variable(name, text), i: lowerExpr(context, place), ...at(node) };
}

function isDeclared({ fn }: LowerContext, name: string): boolean {
  for (let holder: typeof fn | null = fn; holder !== null; holder = holder.parent)
    if (holder.locals.has(name)) return true;
  return false;
}

export function declaratorName(node: TreeNode): TreeNode | null {
  let name: TreeNode | null = child(node, 'name') ?? child(node, 'declarator') ?? node;
  while (name !== null && /declarator$/.test(name.type))
    name = child(name, 'declarator') ?? name.kids[0] ?? null;
  return name;
}

export const lowerGoVar: LowerStmt = (context, node) => {
  const specs = node.kids
    .flatMap((kid) => (kid.type === 'var_spec_list' ? kid.kids : [kid]))
    .filter((kid) => /_spec$/.test(kid.type));
  return specs.flatMap((spec): Stmt[] => {
    const names = children(spec, 'name');
    const values = child(spec, 'value');
    const type = typeName(context, child(spec, 'type'));
    return names.map((name, at0): Stmt => {
      declare(context, textOf(context, name));
      const value = values?.kids[at0] ?? only(values?.kids ?? []);
      return {
        k: 'decl',
        target: variable(name, textOf(context, name)),
        type,
        init: value ? lowerExpr(context, value) : null,
        ...at(spec),
      };
    });
  });
};

export const lowerLet: LowerStmt = (context, node) => {
  const target = lowerTarget(context, child(node, 'pattern') ?? child(node, 'name'), true);
  const value = child(node, 'value');
  const type = typeName(context, child(node, 'type'));
  const alternative = child(node, 'alternative');
  return [
    { k: 'decl', target, type, init: value === null ? null : lowerExpr(context, value), ...at(node) },
    ...(alternative === null
      ? []
      : [{ k: 'if', c: none(node), a: lowerStmts(context, alternative), b: [], ...at(node) } satisfies Stmt]),
  ];
};

export const lowerKotlinProperty: LowerStmt = (context, node) => {
  const declaration = ofType(node, 'variable_declaration', 'multi_variable_declaration');
  const value =
    node.kids.findLast(
      (kid) =>
        !/variable_declaration|modifiers|type_parameters|getter|setter|comment|constraints/.test(kid.type),
    ) ?? null;
  const type =
    declaration === null
      ? null
      : typeName(context, declaration.kids.find((kid) => /type$/.test(kid.type)) ?? null);
  const name =
    declaration === null
      ? null
      : declaration.type === 'variable_declaration'
        ? (declaration.kids.find((kid) => kid.type === 'identifier' || kid.type === 'simple_identifier') ??
          null)
        : declaration;
  return [
    {
      k: 'decl',
      target: lowerTarget(context, name, true),
      type,
      init: value === null || value === declaration ? null : lowerExpr(context, value),
      ...at(node),
    },
  ];
};

export function lowerClassConstants(context: LowerContext, node: TreeNode): Stmt[] {
  return node.kids
    .filter((kid) => kid.type === 'const_element')
    .map(
      (kid): Stmt => ({
        k: 'decl',
        target: lowerTarget(context, kid.kids[0] ?? null, true),
        type: null,
        init: lowerExpr(context, kid.kids[1] ?? null),
        ...at(kid),
      }),
    );
}
