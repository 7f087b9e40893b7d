import { constantAt } from './file-names.ts';
import type { MatchedFile } from './matched-file.ts';
import type { Syntax } from './syntax.ts';
import { bare, stringContent } from './tree-shape.ts';

const MAX_PARTS = 20;

/** The constant text of an expression: a string, a name of one, or a concatenation. */
export function knownText(file: MatchedFile, node: Syntax, depth = 0): string | null {
  const written = stringContent(node, file.parsed.text);
  if (written !== null) return written;
  if (node.kids.length <= 1) return constantAt(file.names.constants, file.textOf(node), node.start);
  if (
    depth > MAX_PARTS ||
    !/^(?:binary_expression|binary_operator|BinaryExpression|binary|infix_expression)$/.test(node.type)
  )
    return null;
  const [one, other, ...more] = node.kids.filter(({ field }) => field !== 'operator');
  const isJoined = node.kids.some(
    ({ field, type }) => field === 'operator' && (type === '+' || type === '.'),
  );
  if (!isJoined || one === undefined || other === undefined || more.length > 0) return null;
  const right = knownText(file, bare(other), depth + 1);
  const left = right === null ? null : knownText(file, bare(one), depth + 1);
  return left === null ? null : left + right;
}
