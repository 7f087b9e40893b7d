import type { FileIr } from '../../../ir/ir.ts';
import type { SyntaxTree } from '../syntax-tree.ts';
import type { Tokens } from '../tokens.ts';
import type { TreeNode } from '../tree-node.ts';
import { classNode, functionNode, lambdaNode } from './declaration-nodes.ts';
import { statementNodes } from './statement-nodes.ts';
import { nodeOf, WrittenCode } from './written-code.ts';

/**
 * The tree of a file that one of our own parsers lowered directly: the intermediate form, mapped back to the text.
 * Parts without text are left out. Used for patterns and code changes; the analysis does not need it.
 */
export function treeOfForm(file: FileIr, tokens: Tokens): SyntaxTree {
  const code = new WrittenCode(file.text, tokens);
  const parts = {
    code,
    lambda: (fn: Parameters<typeof lambdaNode>[1]) => lambdaNode(parts, fn),
    function: (fn: Parameters<typeof functionNode>[1]) => functionNode(parts, fn),
    class: (...given: ClassArguments) => classNode(parts, ...given),
    statements: (...given: StatementArguments) => statementNodes(parts, ...given),
  };
  const whole = { start: 0, end: file.text.length };
  const kids = [...importNodes(file.text), ...statementNodes(parts, file.top.body, whole)];
  kids.sort((a, b) => a.start - b.start);
  return { root: { ...nodeOf('program', whole, kids) }, hasErrors: file.hasErrors };
}

type ClassArguments = Parameters<typeof classNode> extends [unknown, ...infer Rest] ? Rest : never;
type StatementArguments = Parameters<typeof statementNodes> extends [unknown, ...infer Rest] ? Rest : never;

const importing = /^[ \t]*((?:@\w+[ \t]+)?import\b[^\n;]*;?)/gm;

function importNodes(text: string): TreeNode[] {
  return [...text.matchAll(importing)].map((match) => {
    const start = match.index + match[0].length - (match[1] ?? '').length;
    return nodeOf('import_statement', { start, end: start + (match[1] ?? '').trimEnd().length });
  });
}
