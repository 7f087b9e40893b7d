import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEntry } from '../../packages/scanner/src/types/file-entry.ts';
import type { Finding } from '../../packages/scanner/src/types/finding.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import { halfOf } from './sample-halves.ts';

export interface BanditExample {
  file: string;
  /** The number of issues that Bandit's own test expects in it. */
  expected: number;
}

/** Bandit's examples with the numbers that its tests expect; null if the checkout is not Bandit. */
export function readBanditExamples(root: string): BanditExample[] | null {
  const tests = join(root, 'tests/functional/test_functional.py');
  if (!existsSync(tests) || !existsSync(join(root, 'examples'))) return null;
  const expected = new Map<string, number>();
  for (const match of readFileSync(tests, 'utf8').matchAll(
    /"SEVERITY": (\{[^}]*\})[^}]*\}[^}]*\}\s*self\.check_example\(\s*"([^"]+)", expect\)/g,
  ))
    expected.set(
      required(match[2], 'a group of the pattern'),
      [...required(match[1], 'a group of the pattern').matchAll(/: (\d+)/g)].reduce(
        (sum, one) => sum + Number(one[1]),
        0,
      ),
    );
  return [...expected]
    .filter(([file]) => existsSync(join(root, 'examples', file)))
    .map(([file, count]) => ({ file, expected: count }));
}

export function banditEntries(root: string, examples: readonly BanditExample[]): FileEntry[] {
  return examples.map(({ file }) => {
    const bytes = readFileSync(join(root, 'examples', file));
    return { path: file, sizeBytes: bytes.length, read: () => bytes };
  });
}

/** The set has counts of issues, but no line numbers: each line with a finding counts, up to the expected number. */
export function printBandit(
  examples: readonly BanditExample[],
  findings: readonly Finding[],
  withList: boolean,
  say: (line: string) => void,
): void {
  const told = (file: string): number =>
    new Set(
      findings.filter((one) => one.file === file && one.source !== 'dependencies').map((one) => one.line),
    ).size;
  for (const half of ['read', 'held out'] as const) {
    const own = examples.filter((one) => halfOf(one.file) === half);
    const weak = own.filter((one) => one.expected > 0);
    const safe = own.filter((one) => one.expected === 0);
    const sum = (of: (one: BanditExample) => number): number =>
      weak.reduce((total, one) => total + of(one), 0);
    say(
      `  ${half}: ${sum((one) => Math.min(one.expected, told(one.file)))}/${sum((one) => one.expected)} issues, ${weak.filter((one) => told(one.file) > 0).length}/${weak.length} weak files, ${safe.filter((one) => told(one.file) > 0).length}/${safe.length} safe files told of`,
    );
    if (withList && half === 'read')
      for (const { file, expected } of own) say(`    ${file}: ${told(file)} of ${expected}`);
  }
}
