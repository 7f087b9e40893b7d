import type { Expr, Stmt } from '../../ir/ir.ts';
import { only } from '../../read/only.ts';
import { readAnnotations } from './lower-annotations.ts';
import { lowerTarget } from './lower-assignments.ts';
import { lowerAlternatives, lowerIf } from './lower-branches.ts';
import { lowerClass, lowerGoTypes } from './lower-classes.ts';
import { callNamed, exprStmt, type LowerContext, textOf } from './lower-context.ts';
import { lowerExpr } from './lower-expr.ts';
import { lowerFunctionNode } from './lower-functions.ts';
import { lowerImportNode } from './lower-imports.ts';
import { lowerEach, lowerForStatement, lowerLoop } from './lower-loops.ts';
import { lowerSwitch } from './lower-switch.ts';
import { lowerTry, lowerWith } from './lower-try.ts';
import {
  lowerClassConstants,
  lowerGoVar,
  lowerKotlinProperty,
  lowerLet,
  lowerVariables,
} from './lower-variables.ts';
import type { LowerStmt } from './lowering.ts';
import { at, child, isComment } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

export function lowerStmts(context: LowerContext, node: TreeNode | null): Stmt[] {
  if (node === null || isComment(node)) return [];
  const lower = table[node.type];
  if (lower !== undefined) return lower(context, node);
  return [exprStmt(lowerExpr(context, node))];
}

/** The statements in a block, whatever the language calls it. */
export function lowerBody(context: LowerContext, node: TreeNode | null): Stmt[] {
  if (node === null) return [];
  if (context.language === 'PHP') return lowerPhpBody(context, node);
  return node.kids.flatMap((kid) => lowerStmts(context, kid));
}

/** After `<?=`, a statement is printed to the page. */
function lowerPhpBody(context: LowerContext, node: TreeNode): Stmt[] {
  let isEcho = false;
  return node.kids.flatMap((kid) => {
    if (kid.type === 'php_tag' || kid.type === 'text_interpolation') {
      isEcho = /<\?=\s*$/.test(textOf(context, kid));
      return [];
    }
    const wasEcho = isEcho;
    isEcho = false;
    if (!wasEcho || kid.type !== 'expression_statement') return lowerStmts(context, kid);
    return kid.kids.map((part) => exprStmt(callNamed(part, 'echo', [lowerExpr(context, part)])));
  });
}

/** For blocks whose last expression is their value. */
export function returnLast(context: LowerContext, body: Stmt[]): Stmt[] {
  if (!['Ruby', 'Rust', 'Kotlin'].includes(context.language)) return body;
  const last = body.at(-1);
  if (last === undefined) return body;
  if (last.k === 'expr')
    return [...body.slice(0, -1), { k: 'return', e: last.e, pos: last.pos, end: last.end }];
  if (last.k === 'if')
    return [
      ...body.slice(0, -1),
      { ...last, a: returnLast(context, last.a), b: returnLast(context, last.b) },
    ];
  if (last.k === 'switch')
    return [
      ...body.slice(0, -1),
      { ...last, cases: last.cases.map((entry) => ({ ...entry, body: returnLast(context, entry.body) })) },
    ];
  if (last.k === 'try')
    return [
      ...body.slice(0, -1),
      {
        ...last,
        body: returnLast(context, last.body),
        catches: last.catches.map((entry) => ({ ...entry, body: returnLast(context, entry.body) })),
      },
    ];
  if (last.k === 'block') return [...body.slice(0, -1), { ...last, body: returnLast(context, last.body) }];
  return body;
}

const block: LowerStmt = (context, node) => lowerBody(context, node);

const lowerReturn: LowerStmt = (context, node) => {
  const value = node.kids.find((kid) => !isComment(kid) && kid.field !== 'label') ?? null;
  const isList = value !== null && /^(?:expression_list|argument_list)$/.test(value.type);
  const given = (isList ? only(value.kids) : undefined) ?? value;
  const e = given === null ? namedResults(context, node) : lowerExpr(context, given);
  return [{ k: 'return', e, ...at(node) }];
};

/** In Go, an empty `return` returns the named results. */
function namedResults({ fn, language }: LowerContext, node: TreeNode): Expr | null {
  const names = language === 'Go' ? (fn.results ?? []) : [];
  const items = names.map((name): Expr => ({ k: 'var', name, ...at(node) }));
  return items.length > 1 ? { k: 'list', items, ...at(node) } : (items[0] ?? null);
}

const lowerEcho: LowerStmt = (context, node) =>
  node.kids
    .flatMap((kid) => (kid.type === 'sequence_expression' ? kid.kids : [kid]))
    .map((kid) => exprStmt(callNamed(kid, 'echo', [lowerExpr(context, kid)])));

const table: Record<string, LowerStmt> = {};

function on(types: string, lower: LowerStmt): void {
  for (const type of types.split(' ')) table[type] = lower;
}

on(
  'block statement_list compound_statement statement_block declaration_list body_statement then colon_block block_body program source_file module_body function_body do control_structure_body unsafe_block global_statement namespace_body preproc_if preproc_ifdef preproc_else linkage_specification',
  block,
);

on('else_clause', (context, node) => lowerAlternatives(context, [node]));

on('expression_statement', (context, node) => node.kids.flatMap((kid) => lowerStmts(context, kid)));

on('if_statement if_expression if unless if_modifier unless_modifier', lowerIf);

on('local_variable_declaration local_declaration_statement variable_declaration declaration', lowerVariables);

on('var_declaration const_declaration', (context, node) =>
  context.language === 'Go' ? lowerGoVar(context, node) : lowerClassConstants(context, node),
);

on('let_declaration const_item static_item', lowerLet);

on('property_declaration', (context, node) =>
  context.language === 'Kotlin' ? lowerKotlinProperty(context, node) : [],
);

on(
  'while_statement do_statement while_expression loop_expression while until while_modifier until_modifier do_while_statement',
  lowerLoop,
);

on('for_statement', lowerForStatement);

on('enhanced_for_statement for_expression for foreach_statement for_range_loop', lowerEach);

on(
  'switch_statement switch_expression expression_switch_statement type_switch_statement select_statement match_expression match_statement case case_match when_expression',
  (context, node) =>
    context.language === 'PHP' && node.type === 'match_expression'
      ? [exprStmt(lowerExpr(context, node))]
      : lowerSwitch(context, node),
);

on('try_statement try_with_resources_statement try_expression begin', (context, node) =>
  node.type === 'try_expression' && context.language === 'Rust'
    ? [exprStmt(lowerExpr(context, node))]
    : lowerTry(context, node),
);

on('body_statement', (context, node) =>
  node.kids.some((kid) => kid.type === 'rescue' || kid.type === 'ensure')
    ? lowerTry(context, node)
    : lowerBody(context, node),
);

on('with_statement using_statement', lowerWith);

on('return_statement return_expression return', lowerReturn);

on('throw_statement raise_statement', (context, node) => [
  { k: 'throw', e: node.kids[0] ? lowerExpr(context, node.kids[0]) : null, ...at(node) },
]);

on('break_statement break_expression break', (_, node) => [{ k: 'break', ...at(node) }]);

on('continue_statement continue_expression next', (_, node) => [{ k: 'continue', ...at(node) }]);

on(
  'labeled_statement lock_statement synchronized_statement checked_statement fixed_statement labeled_expression',
  (context, node) =>
    node.kids.flatMap((kid) =>
      kid.type === 'identifier' || kid.type === 'label' || kid.type === 'statement_identifier'
        ? []
        : lowerStmts(context, kid),
    ),
);

on('echo_statement', lowerEcho);

on('defer_statement go_statement', (context, node) => [exprStmt(lowerExpr(context, node.kids[0] ?? null))]);

on(
  'function_definition function_item function_declaration method_declaration method singleton_method local_function_statement constructor_declaration compact_constructor_declaration',
  (context, node) => {
    const e = lowerFunctionNode(context, node);
    return e?.k === 'fn' ? [{ k: 'fn', fn: e.fn, ...at(node) }] : [];
  },
);

on('decorated_definition', (context, node) => {
  const definition = child(node, 'definition');
  if (definition?.type !== 'function_definition') {
    const lowered = lowerStmts(context, definition);
    for (const stmt of lowered)
      if (stmt.k === 'cls') stmt.cls.annotations.push(...readAnnotations(context, node));
    return lowered;
  }
  const e = lowerFunctionNode(context, definition, readAnnotations(context, node));
  return e?.k === 'fn' ? [{ k: 'fn', fn: e.fn, ...at(node) }] : [];
});

on(
  'class_declaration interface_declaration enum_declaration record_declaration struct_declaration class_definition class module trait_declaration object_declaration trait_item impl_item struct_specifier class_specifier singleton_class enum_item struct_item companion_object',
  (context, node) => lowerClass(context, node),
);

on(
  'namespace_declaration file_scoped_namespace_declaration namespace_definition mod_item',
  (context, node) => {
    const name = textOf(context, child(node, 'name'));
    if (context.file.namespace === '') context.file.namespace = name;
    const body = child(node, 'body');
    return body !== null
      ? lowerBody(context, body)
      : node.kids.filter((kid) => kid.field !== 'name').flatMap((kid) => lowerStmts(context, kid));
  },
);

on(
  'import_declaration import_statement import_from_statement future_import_statement using_directive namespace_use_declaration use_declaration import package_declaration package_header package_clause preproc_include import_list',
  (context, node) => {
    lowerImportNode(context, node);
    return [];
  },
);

on('global_statement nonlocal_statement', (context, node) => {
  if (context.language === 'C#') return lowerBody(context, node);
  for (const kid of node.kids) context.fn.locals.add(`global ${textOf(context, kid)}`);
  return [];
});

on('global_declaration', (context, node) => {
  for (const kid of node.kids) context.fn.locals.add(`global ${textOf(context, kid).replace(/^\$/, '')}`);
  return [];
});

on(
  'pass_statement empty_statement php_tag text_interpolation comment type_alias attribute_item macro_definition extern_crate_declaration delegate_declaration template_declaration type_definition preproc_def preproc_function_def preproc_call text',
  () => [],
);

on('type_declaration', lowerGoTypes);

on('send_statement', (context, node) => {
  const t = lowerExpr(context, child(node, 'channel'));
  return [exprStmt({ k: 'set', t, v: lowerExpr(context, child(node, 'value')), op: '||', ...at(node) })];
});

on('template_declaration', (context, node) =>
  node.kids.flatMap((kid) =>
    /definition|specifier|declaration/.test(kid.type) ? lowerStmts(context, kid) : [],
  ),
);

on('delete_statement unset_statement assert_statement print_statement', (context, node) =>
  node.kids.map((kid) => exprStmt(removal(context, node, kid) ?? lowerExpr(context, kid))),
);

/** In Python, `del x[key]` removes an element, as `x.pop(key)` does. */
function removal(context: LowerContext, node: TreeNode, target: TreeNode): Expr | null {
  const e =
    context.language === 'Python' && node.type === 'delete_statement' ? lowerExpr(context, target) : null;
  if (e?.k !== 'at' || e.i === null) return null;
  return { k: 'call', f: { k: 'get', o: e.o, name: 'pop', ...at(target) }, args: [e.i], ...at(target) };
}

on('function_static_declaration', (context, node) =>
  node.kids.map(
    (kid): Stmt => ({
      k: 'expr',
      e: {
        k: 'set',
        t: lowerTarget(context, child(kid, 'name'), true),
        v: lowerExpr(context, child(kid, 'value')),
        op: null,
        ...at(kid),
      },
      ...at(kid),
    }),
  ),
);

// Its content is the value of the heredoc's start.
on('heredoc_body', () => []);

// In C#, `yield` returns an element and continues, or ends; in Java, it gives the value of a switch.
on('yield_statement', (context, node) => {
  if (node.kids.length === 0) return [{ k: 'return', e: null, ...at(node) }];
  const e = lowerExpr(context, node.kids[0] ?? null);
  return [exprStmt(context.language === 'Java' ? e : { k: 'un', op: 'yield', e, ...at(node) })];
});
