import type { Annotation, ClassIr, Expr, FunctionIr, Param, Stmt } from '../ir/ir.ts';
import { inFunction, type LowerContext, textOf, typeName, variable } from './lower-context.ts';
import { lowerBody, lowerExpr, lowerStmts, lowerTarget, returnLast } from './lowering.ts';
import { child, children, ofType, type TreeNode } from './syntax-tree.ts';

const at = (node: TreeNode) => ({ pos: node.start, end: node.end });

/** A named function or method with its body; null where there is none. */
export function lowerFunctionNode(
  context: LowerContext,
  node: TreeNode,
  annotations: Annotation[] = [],
): Expr | null {
  let declarator: TreeNode | null = child(node, 'declarator');
  while (
    declarator !== null &&
    declarator.type !== 'function_declarator' &&
    child(declarator, 'declarator') !== null
  )
    declarator = child(declarator, 'declarator');
  const nameNode =
    child(node, 'name') ??
    (declarator === null ? null : child(declarator, 'declarator')) ??
    (context.language === 'Kotlin' ? ofType(node, 'identifier', 'simple_identifier') : null);
  let name = textOf(context, nameNode);
  if (declarator !== null) name = name.slice(name.lastIndexOf(':') + 1);
  const inner = inFunction(context, node, name);
  const { fn } = inner;
  fn.annotations = [...annotations, ...readAnnotations(context, node)];
  const parameters =
    child(node, 'parameters') ??
    (declarator === null ? null : child(declarator, 'parameters')) ??
    ofType(node, 'function_value_parameters');
  readParameters(inner, parameters);
  fn.returnType = typeName(
    context,
    child(node, 'type') ?? child(node, 'return_type') ?? child(node, 'returns') ?? child(node, 'result'),
  );
  fn.isStatic =
    /\bstatic\b/.test(context.file.text.slice(node.start, nameNode?.start ?? node.start)) ||
    fn.annotations.some((entry) => entry.name === 'staticmethod');
  fn.isExported = isExported(context, node, name);
  const receiver = child(node, 'receiver');
  if (receiver !== null) bindReceiver(inner, receiver);
  const body =
    child(node, 'body') ??
    ofType(node, 'function_body', 'arrow_expression_clause', 'body_statement', 'block');
  fn.body = lowerFunctionBody(inner, body);
  for (const kid of node.kids)
    if (kid.type === 'constructor_initializer')
      fn.body.unshift({ k: 'expr', e: lowerExpr(inner, kid), ...at(kid) });
  if (context.language === 'Ruby' && body === null)
    fn.body = returnLast(
      inner,
      node.kids.filter((kid) => kid.field === null).flatMap((kid) => lowerStmts(inner, kid)),
    );
  context.fn.locals.add(name);
  return { k: 'fn', fn, ...at(node) };
}

function lowerFunctionBody(context: LowerContext, body: TreeNode | null): Stmt[] {
  if (body === null) return [];
  if (
    body.type === 'arrow_expression_clause' ||
    (body.type === 'function_body' && body.kids[0]?.type !== 'block')
  ) {
    const value = lowerExpr(context, body.kids[0] ?? null);
    return [{ k: 'return', e: value, ...at(body) }];
  }
  return returnLast(
    context,
    body.type === 'function_body' ? lowerBody(context, body.kids[0]!) : lowerStmts(context, body),
  );
}

/** Closures in all their forms, Ruby's blocks included. */
export function lowerLambda(context: LowerContext, node: TreeNode): Expr {
  const inner = inFunction(context, node, '<anonymous>');
  inner.fn.isArrow = true;
  const parameters =
    child(node, 'parameters') ??
    ofType(
      node,
      'lambda_parameters',
      'block_parameters',
      'parameter_list',
      'function_value_parameters',
      'formal_parameters',
    );
  readParameters(inner, parameters);
  if (context.language === 'Kotlin' && parameters === null) inner.fn.params.push(parameter('it'));
  for (const entry of inner.fn.params) if (entry.name !== '') inner.fn.locals.add(entry.name);
  if (context.language === 'PHP' && node.type === 'arrow_function') inner.fn.isArrow = true;
  const uses = ofType(node, 'anonymous_function_use_clause');
  // What a PHP closure uses stays the outer function's variable.
  for (const kid of uses?.kids ?? [])
    inner.fn.locals.add(`global ${textOf(context, kid).replace(/^[&$]+/, '')}`);
  const body = child(node, 'body') ?? ofType(node, 'block', 'body_statement', 'function_body');
  if (node.type === 'lambda_literal') {
    inner.fn.body = returnLast(
      inner,
      node.kids.filter((kid) => kid !== parameters).flatMap((kid) => lowerStmts(inner, kid)),
    );
  } else if (body === null) {
    inner.fn.body = returnLast(
      inner,
      node.kids
        .filter((kid) => kid !== parameters && kid.field === null)
        .flatMap((kid) => lowerStmts(inner, kid)),
    );
  } else if (/block|statement|body|do/.test(body.type) && !/expression$/.test(body.type)) {
    inner.fn.body = returnLast(inner, lowerStmts(inner, body));
  } else {
    inner.fn.body = [{ k: 'return', e: lowerExpr(inner, body), ...at(body) }];
  }
  return { k: 'fn', fn: inner.fn, ...at(node) };
}

function parameter(name: string): Param {
  return { name, pattern: null, type: null, init: null, isRest: false, annotations: [] };
}

function readParameters(context: LowerContext, node: TreeNode | null): void {
  if (node === null) return;
  const { fn } = context;
  if (node.kids.length === 0 && /^[A-Za-z_$][\w$]*$/.test(textOf(context, node))) {
    fn.params.push(parameter(textOf(context, node).replace(/^\$/, '')));
    fn.locals.add(fn.params[0]!.name);
    return;
  }
  let pending: Annotation[] = [];
  for (const kid of node.kids) {
    if (kid.type === 'parameter_modifiers') pending = readAnnotations(context, kid);
    if (
      /comment|attribute_item|self_parameter|receiver_parameter|separator|^void|modifiers/.test(kid.type) ||
      kid.field === 'type'
    )
      continue;
    for (const entry of readParameter(context, kid)) {
      fn.params.push(
        pending.length > 0 ? { ...entry, annotations: [...pending, ...entry.annotations] } : entry,
      );
      pending = [];
      if (entry.name !== '') fn.locals.add(entry.name);
    }
  }
}

function readParameter(context: LowerContext, node: TreeNode): Param[] {
  const type = typeName(
    context,
    child(node, 'type') ?? node.kids.find((kid) => /(?:^|_)type$|user_type/.test(kid.type)) ?? null,
  );
  const annotations = readAnnotations(context, node);
  const isRest = /spread|variadic|splat|rest/.test(node.type);
  const names =
    node.type === 'parameter_declaration' && context.language === 'Go' ? children(node, 'name') : [];
  if (names.length > 0) return names.map((name) => ({ ...parameter(textOf(context, name)), type }));
  let nameNode: TreeNode | null = child(node, 'name') ?? child(node, 'pattern') ?? child(node, 'declarator');
  if (nameNode === null && node.kids.length === 0) nameNode = node;
  nameNode ??=
    node.kids.find((kid) =>
      /^(?:identifier|simple_identifier|variable_name|variable_declarator)$/.test(kid.type),
    ) ?? null;
  while (nameNode !== null && /declarator$|^mut_pattern$|^ref_pattern$|_splat_pattern$/.test(nameNode.type))
    nameNode = child(nameNode, 'declarator') ?? child(nameNode, 'name') ?? nameNode.kids.at(-1) ?? null;
  if (nameNode !== null && /pattern$|destructured/.test(nameNode.type)) {
    return [{ ...parameter(''), pattern: lowerTarget(context, nameNode, true), type, annotations }];
  }
  const name = textOf(context, nameNode)
    .replace(/^[$&*.]+/, '')
    .replace(/^.*\s/, '');
  if (name === '' || name === 'self' || name === 'cls')
    return context.language === 'Python' ? [] : name === '' ? [] : [];
  const value = child(node, 'value') ?? child(node, 'default_value');
  return [
    {
      name,
      pattern: null,
      type,
      init: value === null ? null : lowerExpr(context, value),
      isRest,
      annotations,
    },
  ];
}

/** Go's receiver is the method's `this`. */
function bindReceiver(context: LowerContext, receiver: TreeNode): void {
  const declaration = receiver.kids[0];
  if (declaration === undefined) return;
  const name = textOf(context, child(declaration, 'name'));
  const type = typeName(context, child(declaration, 'type'));
  const { fn, file } = context;
  if (type !== null) {
    let cls = file.classes.find((entry) => entry.name === type);
    if (cls === undefined) {
      cls = {
        name: type,
        file,
        bases: [],
        fields: [],
        methods: new Map(),
        annotations: [],
        isInterface: false,
        setup: [],
        pos: declaration.start,
      };
      file.classes.push(cls);
    }
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

const annotationTypes =
  /^(?:annotation|marker_annotation|decorator|attribute|attribute_list|attribute_group|attribute_item|modifiers|parameter_modifiers)$/;

/** Annotations, decorators and attributes that stand in or before a declaration. */
export function readAnnotations(context: LowerContext, node: TreeNode): Annotation[] {
  const found: Annotation[] = [];
  const visit = (parent: TreeNode): void => {
    for (const kid of parent.kids) {
      if (
        kid.type === 'annotation' ||
        kid.type === 'marker_annotation' ||
        kid.type === 'decorator' ||
        (kid.type === 'attribute' && parent !== node)
      ) {
        const text = textOf(context, kid).replace(/^[@#[\s]+/, '');
        const name = /^[\w.:\\]+/.exec(text)?.[0] ?? '';
        found.push({
          name: name.slice(Math.max(name.lastIndexOf('\\'), name.lastIndexOf(':')) + 1),
          args: text.slice(name.length),
        });
      } else if (annotationTypes.test(kid.type) && (kid.type !== 'attribute' || parent !== node)) visit(kid);
    }
  };
  visit(node);
  return found;
}

function isExported(context: LowerContext, node: TreeNode, name: string): boolean {
  const head = context.file.text.slice(node.start, Math.min(node.end, node.start + 200));
  switch (context.language) {
    case 'Go':
      return /^[A-Z]/.test(name);
    case 'Python':
    case 'Ruby':
      return !name.startsWith('_');
    case 'PHP':
    case 'Kotlin':
      return !/^\s*(?:(?:static|final|abstract|override|suspend)\s+)*(?:private|protected|internal)\b/.test(
        head,
      );
    case 'C':
    case 'C++':
      return !/^\s*static\b/.test(head);
    default:
      return /\b(?:public|pub)\b/.test(head.slice(0, Math.max(0, head.indexOf(name))));
  }
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
      } else if (!/comment|access_specifier|modifier|use_declaration/.test(member.type)) {
        cls.setup.push(...lowerStmts(context, member));
      }
    }
  }
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

export function lowerImportNode(context: LowerContext, node: TreeNode): void {
  const { file } = context;
  const add = (local: string, module: string, name: string): void => {
    file.imports.push({ local, module, name });
  };
  const text = textOf(context, node);
  switch (context.language) {
    case 'Java':
    case 'Kotlin': {
      if (node.type.startsWith('package')) {
        file.namespace = text.replace(/^package\s+|[;\s]+$/g, '');
        return;
      }
      const match = /import\s+(?:static\s+)?([\w.]+)(\.\*)?(?:\s+as\s+(\w+))?/.exec(text);
      if (match === null) return;
      const last = match[1]!.slice(match[1]!.lastIndexOf('.') + 1);
      if (match[2] === undefined) add(match[3] ?? last, match[1]!, last);
      return;
    }
    case 'C#': {
      const match = /using\s+(?:static\s+)?(?:(\w+)\s*=\s*)?([\w.]+)/.exec(text);
      if (match?.[1] !== undefined) add(match[1], match[2]!, '*');
      return;
    }
    case 'Go': {
      const specs = node.kids
        .flatMap((kid) => (kid.type === 'import_spec_list' ? kid.kids : [kid]))
        .filter((kid) => kid.type === 'import_spec');
      for (const spec of specs) {
        const path = textOf(context, child(spec, 'path')).slice(1, -1);
        const local =
          textOf(context, child(spec, 'name')) ||
          path.replace(/\/v\d+$/, '').slice(path.replace(/\/v\d+$/, '').lastIndexOf('/') + 1);
        add(local.replace(/^go-|\.v\d+$|-go$/g, ''), path, '*');
      }
      return;
    }
    case 'PHP': {
      for (const match of text.matchAll(/([\w\\]+)(?:\s+as\s+(\w+))?\s*(?=[,;}])/g)) {
        const path = match[1]!;
        const last = path.slice(path.lastIndexOf('\\') + 1);
        add(match[2] ?? last, path, last);
      }
      return;
    }
    case 'Rust': {
      readRustUse(context, child(node, 'argument'), '', add);
      return;
    }
    case 'Python':
      readPythonImport(context, node, add);
      return;
    default:
  }
}

function readPythonImport(
  context: LowerContext,
  node: TreeNode,
  add: (local: string, module: string, name: string) => void,
): void {
  const module = textOf(context, child(node, 'module_name'));
  for (const kid of children(node, 'name')) {
    const name = textOf(context, child(kid, 'name') ?? kid);
    const alias = textOf(context, child(kid, 'alias'));
    if (node.type === 'import_statement') {
      if (alias !== '') add(alias, name, '*');
      else add(name.split('.')[0]!, name.split('.')[0]!, '*');
    } else add(alias === '' ? name : alias, module, name);
    context.fn.locals.add(alias === '' ? name.split('.')[0]! : alias);
  }
}

function readRustUse(
  context: LowerContext,
  node: TreeNode | null,
  prefix: string,
  add: (local: string, module: string, name: string) => void,
): void {
  if (node === null) return;
  switch (node.type) {
    case 'scoped_use_list': {
      const path = textOf(context, child(node, 'path'));
      for (const kid of child(node, 'list')?.kids ?? [])
        readRustUse(context, kid, prefix === '' ? path : `${prefix}::${path}`, add);
      return;
    }
    case 'use_list':
      for (const kid of node.kids) readRustUse(context, kid, prefix, add);
      return;
    case 'use_as_clause': {
      const path = textOf(context, child(node, 'path'));
      add(
        textOf(context, child(node, 'alias')),
        (prefix === '' ? path : `${prefix}::${path}`).replaceAll('::', '.'),
        '*',
      );
      return;
    }
    case 'use_wildcard':
      return;
    default: {
      const text = textOf(context, node);
      const full = (prefix === '' ? text : `${prefix}::${text}`).replaceAll('::', '.');
      add(text.slice(text.lastIndexOf(':') + 1), full, '*');
    }
  }
}

function push(map: Map<string, FunctionIr[]>, key: string, fn: FunctionIr): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [fn]);
  else list.push(fn);
}
