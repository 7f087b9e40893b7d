import type { Edit } from './edit.ts';
import type { FixSite } from './fixer.ts';

/** Imports a package of the standard library; undefined if the file has no import group. */
export function ensureGoImport({ text, finding }: FixSite, name: string): Edit[] | undefined {
  if (new RegExp(`^[^\\S\\n]*(?:import\\s+)?"${name}"`, 'm').test(text)) return [];
  const group = /^import \((\r?\n)/m.exec(text);
  if (!group) return undefined;
  let at = group.index + group[0].length;
  // In gofmt's order, among the standard library's imports, which come first.
  const pattern = /\t"([\w/]+)"\r?\n/y;
  pattern.lastIndex = at;
  const packageHere = () => pattern.exec(text)?.[1];
  for (let one = packageHere(); one !== undefined && one < name; one = packageHere()) at = pattern.lastIndex;
  return [{ file: finding.file, start: at, end: at, replacement: `\t"${name}"${group[1]}` }];
}
