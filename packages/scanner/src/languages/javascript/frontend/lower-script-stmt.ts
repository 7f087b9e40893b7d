import type { Expr, Stmt } from '../../../ir/ir.ts';
import { declare, type LowerContext } from '../../frontend/lower-context.ts';
import { at, type EsNode, typeText } from './es-node.ts';
import { lowerScriptClass } from './lower-script-classes.ts';
import { lowerPattern, lowerScriptExpr, lowerScriptFunction } from './lower-script-expr.ts';
import {
  lowerDefaultExport,
  lowerExportAll,
  lowerImport,
  lowerImportEquals,
  lowerNamedExport,
} from './lower-script-modules.ts';
import { keyName } from './script-names.ts';

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
    case 'ExportAllDeclaration':
      return lowerExportAll(context, node);
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
      lowerImportEquals(context, node);
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
