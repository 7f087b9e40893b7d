import { child } from '../../frontend/syntax-tree.ts';
import type { TreeNode } from '../../frontend/tree-node.ts';
import { type GoFile, nodesOf, noteAt, type Report, textOf } from './go-note.ts';

const leaves = /^(?:break|return|goto)_statement$/;
const endsAll = /^(?:panic|os\.Exit|log\.(?:Fatal|Panic)\w*|runtime\.Goexit|\w+\.Fatal\w*)$/;

/** `for { … }` without an exit, in a function with a context: the caller cannot end it. */
export function endlessLoops(file: GoFile, fn: TreeNode, report: Report): void {
  const takesContext = (child(fn, 'parameters')?.kids ?? []).some((one) =>
    /\bcontext\.Context$/.test(textOf(file, child(one, 'type'))),
  );
  const body = child(fn, 'body');
  if (!takesContext || body === null) return;
  for (const node of nodesOf(body)) {
    if (
      node.type !== 'for_statement' ||
      node.kids.some((kid) => kid.field !== 'body' && kid.type !== 'comment')
    )
      continue;
    if (!isLeft(file, node)) report(noteAt(node, 'endless_loop', 'for', 0.6));
  }
}

function isLeft(file: GoFile, loop: TreeNode): boolean {
  for (const node of nodesOf(loop, (one) => one.type !== 'func_literal')) {
    if (leaves.test(node.type)) return true;
    if (node.type === 'call_expression' && endsAll.test(textOf(file, child(node, 'function')))) return true;
  }
  return false;
}
