import type { ApplicationIndex } from '../../packages/scanner/src/types/application-index.ts';
import type { Finding } from '../../packages/scanner/src/types/finding.ts';
import { cwesByFile, isSameFamily } from './expected-results.ts';

/**
 * For sets with one snippet per file in folders `CWE-<number>`: a file counts as found if a finding in it has that
 * number.
 */
export function scoreByFolder(
  index: ApplicationIndex,
  findings: readonly Finding[],
  under: string,
): { right: number; total: number; missed: string[] } {
  const found = cwesByFile(findings);
  const missed: string[] = [];
  let right = 0;
  let total = 0;
  for (const file of index.files) {
    const expected = /CWE-(\d+)\//.exec(file.path)?.[1];
    if (expected === undefined || !file.path.startsWith(under) || file.kind !== 'code') continue;
    total++;
    const cwes = [...(found.get(file.path) ?? [])];
    if (cwes.some((cwe) => isSameFamily(Number(expected), cwe))) right++;
    else missed.push(`${file.path} (${cwes.join(' ')})`);
  }
  return { right, total, missed };
}
