import { type Bindings, bind } from './bindings.ts';
import type { PatternNode } from './compile-pattern.ts';
import { resolvedPath } from './file-names.ts';
import type { MatchedFile } from './matched-file.ts';
import type { Syntax } from './syntax.ts';

/** Whether a name refers to the path, given the imports of the file. */
export function isImported({ names, parsed }: MatchedFile, path: string, node: Syntax): boolean {
  const known = resolvedPath(names, node, parsed.text);
  if (known === null) return false;
  if (known === path) return true;
  const dot = path.lastIndexOf('.');
  return dot !== -1 && known === path.slice(dot + 1) && names.open.includes(path.slice(0, dot));
}

/** `requests.$X` for a name imported from `requests`; false if it is not such a name. */
export function importedMember(
  file: MatchedFile,
  { kids }: Extract<PatternNode, { k: 'node' }>,
  node: Syntax,
  bindings: Bindings | null,
): Bindings | null | false {
  const [owner, name] = kids;
  if (kids.length !== 2 || owner?.k !== 'node' || owner.path === null || name?.k !== 'hole') return false;
  if (node.kids.length > 0) return false;
  const known = file.names.imported.get(file.textOf(node));
  const start = `${owner.path}.`;
  if (known === undefined || !known.startsWith(start) || known.includes('.', start.length)) return false;
  const { start: from, end } = node;
  return bind(bindings, name.name, { start: from, end, value: known.slice(start.length) });
}
