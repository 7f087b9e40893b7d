import type { Annotation, ClassIr, Stmt } from '../../ir/ir.ts';
import { readAnnotations } from './lower-annotations.ts';
import { addMethod, readBases, readPrimaryConstructor } from './lower-class-headers.ts';
import { type ClassContext, type LowerContext, textOf, typeName } from './lower-context.ts';
import { lowerField } from './lower-fields.ts';
import { parameter } from './lower-parameters.ts';
import { lowerFunctionNode, lowerStmts } from './lowering.ts';
import { at, child, ofType } from './syntax-tree.ts';
import type { TreeNode } from './tree-node.ts';

/** In Go, the receiver is the method's `this`. */
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
    addMethod(cls.methods, fn.name, fn);
  }
  if (name !== '') {
    fn.locals.add(name);
    context.fn.locals.add(name);
    fn.params.unshift({ ...parameter(name), type: '<receiver>' });
  }
}

/** `void Store::save() { … }` in C++ is a method of its class, which is often declared in a header. */
export function bindOutsideClass(context: LowerContext, scope: string, node: TreeNode): void {
  const { fn, file } = context;
  const known = file.classes.find((entry) => entry.name === scope);
  // A lower-case name may be a namespace.
  if (fn.cls !== null || (known === undefined && !/^[A-Z]/.test(scope))) return;
  const cls = known ?? openClass(context, scope, node);
  fn.cls = cls;
  fn.qualified = `${scope}.${fn.name}`;
  addMethod(cls.methods, fn.name === scope ? '<init>' : fn.name, fn);
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
      // An embedded type provides its methods and fields.
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

/** A class with fields, methods and the code in its body. Rust's `impl` is merged with its type. */
export function lowerClass(context: LowerContext, node: TreeNode): Stmt[] {
  const nameNode = child(node, 'name') ?? (node.type === 'impl_item' ? child(node, 'type') : null);
  const name = nameNode === null ? '<anonymous>' : (typeName(context, nameNode) ?? textOf(context, nameNode));
  const cls = openClass(context, name, node);
  const inner: ClassContext = { ...context, cls };
  cls.bases.push(...readBases(context, node));
  cls.annotations.push(...readAnnotations(context, node));
  readPrimaryConstructor(inner, cls, node);
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
    outer: null,
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
  cls.outer = context.cls;
  lowerMembers({ ...context, cls }, body.type === 'anonymous_class' ? child(body, 'body') : body);
  return cls;
}

/** `include Named, Shop::Priced`: the class gets the methods of these modules. */
function mixedIn(text: string): string[] {
  const names = /^(?:include|extend|prepend)[ (]\s*((?:[A-Z][\w:]*(?:\s*,\s*)?)+)\)?$/.exec(text)?.[1];
  return names?.split(/\s*,\s*/).map((name) => name.slice(name.lastIndexOf(':') + 1)) ?? [];
}

function lowerMembers(context: ClassContext, body: TreeNode | null): void {
  const { cls } = context;
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
      if (lowered?.k === 'fn' && lowered.fn.isStatic && member.type === 'constructor_declaration')
        cls.setup.push(...lowered.fn.body.splice(0));
      else if (lowered?.k === 'fn')
        addMethod(
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
        // The class gets the methods of the trait.
        for (const trait of member.kids)
          cls.bases.push(...[typeName(context, trait)].filter((name) => name !== null));
      } else if (!/comment|access_specifier|modifier|use_declaration/.test(member.type)) {
        const setup = lowerStmts(context, member);
        if (context.language === 'Ruby') cls.bases.push(...mixedIn(textOf(context, member)));
        if (context.language === 'Ruby') for (const stmt of setup) defineByCall(cls, stmt);
        cls.setup.push(...setup);
      }
    }
  }
}

/** Rails' `scope :name, ->(x) { … }` and Ruby's `define_method(:name) { … }` define methods. */
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
  addMethod(cls.methods, name.v, made.fn);
}

function lowerNested(context: ClassContext, member: TreeNode): void {
  if (member.type === 'companion_object') lowerMembers(context, ofType(member, 'class_body'));
  else
    for (const stmt of lowerClass({ ...context, cls: null }, member))
      if (stmt.k === 'cls') stmt.cls.outer = context.cls;
}

function isConstructor(context: ClassContext, node: TreeNode, name: string): boolean {
  return (
    /constructor/.test(node.type) ||
    name === '__init__' ||
    name === '__construct' ||
    name === 'initialize' ||
    name === context.cls.name
  );
}
