import type { ApplicationIndex } from '../../packages/server/src/areas/review/contract.ts';

/** Lines that carry the mark `vuln-line`: found when a finding stands within five lines of one. */
export function scoreMarks(
  textOf: (path: string) => string,
  index: ApplicationIndex,
): { found: number; total: number; missed: string[] } {
  const missed: string[] = [];
  let found = 0;
  let total = 0;
  const places = [
    ...index.taint.map((finding) => finding.sink),
    ...index.misuse.map((finding) => finding.place),
  ];
  for (const file of index.files) {
    if (file.kind !== 'code' || file.isTest) continue;
    textOf(file.path)
      .split('\n')
      .forEach((text, at) => {
        if (!/(?:\/\/|#).*\bvuln-line\b/.test(text)) return;
        total++;
        const hit = places.some((place) => place.file === file.path && Math.abs(place.line - (at + 1)) <= 5);
        if (hit) found++;
        else missed.push(`${file.path}:${at + 1}`);
      });
  }
  return { found, total, missed };
}
