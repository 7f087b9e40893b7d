import type { TreeNote } from '../../../ir/ir.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';

export type Report = (note: TreeNote) => void;

/** What each check is given: the text, and the tree that was made of it. */
export interface GoFile {
  text: string;
  root: TreeNode;
  /** Local names of imported packages, by their paths. */
  imports: ReadonlyMap<string, string>;
}

export function textOf(file: { text: string }, node: TreeNode | null): string {
  return node === null ? '' : file.text.slice(node.start, node.end);
}

export function noteAt(node: TreeNode, kind: TreeNote['kind'], api: string, confidence: number): TreeNote {
  return { kind, pos: node.start, end: node.end, api, confidence };
}

/** All nodes below, the node itself first. `into` says whether to go below one. */
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

/** `pkg.Name` of a call's function, with the package's path for its local name: `crypto/rand.Read`. */
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
