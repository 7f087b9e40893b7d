import { child, isComment, lastKid } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import type { ShapeFile } from './shape-file.ts';

/** What Java and C# have in common, although their grammars name it differently. */
export interface Call {
  node: TreeNode;
  receiver: TreeNode | null;
  name: string;
  args: TreeNode[];
}

export function callOf(file: ShapeFile, node: TreeNode | null): Call | null {
  if (node?.type === 'method_invocation')
    return {
      node,
      receiver: child(node, 'object'),
      name: file.textOf(child(node, 'name')),
      args: argumentsOf(node),
    };
  if (node?.type !== 'invocation_expression') return null;
  const called = child(node, 'function');
  if (called?.type === 'member_access_expression')
    return {
      node,
      receiver: child(called, 'expression'),
      name: file.textOf(child(called, 'name')),
      args: argumentsOf(node),
    };
  return called?.type === 'identifier'
    ? { node, receiver: null, name: file.textOf(called), args: argumentsOf(node) }
    : null;
}

export function argumentsOf(node: TreeNode): TreeNode[] {
  const list = child(node, 'arguments');
  return (list?.kids ?? [])
    .filter((kid) => !isComment(kid))
    .map((kid) => (kid.type === 'argument' ? (lastKid(kid) ?? kid) : kid));
}

export function callsIn(file: ShapeFile, within?: TreeNode): Call[] {
  const types = ['method_invocation', 'invocation_expression'];
  const nodes = within === undefined ? file.of(...types) : file.below(within, ...types);
  return nodes.flatMap((node) => callOf(file, node) ?? []);
}

/** The expression without parentheses around it. */
export function bare(node: TreeNode | null): TreeNode | null {
  let inner = node;
  while (inner?.type === 'parenthesized_expression')
    inner = inner.kids.find((kid) => !isComment(kid)) ?? null;
  return inner;
}

export const conditionOf = (node: TreeNode): TreeNode | null => bare(child(node, 'condition'));

export function operatorOf(node: TreeNode): string {
  return child(node, 'operator')?.type ?? '';
}

export const isNull = (node: TreeNode | null): boolean => node?.type === 'null_literal';
export const isBlock = (node: TreeNode | null): boolean => node?.type === 'block';
export const isEmptyStatement = (node: TreeNode | null): boolean =>
  node !== null && (node.type === ';' || node.type === 'empty_statement');

/** The statements of a block, or the single statement without a block. */
export function statementsOf(node: TreeNode | null): TreeNode[] {
  if (node === null) return [];
  return isBlock(node) ? node.kids.filter((kid) => !isComment(kid)) : [node];
}

/** The expression of an expression statement. */
export function expressionOf(node: TreeNode | undefined): TreeNode | null {
  return node?.type === 'expression_statement' ? (node.kids[0] ?? null) : null;
}

/** The name of an expression that is only a variable, or null. */
export function nameOf(file: ShapeFile, node: TreeNode | null): string | null {
  return node?.type === 'identifier' ? file.textOf(node) : null;
}

export function modifiersOf(file: ShapeFile, node: TreeNode): string[] {
  return node.kids
    .filter(({ type }) => type === 'modifiers' || type === 'modifier')
    .flatMap((kid) =>
      file
        .textOf(kid)
        .replace(/@\w+(?:\([^)]*\))?/g, '')
        .trim()
        .split(/\s+/),
    );
}

/** Whether a statement always leaves the list of statements it is in. */
export function leaves(file: ShapeFile, node: TreeNode | undefined): boolean {
  if (node === undefined) return false;
  if (/^(?:return|throw|break|continue|yield|goto)_statement$/.test(node.type)) return true;
  if (node.type === 'block' || node.type === 'synchronized_statement' || node.type === 'lock_statement') {
    const block = node.type === 'block' ? node : (node.kids.find(isBlock) ?? null);
    return leaves(file, statementsOf(block).at(-1));
  }
  if (node.type === 'if_statement') {
    const other = child(node, 'alternative');
    return other !== null && leaves(file, child(node, 'consequence') ?? undefined) && leaves(file, other);
  }
  if (node.type === 'try_statement' || node.type === 'try_with_resources_statement')
    return leavesTry(file, node);
  if (node.type === 'switch_expression' || node.type === 'switch_statement') return true;
  if (node.type === 'while_statement' || node.type === 'do_statement' || node.type === 'for_statement')
    return /^(?:true)?$/.test(file.textOf(conditionOf(node)));
  const call = callOf(file, expressionOf(node));
  return call !== null && /^(?:exit|Exit|fail|Fail|halt|abort)$/.test(call.name);
}

function leavesTry(file: ShapeFile, node: TreeNode): boolean {
  const last = node.kids.find(({ type }) => type === 'finally_clause');
  if (last !== undefined && leaves(file, statementsOf(last.kids.find(isBlock) ?? null).at(-1))) return true;
  const bodies = [
    child(node, 'body'),
    ...node.kids.filter(({ type }) => type === 'catch_clause').map((one) => child(one, 'body')),
  ];
  return bodies.every((body) => leaves(file, statementsOf(body).at(-1)));
}
