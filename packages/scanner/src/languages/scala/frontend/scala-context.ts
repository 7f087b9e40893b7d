import type { Expr, FunctionIr, Stmt } from '../../../ir/ir.ts';
import { inFunction, type LowerContext, textOf } from '../../frontend/lower-context.ts';
import { at, child, isComment } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';

/**
 * Expressions contain statements and definitions, and the reverse. The parts meet here, because imports would be
 * circular.
 */
export interface ScalaParts {
  expr(context: LowerContext, node: TreeNode | null): Expr;
  stmts(context: LowerContext, node: TreeNode): Stmt[];
}

let parts: ScalaParts;

export function provideScala(given: ScalaParts): void {
  parts = given;
}

export const lowerExpr: ScalaParts['expr'] = (context, node) => parts.expr(context, node);
export const lowerStmts: ScalaParts['stmts'] = (context, node) => parts.stmts(context, node);

export function kidsOf(node: TreeNode): TreeNode[] {
  return node.kids.filter((kid) => !isComment(kid));
}

/** The simple name of a type. Futures and options stand for their content. */
export function scalaType(context: LowerContext, node: TreeNode | null): string | null {
  if (node === null) return null;
  const text = textOf(context, node)
    .replace(/^\s*(?:=>\s*)?/, '')
    .replace(/^(?:(?:scala\.)?(?:concurrent\.)?(?:Future|Option|IO|Task|Try|ZIO|F)\[\s*)([\s\S]*)\]$/, '$1');
  const name = /^[\w.]+/.exec(text)?.[0] ?? '';
  const simple = name.slice(name.lastIndexOf('.') + 1);
  return /^(?:|Any|AnyRef|Object|Unit|Nothing|T|A|B)$/.test(simple) ? null : simple;
}

export function scalaFunction(
  context: LowerContext,
  node: TreeNode,
  name: string,
  read: (inner: LowerContext, fn: FunctionIr) => void,
): FunctionIr {
  const inner = inFunction(context, node, name);
  read(inner, inner.fn);
  return inner.fn;
}

/** The body of a function, which returns its last expression. */
export function bodyOf(context: LowerContext, node: TreeNode | null): Stmt[] {
  if (node === null) return [];
  const isBlock = node.type === 'block' || node.type === 'indented_block';
  const body: Stmt[] = isBlock
    ? kidsOf(node).flatMap((kid) => lowerStmts(context, kid))
    : lowerStmts(context, node);
  return returnLast(body);
}

export function returnLast(body: Stmt[]): Stmt[] {
  const last = body.at(-1);
  if (last === undefined) return body;
  if (last.k === 'expr' && last.e.k !== 'set')
    return [...body.slice(0, -1), { k: 'return', e: last.e, pos: last.pos, end: last.end }];
  if (last.k === 'if' || last.k === 'switch' || last.k === 'try' || last.k === 'block')
    return [
      ...body.slice(0, -1),
      {
        k: 'return',
        e: { k: 'do', body: [last], pos: last.pos, end: last.end },
        pos: last.pos,
        end: last.end,
      },
    ];
  return body;
}

/** Parameters of all lists of a definition. */
export function readParameters(context: LowerContext, node: TreeNode): void {
  const { fn } = context;
  for (const list of node.kids)
    for (const kid of list.type === 'parameters' || list.type === 'class_parameters' ? list.kids : []) {
      if (kid.type !== 'parameter' && kid.type !== 'class_parameter') continue;
      const name = textOf(context, child(kid, 'name'));
      const init = child(kid, 'default_value');
      fn.params.push({
        name,
        pattern: null,
        type: scalaType(context, child(kid, 'type')),
        init: init === null ? null : lowerExpr(context, init),
        isRest: child(kid, 'type')?.type === 'repeated_parameter_type',
        annotations: annotationsOf(context, kid),
      });
      fn.locals.add(name);
    }
}

export function annotationsOf(context: LowerContext, node: TreeNode): FunctionIr['annotations'] {
  return node.kids
    .filter((kid) => kid.type === 'annotation')
    .map((kid) => ({
      name: textOf(context, child(kid, 'name')).replace(/^.*\.|\[.*$/g, ''),
      args: textOf(context, child(kid, 'arguments')).replace(/^\(|\)$/g, ''),
    }));
}

export function varOf(context: LowerContext, node: TreeNode): Expr {
  return { k: 'var', name: textOf(context, node).replace(/^`|`$/g, ''), ...at(node) };
}
