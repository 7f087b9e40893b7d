import { interned } from '../../../ir/interned.ts';
import type { Annotation, FunctionIr } from '../../../ir/ir.ts';
import type { LowerContext } from '../../frontend/lower-context.ts';
import type { EsNode } from './es-node.ts';

export function keyName(node: EsNode): string {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return interned(node.name);
  if (node.type === 'Literal') return String(node.value);
  return '';
}

export function decoratorsOf(context: LowerContext, node: EsNode): Annotation[] {
  return ((node.decorators ?? []) as EsNode[]).map((decorator) => {
    const text = context.file.text.slice(decorator.expression.start, decorator.expression.end);
    const name = /^[\w.$]+/.exec(text)?.[0] ?? '';
    return { name: name.slice(name.lastIndexOf('.') + 1), args: text.slice(name.length) };
  });
}

/** A function without a name gets the name of its variable. */
export function nameFunction(context: LowerContext, fn: FunctionIr, target: EsNode): void {
  const name = target.type === 'MemberExpression' ? keyName(target.property) : keyName(target);
  if (name === '') return;
  fn.name = name;
  fn.qualified = context.fn.qualified === '<module>' ? name : `${context.fn.qualified}.${name}`;
  const text = context.file.text.slice(target.start, target.end);
  fn.isExported ||= /^(?:module\.)?exports\b/.test(text);
}
