import { readFileSync } from 'node:fs';
import type { Finding } from '../../packages/scanner/src/types/finding.ts';

export interface CweScore {
  cwe: number;
  truePositives: number;
  positives: number;
  falsePositives: number;
  negatives: number;
}

/** Groups of CWE numbers that a set and the engine may use for the same weakness. */
const families: number[][] = [
  [327, 326],
  [328, 327, 916],
  [330, 338],
  [78, 77, 88],
  [22, 23, 36],
  [79, 80],
  [94, 95, 96],
  [89, 564],
  [943, 89],
  [80, 79],
  [116, 79],
  [95, 94],
  [96, 94],
  [99, 22],
  [641, 22],
  [730, 1333],
  [400, 1333],
  [827, 611],
  [776, 611],
  [215, 489],
  [379, 377],
  [331, 330],
  [339, 330],
  [259, 798],
  [321, 798],
  [1204, 329],
  [759, 328],
];

export function isSameFamily(expected: number, found: number): boolean {
  return expected === found || families.some((family) => family[0] === expected && family.includes(found));
}

/** The CWE numbers of the findings in each file, without the general numbers that every finding has. */
export function cwesByFile(findings: readonly Finding[]): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>();
  for (const { file, cwe } of findings) {
    const list = found.get(file) ?? new Set();
    for (const number of cwe) list.add(Number(number.replace('CWE-', '')));
    found.set(file, list);
  }
  return found;
}

/**
 * Scores findings against lines of the form `name, category, real vulnerability, cwe`, with one file per case, which
 * has the name of the case. Returns the counts for each weakness and the names of the wrong cases.
 */
export function scoreExpectedResults(
  csv: string,
  findings: readonly Finding[],
): { scores: CweScore[]; missed: string[]; wrong: string[] } {
  const found = cwesByFile(findings);
  const byCase = new Map<string, Set<number>>();
  for (const [file, cwes] of found) {
    const name = file.slice(file.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
    byCase.set(name, new Set([...(byCase.get(name) ?? []), ...cwes]));
  }
  const scores = new Map<number, CweScore>();
  const missed: string[] = [];
  const wrong: string[] = [];
  for (const line of readFileSync(csv, 'utf8').split('\n')) {
    const [name, category, real, cweText] = line.split(',').map((part) => part.trim());
    const cwe = Number(cweText);
    if (name === undefined || name.startsWith('#') || !Number.isInteger(cwe) || cwe === 0) continue;
    const score = scores.get(cwe) ?? { cwe, truePositives: 0, positives: 0, falsePositives: 0, negatives: 0 };
    scores.set(cwe, score);
    const hit = [...(byCase.get(name) ?? [])].some((number) => isSameFamily(cwe, number));
    if (real === 'true') {
      score.positives++;
      if (hit) score.truePositives++;
      else missed.push(`${name} ${category}`);
    } else {
      score.negatives++;
      if (hit) {
        score.falsePositives++;
        wrong.push(`${name} ${category}`);
      }
    }
  }
  return { scores: [...scores.values()].sort((a, b) => a.cwe - b.cwe), missed, wrong };
}

export function youden(score: CweScore): number {
  return (
    score.truePositives / Math.max(1, score.positives) - score.falsePositives / Math.max(1, score.negatives)
  );
}
