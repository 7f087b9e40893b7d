import type { Annotation, ClassIr, Expr, Stmt } from '../../ir/ir.ts';
import type { LowerContext } from './lower-context.ts';
import type { TreeNode } from './tree-node.ts';

/** Lowers one kind of node. */
export type Lower = (context: LowerContext, node: TreeNode) => Expr;
export type LowerStmt = (context: LowerContext, node: TreeNode) => Stmt[];

/**
 * Expressions contain statements and declarations, and the reverse. The parts meet here, because imports would be
 * circular.
 */
export interface Lowering {
  expr(context: LowerContext, node: TreeNode | null): Expr;
  target(context: LowerContext, node: TreeNode | null, isDeclaration?: boolean): Expr;
  stmts(context: LowerContext, node: TreeNode | null): Stmt[];
  body(context: LowerContext, node: TreeNode | null): Stmt[];
  returnLast(context: LowerContext, body: Stmt[]): Stmt[];
  anonymousClass(context: LowerContext, body: TreeNode, type: TreeNode | null): ClassIr;
  functionNode(context: LowerContext, node: TreeNode, annotations?: Annotation[]): Expr | null;
  lambda(context: LowerContext, node: TreeNode): Expr;
}

let parts: Lowering;

export function provideLowering(given: Lowering): void {
  parts = given;
}

export const lowerExpr: Lowering['expr'] = (context, node) => parts.expr(context, node);
export const lowerTarget: Lowering['target'] = (context, node, isDeclaration) =>
  parts.target(context, node, isDeclaration);
export const lowerStmts: Lowering['stmts'] = (context, node) => parts.stmts(context, node);
export const lowerBody: Lowering['body'] = (context, node) => parts.body(context, node);
export const returnLast: Lowering['returnLast'] = (context, body) => parts.returnLast(context, body);
export const lowerAnonymousClass: Lowering['anonymousClass'] = (context, body, type) =>
  parts.anonymousClass(context, body, type);
export const lowerFunctionNode: Lowering['functionNode'] = (context, node, annotations) =>
  parts.functionNode(context, node, annotations);
export const lowerLambda: Lowering['lambda'] = (context, node) => parts.lambda(context, node);
