import type { ClassIr, Expr, Stmt } from '../ir/ir.ts';
import { type EsNode, typeText } from './es-node.ts';
import { declare, type LowerContext } from './lower-context.ts';
import {
  decoratorsOf,
  keyName,
  lowerPattern,
  lowerScriptExpr,
  lowerScriptFunction,
} from './lower-script-expr.ts';

const at = (node: EsNode) => ({ pos: node.start, end: node.end });

export function lowerScriptStmts(context: LowerContext, node: EsNode | null): Stmt[] {
  if (node === null || node === undefined) return [];
  switch (node.type) {
    case 'ExpressionStatement':
      return [{ k: 'expr', e: lowerScriptExpr(context, node.expression), ...at(node) }];
    case 'VariableDeclaration':
      return lowerVariables(context, node);
    case 'FunctionDeclaration':
    case 'TSDeclareFunction': {
      if (node.body === null || node.body === undefined) return [];
      if (node.id) declare(context, node.id.name);
      return [{ k: 'fn', fn: lowerScriptFunction(context, node, node.id?.name ?? 'default'), ...at(node) }];
    }
    case 'ClassDeclaration': {
      const cls = lowerScriptClass(context, node);
      declare(context, cls.name);
      return [{ k: 'cls', cls, ...at(node) }];
    }
    case 'ReturnStatement':
      return [
        {
          k: 'return',
          e: node.argument === null ? null : lowerScriptExpr(context, node.argument),
          ...at(node),
        },
      ];
    case 'IfStatement':
      return [
        {
          k: 'if',
          c: lowerScriptExpr(context, node.test),
          a: lowerScriptStmts(context, node.consequent),
          b: lowerScriptStmts(context, node.alternate),
          ...at(node),
        },
      ];
    case 'BlockStatement':
    case 'StaticBlock':
    case 'TSModuleBlock':
      return node.body.flatMap((kid: EsNode) => lowerScriptStmts(context, kid));
    case 'ForStatement':
      return [
        {
          k: 'loop',
          init:
            node.init === null
              ? []
              : node.init.type === 'VariableDeclaration'
                ? lowerVariables(context, node.init)
                : [{ k: 'expr', e: lowerScriptExpr(context, node.init), ...at(node.init) }],
          c: node.test === null ? null : lowerScriptExpr(context, node.test),
          step: node.update === null ? [] : [lowerScriptExpr(context, node.update)],
          body: lowerScriptStmts(context, node.body),
          isPost: false,
          ...at(node),
        },
      ];
    case 'ForInStatement':
    case 'ForOfStatement': {
      const left = node.left.type === 'VariableDeclaration' ? node.left.declarations[0].id : node.left;
      const isDeclaration = node.left.type === 'VariableDeclaration';
      return [
        {
          k: 'each',
          target: lowerPattern(context, left, isDeclaration),
          keyTarget: null,
          of: lowerScriptExpr(context, node.right),
          type: null,
          keys: node.type === 'ForInStatement',
          body: lowerScriptStmts(context, node.body),
          ...at(node),
        },
      ];
    }
    case 'WhileStatement':
    case 'DoWhileStatement':
      return [
        {
          k: 'loop',
          init: [],
          c: lowerScriptExpr(context, node.test),
          step: [],
          body: lowerScriptStmts(context, node.body),
          isPost: node.type === 'DoWhileStatement',
          ...at(node),
        },
      ];
    case 'SwitchStatement':
      return [
        {
          k: 'switch',
          d: lowerScriptExpr(context, node.discriminant),
          cases: node.cases.map((entry: EsNode) => ({
            tests: entry.test === null ? [] : [lowerScriptExpr(context, entry.test)],
            isDefault: entry.test === null,
            body: entry.consequent.flatMap((kid: EsNode) => lowerScriptStmts(context, kid)),
          })),
          falls: true,
          ...at(node),
        },
      ];
    case 'TryStatement': {
      const catches = [];
      if (node.handler) {
        const param = node.handler.param;
        if (param?.type === 'Identifier') declare(context, param.name);
        catches.push({
          name: param?.type === 'Identifier' ? (param.name as string) : null,
          body: lowerScriptStmts(context, node.handler.body),
        });
      }
      return [
        {
          k: 'try',
          body: lowerScriptStmts(context, node.block),
          catches,
          last: lowerScriptStmts(context, node.finalizer),
          ...at(node),
        },
      ];
    }
    case 'ThrowStatement':
      return [{ k: 'throw', e: lowerScriptExpr(context, node.argument), ...at(node) }];
    case 'BreakStatement':
      return [{ k: 'break', ...at(node) }];
    case 'ContinueStatement':
      return [{ k: 'continue', ...at(node) }];
    case 'LabeledStatement':
      return lowerScriptStmts(context, node.body);
    case 'WithStatement':
      return lowerScriptStmts(context, node.body);
    case 'ImportDeclaration':
      lowerImport(context, node);
      return [];
    case 'ExportNamedDeclaration':
      return lowerNamedExport(context, node);
    case 'ExportDefaultDeclaration':
      return lowerDefaultExport(context, node);
    case 'ExportAllDeclaration': {
      const local = `*${node.source.value}`;
      context.file.imports.push({ local, module: node.source.value, name: '*' });
      const value: Expr = { k: 'var', name: local, ...at(node) };
      return [
        { k: 'export', name: node.exported === null ? '*' : keyName(node.exported), e: value, ...at(node) },
      ];
    }
    case 'TSExportAssignment':
      return [{ k: 'export', name: 'default', e: lowerScriptExpr(context, node.expression), ...at(node) }];
    case 'TSEnumDeclaration':
      declare(context, node.id.name);
      return [
        {
          k: 'decl',
          target: { k: 'var', name: node.id.name, ...at(node.id) },
          type: null,
          init: lowerEnum(context, node),
          ...at(node),
        },
      ];
    case 'TSModuleDeclaration':
      return node.body === null || node.body === undefined ? [] : lowerScriptStmts(context, node.body);
    case 'TSImportEqualsDeclaration':
      if (node.moduleReference?.type === 'TSExternalModuleReference') {
        context.file.imports.push({
          local: node.id.name,
          module: node.moduleReference.expression.value,
          name: '*',
        });
        declare(context, node.id.name);
      }
      return [];
    default:
      return [];
  }
}

function lowerVariables(context: LowerContext, node: EsNode): Stmt[] {
  return node.declarations.map((entry: EsNode): Stmt => {
    const target = lowerPattern(context, entry.id, true);
    const type = typeText(context, entry.id.typeAnnotation);
    return {
      k: 'decl',
      target,
      type,
      init: entry.init === null ? null : lowerScriptExpr(context, entry.init),
      ...at(entry),
    };
  });
}

function lowerEnum(context: LowerContext, node: EsNode): Expr {
  const members: EsNode[] = node.body?.members ?? node.members ?? [];
  return {
    k: 'map',
    entries: members.map((member, index) => ({
      key: { k: 'lit', v: keyName(member.id), ...at(member) } as Expr,
      value: member.initializer
        ? lowerScriptExpr(context, member.initializer)
        : ({ k: 'lit', v: index, ...at(member) } as Expr),
    })),
    ...at(node),
  };
}

function lowerImport(context: LowerContext, node: EsNode): void {
  if (node.importKind === 'type') return;
  for (const entry of node.specifiers ?? []) {
    if (entry.importKind === 'type') continue;
    const name =
      entry.type === 'ImportDefaultSpecifier'
        ? 'default'
        : entry.type === 'ImportNamespaceSpecifier'
          ? '*'
          : keyName(entry.imported);
    context.file.imports.push({ local: entry.local.name, module: node.source.value, name });
    declare(context, entry.local.name);
  }
}

function lowerNamedExport(context: LowerContext, node: EsNode): Stmt[] {
  if (node.exportKind === 'type') return [];
  const exported: Stmt[] = [];
  const add = (name: string, local: string): void => {
    exported.push({ k: 'export', name, e: { k: 'var', name: local, ...at(node) }, ...at(node) });
  };
  if (node.declaration) {
    const stmts = lowerScriptStmts(context, node.declaration);
    for (const stmt of stmts) {
      if (stmt.k === 'fn') {
        stmt.fn.isExported = true;
        add(stmt.fn.name, stmt.fn.name);
      } else if (stmt.k === 'cls') {
        for (const methods of stmt.cls.methods.values()) for (const fn of methods) fn.isExported = true;
        add(stmt.cls.name, stmt.cls.name);
      } else if (stmt.k === 'decl') {
        for (const name of namesOf(stmt.target)) add(name, name);
        if (stmt.init?.k === 'fn') stmt.init.fn.isExported = true;
      }
    }
    return [...stmts, ...exported];
  }
  for (const entry of node.specifiers ?? []) {
    if (entry.exportKind === 'type') continue;
    if (node.source) {
      const local = `${node.source.value}#${keyName(entry.local)}`;
      context.file.imports.push({ local, module: node.source.value, name: keyName(entry.local) });
      add(keyName(entry.exported), local);
    } else add(keyName(entry.exported), keyName(entry.local));
  }
  return exported;
}

function lowerDefaultExport(context: LowerContext, node: EsNode): Stmt[] {
  const { declaration } = node;
  if (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') {
    const stmts = lowerScriptStmts(context, declaration);
    const [stmt] = stmts;
    if (stmt?.k === 'fn') {
      stmt.fn.isExported = true;
      return [
        ...stmts,
        { k: 'export', name: 'default', e: { k: 'fn', fn: stmt.fn, ...at(node) }, ...at(node) },
      ];
    }
    if (stmt?.k === 'cls')
      return [
        ...stmts,
        { k: 'export', name: 'default', e: { k: 'cls', cls: stmt.cls, ...at(node) }, ...at(node) },
      ];
    return stmts;
  }
  return [{ k: 'export', name: 'default', e: lowerScriptExpr(context, declaration), ...at(node) }];
}

function namesOf(target: Expr): string[] {
  if (target.k === 'var') return [target.name];
  if (target.k === 'list') return target.items.flatMap(namesOf);
  if (target.k === 'map') return target.entries.flatMap((entry) => namesOf(entry.value));
  if (target.k === 'set') return namesOf(target.t);
  return [];
}

export function lowerScriptClass(context: LowerContext, node: EsNode): ClassIr {
  const cls: ClassIr = {
    name: node.id?.name ?? '<anonymous>',
    file: context.file,
    bases: node.superClass ? [lastName(node.superClass)] : [],
    fields: [],
    methods: new Map(),
    annotations: decoratorsOf(context, node),
    isInterface: false,
    setup: [],
    pos: node.start,
  };
  context.file.classes.push(cls);
  const inner: LowerContext = { ...context, cls };
  for (const member of node.body.body as EsNode[]) {
    const name = member.key === undefined ? '' : keyName(member.key);
    if (member.type === 'MethodDefinition' || member.type === 'TSAbstractMethodDefinition') {
      if (!member.value?.body) continue;
      const fn = lowerScriptFunction(inner, member.value, name);
      fn.annotations = decoratorsOf(context, member);
      fn.isStatic = member.static === true;
      if (member.kind === 'constructor') addParameterProperties(fn.body, member.value);
      const key = member.kind === 'constructor' ? '<init>' : name;
      cls.methods.set(key, [...(cls.methods.get(key) ?? []), fn]);
      if (member.kind === 'constructor')
        for (const field of parameterFields(context, member.value)) cls.fields.push(field);
    } else if (member.type === 'PropertyDefinition' || member.type === 'AccessorProperty') {
      cls.fields.push({
        name,
        type: typeText(context, member.typeAnnotation),
        init: member.value ? lowerScriptExpr(inner, member.value) : null,
        isStatic: member.static === true || member.readonly === true,
        annotations: decoratorsOf(context, member),
      });
    } else if (member.type === 'StaticBlock') cls.setup.push(...lowerScriptStmts(context, member));
  }
  return cls;
}

/** `constructor(private readonly db: Db)` sets `this.db`. */
function addParameterProperties(body: Stmt[], fn: EsNode): void {
  for (const param of fn.params as EsNode[]) {
    if (param.type !== 'TSParameterProperty') continue;
    const inner = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter;
    const target: Expr = { k: 'get', o: { k: 'this', ...at(inner) }, name: inner.name, ...at(inner) };
    body.unshift({
      k: 'expr',
      e: { k: 'set', t: target, v: { k: 'var', name: inner.name, ...at(inner) }, op: null, ...at(inner) },
      ...at(inner),
    });
  }
}

function parameterFields(context: LowerContext, fn: EsNode) {
  return (fn.params as EsNode[])
    .filter((param) => param.type === 'TSParameterProperty')
    .map((param) => {
      const inner = param.parameter.type === 'AssignmentPattern' ? param.parameter.left : param.parameter;
      return {
        name: inner.name as string,
        type: typeText(context, inner.typeAnnotation),
        init: null,
        isStatic: false,
        annotations: [],
      };
    });
}

function lastName(node: EsNode): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return keyName(node.property);
  if (node.type === 'CallExpression') return lastName(node.arguments[0] ?? node.callee);
  return '';
}
