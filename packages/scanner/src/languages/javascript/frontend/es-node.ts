import type { ClassIr, FunctionIr, Stmt } from '../../../ir/ir.ts';
import type { LowerContext } from '../../frontend/lower-context.ts';

/** A node of the ESTree with TypeScript's additions. Its fields depend on `type`. */
// biome-ignore lint/suspicious/noExplicitAny: the tree is read by its `type`, as its specification has it
export type EsNode = { type: string; start: number; end: number } & Record<string, any>;

/** The place of the node in the text. */
export const at = (node: EsNode): { pos: number; end: number } => ({ pos: node.start, end: node.end });

/** What expressions need to lower statements, functions and classes. Set once all are loaded. */
interface ScriptLowering {
  stmts(context: LowerContext, node: EsNode | null): Stmt[];
  fn(context: LowerContext, node: EsNode, name: string): FunctionIr;
  cls(context: LowerContext, node: EsNode): ClassIr;
}

let parts: ScriptLowering;

export function provideScriptLowering(given: ScriptLowering): void {
  parts = given;
}

export const lowerScriptStmts: ScriptLowering['stmts'] = (context, node) => parts.stmts(context, node);
export const lowerScriptFunction: ScriptLowering['fn'] = (context, node, name) =>
  parts.fn(context, node, name);
export const lowerScriptClass: ScriptLowering['cls'] = (context, node) => parts.cls(context, node);

export function typeText(context: LowerContext, annotation: EsNode | null | undefined): string | null {
  const node = annotation?.typeAnnotation ?? annotation;
  if (node?.type === 'TSNumberKeyword' || node?.type === 'TSBigIntKeyword') return 'number';
  if (node?.type === 'TSBooleanKeyword') return 'boolean';
  if (node?.type !== 'TSTypeReference') return null;
  const name = context.file.text.slice(node.typeName.start, node.typeName.end);
  return name.slice(name.lastIndexOf('.') + 1);
}
