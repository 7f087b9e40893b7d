import type { ApplicationIndex } from '../../packages/scanner/src/types/application-index.ts';
import type { Finding } from '../../packages/scanner/src/types/finding.ts';

/** For lines with the mark `vuln-line`: a line counts as found if there is a security finding within five lines. */
export function scoreMarks(
  textOf: (path: string) => string,
  index: ApplicationIndex,
  findings: readonly Finding[],
): { found: number; total: number; missed: string[] } {
  const missed: string[] = [];
  let found = 0;
  let total = 0;
  for (const file of index.files) {
    if (file.kind === 'binary' || file.kind === 'unknown' || file.isTest || file.sizeBytes > 1_048_576)
      continue;
    textOf(file.path)
      .split('\n')
      .forEach((text, at) => {
        if (!/(?:\/\/|#).*\bvuln-line\s+[a-z]/.test(text)) return;
        total++;
        const near = findings.filter((one) => one.file === file.path && Math.abs(one.line - (at + 1)) <= 5);
        if (near.length > 0) found++;
        else missed.push(`${file.path}:${at + 1}`);
      });
  }
  return { found, total, missed };
}
