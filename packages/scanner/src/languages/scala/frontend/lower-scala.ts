import { type ClassIr, type Expr, type FileIr, newFile, type Stmt } from '../../../ir/ir.ts';
import { addMethod } from '../../frontend/lower-class-headers.ts';
import { inFunction, type LowerContext, textOf } from '../../frontend/lower-context.ts';
import { at, child, children, parseTree } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { semanticsOf } from '../../semantics.ts';
import { withoutImplicitTypes } from './implicit-types.ts';
import { lowerArguments } from './lower-scala-calls.ts';
import { casesOf, lowerMatch } from './lower-scala-cases.ts';
import { lowerScalaExpr } from './lower-scala-expr.ts';
import {
  annotationsOf,
  bodyOf,
  kidsOf,
  lowerExpr,
  provideScala,
  readParameters,
  scalaFunction,
  scalaType,
} from './scala-context.ts';

type LowerStmt = (context: LowerContext, node: TreeNode) => Stmt[];

/** Parses with tree-sitter and lowers. Null if the time is over or there is no grammar. */
export function lowerScala(path: string, text: string, budgetMs: number): FileIr | null {
  const parsed = parseTree('Scala', withoutImplicitTypes(text), budgetMs);
  if (parsed === null) return null;
  const file = newFile(path, 'Scala', semanticsOf('Scala'), text);
  file.hasErrors = parsed.hasErrors;
  const context: LowerContext = { file, language: 'Scala', fn: file.top, cls: null };
  file.top.body = kidsOf(parsed.root).flatMap((kid) => lowerScalaStmts(context, kid));
  return file;
}

function lowerScalaStmts(context: LowerContext, node: TreeNode): Stmt[] {
  const lower = table.get(node.type);
  if (lower !== undefined) return lower(context, node);
  const e = lowerExpr(context, node);
  return e.k === 'none' ? [] : [{ k: 'expr', e, ...at(node) }];
}

const lowerBlock: LowerStmt = (context, node) => kidsOf(node).flatMap((kid) => lowerScalaStmts(context, kid));

const lowerIf: LowerStmt = (context, node) => {
  const yes = child(node, 'consequence');
  const no = child(node, 'alternative');
  return [
    {
      k: 'if',
      c: lowerExpr(context, child(node, 'condition')),
      a: yes === null ? [] : lowerScalaStmts(context, yes),
      b: no === null ? [] : lowerScalaStmts(context, no),
      ...at(node),
    },
  ];
};

const lowerLoop: LowerStmt = (context, node) => {
  const body = child(node, 'body');
  return [
    {
      k: 'loop',
      init: [],
      c: lowerExpr(context, child(node, 'condition')),
      step: [],
      body: body === null ? [] : lowerScalaStmts(context, body),
      isPost: node.type === 'do_while_expression',
      ...at(node),
    },
  ];
};

const lowerTry: LowerStmt = (context, node) => {
  const body = child(node, 'body');
  const catches = node.kids
    .filter((kid) => kid.type === 'catch_clause')
    .flatMap((kid) => {
      const block = kid.kids.find((one) => /cases?|block/.test(one.type)) ?? kid;
      const d: Expr = { k: 'none', ...at(kid) };
      return casesOf(context, block, d).map((one) => ({ name: null, body: one.body }));
    });
  const last = node.kids.find((kid) => kid.type === 'finally_clause');
  const own = body === null ? [] : lowerScalaStmts(context, body);
  if (catches.length === 0 && last === undefined) return own;
  return [
    { k: 'try', body: own, catches, last: last === undefined ? [] : lowerBlock(context, last), ...at(node) },
  ];
};

const lowerReturn: LowerStmt = (context, node) => {
  const given = kidsOf(node)[0];
  return [{ k: 'return', e: given === undefined ? null : lowerExpr(context, given), ...at(node) }];
};

const lowerValue: LowerStmt = (context, node) => {
  const { cls, fn, file } = context;
  const type = scalaType(context, child(node, 'type'));
  const given = child(node, 'value');
  const init = given === null ? null : lowerExpr(context, given);
  const isField = cls !== null && fn === file.top;
  const isStatic = cls?.annotations.some(({ name }) => name === '<object>') ?? false;
  const pattern = child(node, 'pattern') ?? child(node, 'name');
  const names = [...textOf(context, pattern).matchAll(/\b[a-z_]\w*\b/g)].map(([one]) => one);
  const isName = pattern !== null && pattern.type === 'identifier';
  if (isField) {
    const name = isName ? textOf(context, pattern) : '';
    for (const one of isName ? [name] : names)
      cls.fields.push({ name: one, type, init, isStatic, annotations: annotationsOf(context, node) });
    return [];
  }
  const parts = isName ? [textOf(context, pattern)] : names;
  for (const one of parts) fn.locals.add(one);
  const vars = parts.map((name): Expr => ({ k: 'var', name, ...at(pattern ?? node) }));
  const [single] = vars;
  if (isName && single !== undefined) return [{ k: 'decl', target: single, type, init, ...at(node) }];
  const isTuple = pattern?.type === 'tuple_pattern';
  if (isTuple && init !== null)
    return [
      {
        k: 'expr',
        e: { k: 'set', t: { k: 'list', items: vars, ...at(node) }, v: init, op: null, ...at(node) },
        ...at(node),
      },
    ];
  return vars.map((t): Stmt => {
    const e: Expr = { k: 'set', t, v: init ?? { k: 'none', ...at(node) }, op: 'match', ...at(node) };
    return { k: 'expr', e, ...at(node) };
  });
};

const lowerFunction: LowerStmt = (context, node) => {
  const { cls, fn: outer, file } = context;
  const written = textOf(context, child(node, 'name')).replace(/^`|`$/g, '');
  const isMethod = cls !== null && outer === file.top;
  const name = isMethod && written === 'this' ? '<init>' : written;
  const head = file.text.slice(node.start, child(node, 'name')?.start ?? node.start);
  const fn = scalaFunction(context, node, name, (inner, made) => {
    made.annotations = annotationsOf(context, node);
    made.isStatic = cls?.annotations.some((one) => one.name === '<object>') ?? false;
    made.isExported = !/\b(?:private|protected)\b/.test(head);
    readParameters(inner, node);
    made.returnType = scalaType(context, child(node, 'return_type'));
    made.body = bodyOf(inner, child(node, 'body'));
  });
  if (isMethod) addMethod(cls.methods, name, fn);
  // Without parameters, it is read like a field.
  if (isMethod && !node.kids.some((kid) => kid.type === 'parameters'))
    addMethod(cls.methods, `get_${name}`, { ...fn, name: `get_${name}` });
  if (!isMethod) outer.locals.add(name);
  return isMethod ? [] : [{ k: 'fn', fn, ...at(node) }];
};

const lowerClass: LowerStmt = (context, node) => {
  const { file } = context;
  const name = textOf(context, child(node, 'name'));
  const isObject = node.type === 'object_definition' || node.type === 'package_object';
  const cls: ClassIr = {
    name,
    file,
    bases: basesOf(context, child(node, 'extend')),
    fields: [],
    methods: new Map(),
    annotations: [...annotationsOf(context, node), ...(isObject ? [{ name: '<object>', args: '' }] : [])],
    isInterface: node.type === 'trait_definition',
    outer: context.cls,
    setup: [],
    pos: node.start,
  };
  file.classes.push(cls);
  const inner: LowerContext = { ...context, cls, fn: file.top };
  readConstructor(inner, node);
  const body = child(node, 'body');
  for (const kid of body === null ? [] : kidsOf(body)) cls.setup.push(...lowerScalaStmts(inner, kid));
  context.fn.locals.add(name);
  return [{ k: 'cls', cls, ...at(node) }];
};

function basesOf(context: LowerContext, clause: TreeNode | null): string[] {
  if (clause === null) return [];
  return [...textOf(context, clause).matchAll(/(?:\bextends|\bwith|,)\s+([\w.]+)/g)].map(([, name = '']) =>
    name.slice(name.lastIndexOf('.') + 1),
  );
}

/** The parameters after a class name are its constructor, and its fields. */
function readConstructor(context: LowerContext, node: TreeNode): void {
  const lists = children(node, 'class_parameters');
  const given = child(node, 'extend')?.kids.find((kid) => kid.type === 'arguments');
  if (lists.length === 0 && given === undefined) return;
  const inner = inFunction(context, lists[0] ?? node, '<init>');
  const { fn } = inner;
  readParameters(inner, node);
  fn.annotations = annotationsOf(context, node);
  const place = at(lists[0] ?? node);
  fn.body = fn.params.map(({ name }): Stmt => {
    const t: Expr = { k: 'get', o: { k: 'this', ...place }, name, pos: place.pos, end: place.pos };
    return { k: 'expr', e: { k: 'set', t, v: { k: 'var', name, ...place }, op: null, ...place }, ...place };
  });
  if (given !== undefined) {
    const e: Expr = {
      k: 'call',
      f: { k: 'super', ...at(given) },
      args: lowerArguments(inner, given),
      ...at(given),
    };
    fn.body.push({ k: 'expr', e, ...at(given) });
  }
  const { cls } = context;
  if (cls === null) return;
  for (const { name, type } of fn.params)
    cls.fields.push({ name, type, init: null, isStatic: false, annotations: [] });
  addMethod(cls.methods, '<init>', fn);
}

const lowerPackage: LowerStmt = (context, node) => {
  context.file.namespace = textOf(context, child(node, 'name'));
  const body = child(node, 'body');
  return body === null ? [] : lowerBlock(context, body);
};

/** `import a.b.C`, `import a.b.{C, D => E}` */
const lowerImport: LowerStmt = (context, node) => {
  const text = textOf(context, node).replace(/^import\s+/, '');
  for (const [, path = '', many, one = ''] of text.matchAll(/([\w.]+)\.(?:\{([^{}]*)\}|(\w+|\*))/g)) {
    for (const part of many === undefined ? [one] : many.split(',')) {
      const [name = '', local = name] = part.trim().split(/\s*(?:=>|\bas\b)\s*/);
      if (/^\w+$/.test(name) && name !== '_' && name !== 'given')
        context.file.imports.push({ local, module: `${path}.${name}`, name });
    }
  }
  return [];
};

const table: ReadonlyMap<string, LowerStmt> = new Map<string, LowerStmt>(
  (
    [
      ['block indented_block template_body with_template_body enum_body', lowerBlock],
      ['if_expression', lowerIf],
      ['while_expression do_while_expression', lowerLoop],
      ['match_expression', lowerMatch],
      ['try_expression', lowerTry],
      ['return_expression', lowerReturn],
      [
        'throw_expression',
        (context, node) => [{ k: 'throw', e: lowerExpr(context, node.kids[0] ?? null), ...at(node) }],
      ],
      ['val_definition var_definition val_declaration var_declaration', lowerValue],
      ['function_definition function_declaration given_definition', lowerFunction],
      ['class_definition object_definition trait_definition enum_definition package_object', lowerClass],
      [
        'extension_definition',
        (context, node) =>
          kidsOf(node)
            .filter((kid) => kid.type === 'function_definition')
            .flatMap((kid) => lowerFunction(context, kid)),
      ],
      ['package_clause', lowerPackage],
      ['import_declaration', lowerImport],
      ['comment block_comment type_definition export_declaration using_directive', () => []],
    ] as [string, LowerStmt][]
  ).flatMap(([types, lower]) => types.split(' ').map((type) => [type, lower] as const)),
);

provideScala({ expr: lowerScalaExpr, stmts: lowerScalaStmts });
