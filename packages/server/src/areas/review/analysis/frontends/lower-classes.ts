import type { Annotation, ClassIr, Expr, FunctionIr, Stmt } from '../ir/ir.ts';
import { readAnnotations } from './lower-annotations.ts';
import { inFunction, type LowerContext, textOf, typeName, variable } from './lower-context.ts';
import { parameter, readParameters } from './lower-parameters.ts';
import { lowerExpr, lowerFunctionNode, lowerStmts } from './lowering.ts';
import { at, child, ofType, type TreeNode } from './syntax-tree.ts';

/** Go's receiver is the method's `this`. */
export function bindReceiver(context: LowerContext, receiver: TreeNode): void {
  const declaration = receiver.kids[0];
  if (declaration === undefined) return;
  const name = textOf(context, child(declaration, 'name'));
  const type = typeName(context, child(declaration, 'type'));
  const { fn } = context;
  if (type !== null) {
    const cls = openClass(context, type, declaration);
    fn.cls = cls;
    fn.qualified = `${type}.${fn.name}`;
    push(cls.methods, fn.name, fn);
  }
  if (name !== '') {
    fn.locals.add(name);
    context.fn.locals.add(name);
    fn.params.unshift({ ...parameter(name), type: '<receiver>' });
  }
}

/** `void Store::save() { … }` of C++ is a method of its class, which often stands in a header. */
export function bindOutsideClass(context: LowerContext, scope: string, node: TreeNode): void {
  const { fn, file } = context;
  const known = file.classes.find((entry) => entry.name === scope);
  // What starts with a small letter may be a namespace.
  if (fn.cls !== null || (known === undefined && !/^[A-Z]/.test(scope))) return;
  const cls = known ?? openClass(context, scope, node);
  fn.cls = cls;
  fn.qualified = `${scope}.${fn.name}`;
  push(cls.methods, fn.name === scope ? '<init>' : fn.name, fn);
}

/** Go's structs, for the types of their fields. */
export function lowerGoTypes(context: LowerContext, node: TreeNode): Stmt[] {
  for (const spec of node.kids) {
    const struct = child(spec, 'type');
    if (struct?.type !== 'struct_type') continue;
    const cls = openClass(context, textOf(context, child(spec, 'name')), spec);
    for (const declaration of struct.kids.flatMap((list) => list.kids)) {
      const type = typeName(context, child(declaration, 'type'));
      const names = declaration.kids.filter((kid) => kid.field === 'name');
      for (const name of names)
        cls.fields.push({ name: textOf(context, name), type, init: null, isStatic: false, annotations: [] });
      // What is embedded lends its methods and fields.
      if (names.length === 0 && type !== null) cls.bases.push(type);
    }
  }
  return [];
}

const memberTypes = new Set([
  'method_declaration',
  'function_definition',
  'function_declaration',
  'function_item',
  'method',
  'singleton_method',
  'constructor_declaration',
  'compact_constructor_declaration',
  'secondary_constructor',
  'local_function_statement',
]);

/** A class with fields, methods and what else its body runs. Rust's `impl` joins the type's class. */
export function lowerClass(context: LowerContext, node: TreeNode): Stmt[] {
  const nameNode = child(node, 'name') ?? (node.type === 'impl_item' ? child(node, 'type') : null);
  const name = nameNode === null ? '<anonymous>' : (typeName(context, nameNode) ?? textOf(context, nameNode));
  const cls = openClass(context, name, node);
  const inner: LowerContext = { ...context, cls };
  cls.bases.push(...readBases(context, node));
  cls.annotations.push(...readAnnotations(context, node));
  readPrimaryConstructor(inner, node);
  const body =
    child(node, 'body') ??
    ofType(node, 'class_body', 'enum_class_body', 'declaration_list', 'body_statement', 'block');
  lowerMembers(inner, body);
  context.fn.locals.add(name);
  return [{ k: 'cls', cls, ...at(node) }];
}

function openClass(context: LowerContext, name: string, node: TreeNode): ClassIr {
  const known =
    context.language === 'Rust' || context.language === 'Go'
      ? context.file.classes.find((entry) => entry.name === name)
      : undefined;
  if (known !== undefined) return known;
  const cls: ClassIr = {
    name,
    file: context.file,
    bases: [],
    fields: [],
    methods: new Map(),
    annotations: [],
    isInterface: /interface|trait/.test(node.type),
    setup: [],
    pos: node.start,
  };
  context.file.classes.push(cls);
  return cls;
}

export function lowerAnonymousClass(context: LowerContext, body: TreeNode, type: TreeNode | null): ClassIr {
  const cls = openClass({ ...context, language: '' }, `<anonymous ${typeName(context, type) ?? ''}>`, body);
  const base = typeName(context, type);
  if (base !== null) cls.bases.push(base);
  lowerMembers({ ...context, cls }, body.type === 'anonymous_class' ? child(body, 'body') : body);
  return cls;
}

function lowerMembers(context: LowerContext, body: TreeNode | null): void {
  const cls = context.cls!;
  let pending: Annotation[] = [];
  for (const kid of body?.kids ?? []) {
    if (kid.type === 'attribute_item') {
      pending.push(...readAnnotations(context, { ...kid, kids: [kid] }));
      continue;
    }
    let member = kid;
    let annotations = pending;
    pending = [];
    if (kid.type === 'decorated_definition') {
      annotations = [...annotations, ...readAnnotations(context, kid)];
      member = child(kid, 'definition') ?? kid;
    }
    if (member.type === 'field_declaration_list' || member.type === 'enum_body_declarations') {
      lowerMembers(context, member);
    } else if (memberTypes.has(member.type)) {
      const lowered = lowerFunctionNode(context, member, annotations);
      if (lowered?.k === 'fn')
        push(
          cls.methods,
          isConstructor(context, member, lowered.fn.name) ? '<init>' : lowered.fn.name,
          lowered.fn,
        );
    } else if (!lowerField(context, member)) {
      if (
        /class|interface|enum|record|struct|object|module/.test(member.type) &&
        /declaration|definition|specifier|^class$|^module$|item|companion/.test(member.type)
      ) {
        lowerNested(context, member);
      } else if (member.type === 'use_declaration' && context.language === 'PHP') {
        // The methods of a trait are those of the class.
        for (const trait of member.kids)
          cls.bases.push(...[typeName(context, trait)].filter((name) => name !== null));
      } else if (!/comment|access_specifier|modifier|use_declaration/.test(member.type)) {
        const setup = lowerStmts(context, member);
        if (context.language === 'Ruby') for (const stmt of setup) defineByCall(cls, stmt);
        cls.setup.push(...setup);
      }
    }
  }
}

/** Rails' `scope :name, ->(x) { … }` and Ruby's `define_method(:name) { … }` make methods. */
function defineByCall(cls: ClassIr, stmt: Stmt): void {
  const call = stmt.k === 'expr' && stmt.e.k === 'call' ? stmt.e : null;
  const maker = call?.f.k === 'var' ? call.f.name : '';
  if (call === null || (maker !== 'scope' && maker !== 'define_method')) return;
  const [name, given] = call.args;
  const made = given?.k === 'fn' ? given : given?.k === 'call' ? given.block : call.block;
  if (name?.k !== 'lit' || typeof name.v !== 'string' || made?.k !== 'fn') return;
  made.fn.name = name.v;
  made.fn.qualified = `${cls.name}.${name.v}`;
  made.fn.cls = cls;
  push(cls.methods, name.v, made.fn);
}

function lowerNested(context: LowerContext, member: TreeNode): void {
  if (member.type === 'companion_object') lowerMembers(context, ofType(member, 'class_body'));
  else lowerClass({ ...context, cls: null }, member);
}

function isConstructor(context: LowerContext, node: TreeNode, name: string): boolean {
  return (
    /constructor/.test(node.type) ||
    name === '__init__' ||
    name === '__construct' ||
    name === 'initialize' ||
    name === context.cls!.name
  );
}

function lowerField(context: LowerContext, node: TreeNode): boolean {
  const cls = context.cls!;
  const isStatic = /\b(?:static|const|companion)\b/.test(
    context.file.text.slice(node.start, Math.min(node.end, node.start + 120)).split('=')[0]!,
  );
  const annotations = readAnnotations(context, node);
  const add = (name: string, type: string | null, init: Expr | null): void => {
    if (name !== '') cls.fields.push({ name, type, init, isStatic, annotations });
  };
  switch (node.type) {
    case 'field_declaration':
    case 'constant_declaration':
    case 'event_field_declaration': {
      const named = context.language === 'Rust' ? child(node, 'name') : null;
      if (named !== null) {
        add(textOf(context, named), typeName(context, child(node, 'type')), null);
        return true;
      }
      const declaration = ofType(node, 'variable_declaration') ?? node;
      const type = typeName(context, child(declaration, 'type'));
      for (const kid of declaration.kids) {
        if (kid.type !== 'variable_declarator' && kid.field !== 'declarator') continue;
        const nameNode = child(kid, 'name') ?? kid;
        const value =
          child(kid, 'value') ??
          (context.language === 'C#' ? (kid.kids.findLast((part) => part.field === null) ?? null) : null);
        add(textOf(context, nameNode), type, value === null ? null : lowerExpr(context, value));
      }
      return true;
    }
    case 'property_declaration': {
      if (context.language === 'PHP') {
        const type = typeName(context, child(node, 'type'));
        for (const kid of node.kids) {
          if (kid.type !== 'property_element') continue;
          const value = child(kid, 'default_value');
          add(
            textOf(context, child(kid, 'name')).replace(/^\$/, ''),
            type,
            value === null ? null : lowerExpr(context, value),
          );
        }
        return true;
      }
      if (context.language === 'Kotlin') {
        const [declared] = lowerStmts(context, node);
        if (declared?.k === 'decl' && declared.target.k === 'var')
          add(declared.target.name, declared.type, declared.init);
        return true;
      }
      const value = child(node, 'value');
      add(
        textOf(context, child(node, 'name')),
        typeName(context, child(node, 'type')),
        value === null
          ? null
          : lowerExpr(context, value.type === 'arrow_expression_clause' ? (value.kids[0] ?? null) : value),
      );
      return true;
    }
    case 'const_declaration':
      for (const kid of node.kids)
        if (kid.type === 'const_element')
          add(textOf(context, kid.kids[0] ?? null), null, lowerExpr(context, kid.kids[1] ?? null));
      return true;
    case 'expression_statement':
    case 'assignment': {
      const assignment = node.type === 'assignment' ? node : ofType(node, 'assignment');
      if (assignment === null) return false;
      const left = child(assignment, 'left');
      if (left === null || !/^(?:identifier|constant)$/.test(left.type)) return false;
      const right = child(assignment, 'right');
      add(
        textOf(context, left),
        typeName(context, child(assignment, 'type')),
        right === null ? null : lowerExpr(context, right),
      );
      return true;
    }
    default:
      return false;
  }
}

function readBases(context: LowerContext, node: TreeNode): string[] {
  const bases: string[] = [];
  const visit = (kid: TreeNode): void => {
    if (
      /^(?:type_list|base_list|argument_list|delegation_specifiers|delegation_specifier|superclass|super_interfaces|extends_interfaces|base_clause|class_interface_clause|base_class_clause|constructor_invocation|primary_constructor_base_type)$/.test(
        kid.type,
      )
    ) {
      for (const part of kid.kids) visit(part);
    } else if (!/keyword_argument|value_arguments|access_specifier|comment/.test(kid.type)) {
      const name = typeName(context, kid);
      if (name !== null) bases.push(name);
    }
  };
  for (const kid of node.kids) {
    if (
      /^(?:superclass|interfaces|superclasses|trait|bounds)$/.test(kid.field ?? '') ||
      /^(?:base_list|extends_interfaces|base_clause|class_interface_clause|base_class_clause|delegation_specifiers|superclass)$/.test(
        kid.type,
      )
    )
      visit(kid);
  }
  return bases;
}

/** Kotlin's and C#'s constructor in the class header, records. */
function readPrimaryConstructor(context: LowerContext, node: TreeNode): void {
  const header = ofType(node, 'primary_constructor') ?? null;
  const parameters =
    header !== null
      ? ofType(header, 'class_parameters')
      : (child(node, 'parameters') ?? ofType(node, 'parameter_list'));
  if (parameters === null) return;
  const inner = inFunction(context, parameters, '<init>');
  readParameters(inner, parameters);
  inner.fn.body = inner.fn.params.map((entry): Stmt => {
    const target: Expr = {
      k: 'get',
      o: { k: 'this', ...at(parameters) },
      name: entry.name,
      ...at(parameters),
    };
    return {
      k: 'expr',
      e: { k: 'set', t: target, v: variable(parameters, entry.name), op: null, ...at(parameters) },
      ...at(parameters),
    };
  });
  for (const entry of inner.fn.params)
    context.cls!.fields.push({
      name: entry.name,
      type: entry.type,
      init: null,
      isStatic: false,
      annotations: [],
    });
  push(context.cls!.methods, '<init>', inner.fn);
}

function push(map: Map<string, FunctionIr[]>, key: string, fn: FunctionIr): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [fn]);
  else list.push(fn);
}
