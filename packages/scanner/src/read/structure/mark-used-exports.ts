import type { IndexedFile } from '../../types/file-facts.ts';

/** Marks the exports that another file imports. */
export function markUsedExports(files: IndexedFile[]): void {
  const used = new Map<string, Set<string>>();
  for (const file of files) {
    for (const fact of file.imports) {
      if (fact.resolved === null) continue;
      const names = used.get(fact.resolved) ?? new Set();
      for (const name of fact.names) names.add(name);
      used.set(fact.resolved, names);
    }
  }
  for (const file of files) {
    const names = used.get(file.path);
    if (names === undefined) continue;
    const isWhole = names.has('*') || file.language === 'Go' || file.language === 'C#';
    for (const fact of file.exports) fact.isUsed = isWhole || names.has(fact.name);
  }
}
