import type { TreeNote } from '../../../ir/ir.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';

export type Report = (note: TreeNote) => void;

/** The input of each check: the text and its tree. */
export interface GoFile {
  text: string;
  root: TreeNode;
  /** Import paths by local name. */
  imports: ReadonlyMap<string, string>;
}

export function textOf(file: { text: string }, node: TreeNode | null): string {
  return node === null ? '' : file.text.slice(node.start, node.end);
}

export function noteAt(node: TreeNode, kind: TreeNote['kind'], api: string, confidence: number): TreeNote {
  return { kind, pos: node.start, end: node.end, api, confidence };
}

/** The node and all its descendants. `into` decides whether to descend into one. */
export function* nodesOf(
  node: TreeNode,
  into: (node: TreeNode) => boolean = () => true,
): Generator<TreeNode> {
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    if (next !== node && !into(next)) continue;
    for (const kid of next.kids.toReversed()) open.push(kid);
  }
}

/** `pkg.Name` of the called function, with the import path for the local name: `crypto/rand.Read`. */
export function calledName(file: GoFile, call: TreeNode): string {
  const f = call.kids.find((kid) => kid.field === 'function');
  if (f?.type !== 'selector_expression') return textOf(file, f ?? null);
  const [operand, field] = [
    f.kids.find((kid) => kid.field === 'operand'),
    f.kids.find((kid) => kid.field === 'field'),
  ];
  if (operand?.type !== 'identifier') return `?.${textOf(file, field ?? null)}`;
  const name = textOf(file, operand);
  return `${file.imports.get(name) ?? name}.${textOf(file, field ?? null)}`;
}

export function argumentsOf(call: TreeNode): TreeNode[] {
  return (
    call.kids.find((kid) => kid.field === 'arguments')?.kids.filter((kid) => kid.type !== 'comment') ?? []
  );
}
