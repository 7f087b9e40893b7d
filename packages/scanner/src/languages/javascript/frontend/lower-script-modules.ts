import type { Expr, Stmt } from '../../../ir/ir.ts';
import { declare, type LowerContext } from '../../frontend/lower-context.ts';
import { at, type EsNode, lowerScriptStmts } from './es-node.ts';
import { lowerScriptExpr } from './lower-script-expr.ts';
import { keyName } from './script-names.ts';

export function lowerImport(context: LowerContext, node: EsNode): void {
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

/** `import name = require('module')`. */
export function lowerImportEquals(context: LowerContext, node: EsNode): void {
  if (node.moduleReference?.type !== 'TSExternalModuleReference') return;
  context.file.imports.push({
    local: node.id.name,
    module: node.moduleReference.expression.value,
    name: '*',
  });
  declare(context, node.id.name);
}

export function lowerExportAll(context: LowerContext, node: EsNode): Stmt[] {
  const local = `*${node.source.value}`;
  context.file.imports.push({ local, module: node.source.value, name: '*' });
  const value: Expr = { k: 'var', name: local, ...at(node) };
  return [
    { k: 'export', name: node.exported === null ? '*' : keyName(node.exported), e: value, ...at(node) },
  ];
}

export function lowerNamedExport(context: LowerContext, node: EsNode): Stmt[] {
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

export function lowerDefaultExport(context: LowerContext, node: EsNode): Stmt[] {
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
