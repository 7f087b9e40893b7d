import { interned } from '../../../ir/interned.ts';
import type { FunctionIr, Param } from '../../../ir/ir.ts';
import { declare, inFunction, type LowerContext } from '../../frontend/lower-context.ts';
import { at, type EsNode, lowerScriptStmts, typeText } from './es-node.ts';
import { lowerPattern, lowerScriptExpr } from './lower-script-expr.ts';
import { decoratorsOf } from './script-names.ts';

export function lowerScriptFunction(context: LowerContext, node: EsNode, name: string): FunctionIr {
  const inner = inFunction(context, node as never, name);
  const { fn } = inner;
  fn.isArrow = node.type === 'ArrowFunctionExpression';
  // Only functions directly in the class body are its methods.
  if (fn.isArrow || (context.fn.cls !== null && context.cls === context.fn.cls))
    fn.qualified =
      fn.parent !== null && fn.parent.qualified !== '<module>' && name === '<anonymous>'
        ? fn.parent.qualified
        : fn.qualified;
  for (const param of node.params?.items ?? node.params ?? []) fn.params.push(lowerParam(inner, param));
  const { body } = node;
  fn.body =
    body.type === 'BlockStatement' || body.type === 'FunctionBody'
      ? (body.body ?? body.statements).flatMap((kid: EsNode) => lowerScriptStmts(inner, kid))
      : [{ k: 'return', e: lowerScriptExpr(inner, body), ...at(body) }];
  return fn;
}

function lowerParam(context: LowerContext, node: EsNode): Param {
  const annotations = decoratorsOf(context, node);
  if (node.type === 'TSParameterProperty') return { ...lowerParam(context, node.parameter), annotations };
  if (node.type === 'AssignmentPattern')
    return { ...lowerParam(context, node.left), init: lowerScriptExpr(context, node.right), annotations };
  if (node.type === 'RestElement') return { ...lowerParam(context, node.argument), isRest: true };
  const type = typeText(context, node.typeAnnotation);
  if (node.type === 'Identifier') {
    declare(context, node.name);
    return { name: interned(node.name), pattern: null, type, init: null, isRest: false, annotations };
  }
  return {
    name: '',
    pattern: lowerPattern(context, node, true),
    type,
    init: null,
    isRest: false,
    annotations,
  };
}
