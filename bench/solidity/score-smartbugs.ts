import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkProgram } from '../../packages/scanner/src/languages/solidity/checks/contract-checks.ts';
import { type Half, halfOf, type Score, scoreOf } from './scores.ts';
import { smartBugsNames } from './slither-names.ts';

interface Labelled {
  path: string;
  vulnerabilities: { lines: number[]; category: string }[];
}

/** Maximum distance in lines between a marked line and a finding of the right kind. */
const NEAR = 2;

/**
 * Scores the marked lines of SmartBugs: each place counts once. Findings elsewhere may be right, so they are only
 * counted.
 */
export function scoreSmartBugs(root: string, half: Half | null): Map<string, Score> {
  const scores = new Map<string, Score>();
  const all: Labelled[] = JSON.parse(readFileSync(join(root, 'vulnerabilities.json'), 'utf8'));
  for (const { path, vulnerabilities } of all) {
    const text = readFileSync(join(root, path), 'utf8');
    const kind = halfOf(text);
    if (half !== null && kind !== half) continue;
    const reports = checkProgram([{ path, text }]);
    for (const category of new Set(vulnerabilities.map((one) => one.category))) {
      const rules = smartBugsNames[category];
      if (rules === undefined) continue;
      const score = scoreOf(scores, `${kind} ${category}`);
      const places = reports
        .filter(({ rule }) => rules.includes(rule.slice('contract/'.length)))
        .map(({ span }) => [lineAt(text, span.start), lineAt(text, span.end)] as const);
      const wanted = vulnerabilities.filter((one) => one.category === category);
      const isNear = (line: number): boolean =>
        places.some(([from, to]) => line >= from - NEAR && line <= to + NEAR);
      const missed = wanted.filter(({ lines }) => !lines.some(isNear));
      const beside = places.filter(
        ([from, to]) =>
          !wanted.some(({ lines }) => lines.some((line) => line >= from - NEAR && line <= to + NEAR)),
      );
      score.wanted += wanted.length;
      score.found += wanted.length - missed.length;
      score.wrong += beside.length;
      for (const { lines } of missed) score.list.push(`missed ${path}:${lines.join()}`);
      for (const [line] of beside) score.list.push(`beside ${path}:${line}`);
    }
  }
  return scores;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

export function isSmartBugs(root: string): boolean {
  return existsSync(join(root, 'vulnerabilities.json'));
}
