import type { FileIr } from '../../../ir/ir.ts';
import { none } from '../../frontend/lower-context.ts';
import { lowerInterpolated } from '../../frontend/lower-strings.ts';
import type { Lower } from '../../frontend/lowering.ts';
import { at } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';

const bodies = new WeakMap<FileIr, Map<number, TreeNode>>();

/** Ruby's grammar has a separate node for the text of a heredoc, after the statement that begins it. */
export function findHeredocs(file: FileIr, root: TreeNode): void {
  if (file.language !== 'Ruby' || !/<<[~-]?["'`A-Z_]/.test(file.text)) return;
  const beginnings: number[] = [];
  const found: TreeNode[] = [];
  const visit = (node: TreeNode): void => {
    if (node.type === 'heredoc_beginning') beginnings.push(node.start);
    else if (node.type === 'heredoc_body') found.push(node);
    for (const kid of node.kids) visit(kid);
  };
  visit(root);
  // A heredoc inside the text of another one would shift the rest.
  if (beginnings.length !== found.length) return;
  beginnings.sort((a, b) => a - b);
  found.sort((a, b) => a.start - b.start);
  const byStart = new Map<number, TreeNode>();
  for (const [at, body] of found.entries()) {
    const start = beginnings[at];
    if (start !== undefined) byStart.set(start, body);
  }
  bodies.set(file, byStart);
}

/** The text of the heredoc that begins here. */
export const lowerHeredoc: Lower = (context, node) => {
  const body = bodies.get(context.file)?.get(node.start);
  return body === undefined ? none(node) : { ...lowerInterpolated(context, body), ...at(node) };
};
