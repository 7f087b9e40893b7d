import type { Expr, Stmt } from '../../../ir/ir.ts';
import { declare, type LowerContext } from '../../frontend/lower-context.ts';
import { at, type EsNode, typeText } from './es-node.ts';
import { lowerScriptClass } from './lower-script-classes.ts';
import { lowerPattern, lowerScriptExpr } from './lower-script-expr.ts';
import { lowerScriptFunction } from './lower-script-functions.ts';
import {
  lowerDefaultExport,
  lowerExportAll,
  lowerImport,
  lowerImportEquals,
  lowerNamedExport,
} from './lower-script-modules.ts';
import { keyName } from './script-names.ts';

type LowerStmt = (context: LowerContext, node: EsNode) => Stmt[];

/** By node type. A node without a row, such as an interface, has no effect at run time. */
const lowerings: ReadonlyMap<string, LowerStmt> = new Map(
  Object.entries<LowerStmt>({
    ExpressionStatement: (context, node) => [
      { k: 'expr', e: lowerScriptExpr(context, node.expression), ...at(node) },
    ],
    VariableDeclaration: lowerVariables,
    FunctionDeclaration: lowerFunction,
    TSDeclareFunction: lowerFunction,
    ClassDeclaration: lowerClass,
    ReturnStatement: lowerReturn,
    IfStatement: lowerIf,
    BlockStatement: lowerBlock,
    StaticBlock: lowerBlock,
    TSModuleBlock: lowerBlock,
    ForStatement: lowerFor,
    ForInStatement: lowerForEach,
    ForOfStatement: lowerForEach,
    WhileStatement: lowerWhile,
    DoWhileStatement: lowerWhile,
    SwitchStatement: lowerSwitch,
    TryStatement: lowerTry,
    ThrowStatement: (context, node) => [
      { k: 'throw', e: lowerScriptExpr(context, node.argument), ...at(node) },
    ],
    BreakStatement: (_, node) => [{ k: 'break', ...at(node) }],
    ContinueStatement: (_, node) => [{ k: 'continue', ...at(node) }],
    LabeledStatement: (context, node) => lowerScriptStmts(context, node.body),
    WithStatement: (context, node) => lowerScriptStmts(context, node.body),
    TSModuleDeclaration: (context, node) => lowerScriptStmts(context, node.body),
    ImportDeclaration: (context, node) => {
      lowerImport(context, node);
      return [];
    },
    TSImportEqualsDeclaration: (context, node) => {
      lowerImportEquals(context, node);
      return [];
    },
    ExportNamedDeclaration: lowerNamedExport,
    ExportDefaultDeclaration: lowerDefaultExport,
    ExportAllDeclaration: lowerExportAll,
    TSExportAssignment: (context, node) => [
      { k: 'export', name: 'default', e: lowerScriptExpr(context, node.expression), ...at(node) },
    ],
    TSEnumDeclaration: lowerEnum,
  }),
);

export function lowerScriptStmts(context: LowerContext, node: EsNode | null): Stmt[] {
  return (node && lowerings.get(node.type)?.(context, node)) ?? [];
}

function lowerFunction(context: LowerContext, node: EsNode): Stmt[] {
  if (node.body === null || node.body === undefined) return [];
  if (node.id) declare(context, node.id.name);
  return [{ k: 'fn', fn: lowerScriptFunction(context, node, node.id?.name ?? 'default'), ...at(node) }];
}

function lowerClass(context: LowerContext, node: EsNode): Stmt[] {
  const cls = lowerScriptClass(context, node);
  declare(context, cls.name);
  return [{ k: 'cls', cls, ...at(node) }];
}

function lowerReturn(context: LowerContext, node: EsNode): Stmt[] {
  const e = node.argument === null ? null : lowerScriptExpr(context, node.argument);
  return [{ k: 'return', e, ...at(node) }];
}

function lowerIf(context: LowerContext, node: EsNode): Stmt[] {
  return [
    {
      k: 'if',
      c: lowerScriptExpr(context, node.test),
      a: lowerScriptStmts(context, node.consequent),
      b: lowerScriptStmts(context, node.alternate),
      ...at(node),
    },
  ];
}

function lowerBlock(context: LowerContext, node: EsNode): Stmt[] {
  return node.body.flatMap((kid: EsNode) => lowerScriptStmts(context, kid));
}

function lowerFor(context: LowerContext, node: EsNode): Stmt[] {
  return [
    {
      k: 'loop',
      init: lowerInit(context, node.init),
      c: node.test === null ? null : lowerScriptExpr(context, node.test),
      step: node.update === null ? [] : [lowerScriptExpr(context, node.update)],
      body: lowerScriptStmts(context, node.body),
      isPost: false,
      ...at(node),
    },
  ];
}

function lowerInit(context: LowerContext, init: EsNode | null): Stmt[] {
  if (init === null) return [];
  return init.type === 'VariableDeclaration'
    ? lowerVariables(context, init)
    : [{ k: 'expr', e: lowerScriptExpr(context, init), ...at(init) }];
}

function lowerForEach(context: LowerContext, node: EsNode): Stmt[] {
  const isDeclaration = node.left.type === 'VariableDeclaration';
  const left = isDeclaration ? node.left.declarations[0].id : node.left;
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

function lowerWhile(context: LowerContext, node: EsNode): Stmt[] {
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
}

function lowerSwitch(context: LowerContext, node: EsNode): Stmt[] {
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
}

function lowerTry(context: LowerContext, node: EsNode): Stmt[] {
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

function lowerEnum(context: LowerContext, node: EsNode): Stmt[] {
  declare(context, node.id.name);
  return [
    {
      k: 'decl',
      target: { k: 'var', name: node.id.name, ...at(node.id) },
      type: null,
      init: membersOf(context, node),
      ...at(node),
    },
  ];
}

function membersOf(context: LowerContext, node: EsNode): Expr {
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
