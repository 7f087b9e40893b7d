import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checkProgram } from '../../packages/scanner/src/languages/solidity/checks/contract-checks.ts';
import { type Half, halfOf, type Score, scoreOf } from './scores.ts';
import { slitherNames } from './slither-names.ts';

const folder = 'tests/e2e/detectors/test_data';

/** Lines of a file that belong to one result. */
type Result = { file: string; from: number; to: number }[];

/** What Slither's own tests expect of its detectors, against what our rules say of the same contracts. */
export function scoreSlither(root: string, half: Half | null): Map<string, Score> {
  const results = readResults(root);
  const scores = new Map<string, Score>();
  for (const [name, rules] of Object.entries(slitherNames)) {
    const ids = rules.map((rule) => `contract/${rule}`);
    for (const set of globSync(`${folder}/${name}/*`, { cwd: root }).sort()) {
      const files = globSync(`${set}/**/*.sol`, { cwd: root }).sort();
      const texts = files.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
      const version = basename(set);
      const found = checkProgram(
        texts.map(({ path, text }) => ({ path, text: withVersion(text, version) })),
      ).filter(({ rule }) => ids.includes(rule));
      for (const { path, text } of texts) {
        const kind = halfOf(text);
        if (half !== null && kind !== half) continue;
        const score = scoreOf(scores, `${kind} ${name}`);
        const lines = found
          .filter(({ file }) => file.path === path)
          .map(({ span }) => text.slice(0, span.start).split('\n').length);
        count(score, path, lines, results.get(path) ?? []);
      }
    }
  }
  return scores;
}

/** The folder says which compiler is meant; behind all else it moves no line. */
function withVersion(text: string, version: string): string {
  return /^\s*pragma\s+solidity/m.test(text) ? text : `${text}\npragma solidity ${version};\n`;
}

function count(score: Score, path: string, lines: readonly number[], results: readonly Result[]): void {
  const isIn = (result: Result, line: number): boolean =>
    result.some(({ file, from, to }) => file === path && from <= line && line <= to);
  const missed = results.filter((result) => !lines.some((line) => isIn(result, line)));
  const wrong = lines.filter((line) => !results.some((result) => isIn(result, line)));
  score.wanted += results.length;
  score.found += results.length - missed.length;
  score.wrong += wrong.length;
  for (const result of missed) {
    const first = result.filter(({ file }) => file === path).at(-1) ?? result[0]!;
    score.list.push(`missed ${path}:${first.from}-${first.to}`);
  }
  for (const line of wrong) score.list.push(`wrong ${path}:${line}`);
}

/** By file, the results of the snapshots of the detector whose folder the file stands in. */
function readResults(root: string): Map<string, Result[]> {
  const byFile = new Map<string, Result[]>();
  for (const path of globSync('tests/e2e/detectors/snapshots/*.txt', { cwd: root }).sort()) {
    for (const block of readFileSync(join(root, path), 'utf8').split(/\n\n+/)) {
      const result = [...block.matchAll(/\((tests\/[^\s()#]+\.sol)#(\d+)(?:-(\d+))?\)/g)].map((match) => ({
        file: match[1]!,
        from: Number(match[2]),
        to: Number(match[3] ?? match[2]),
      }));
      for (const file of new Set(result.map((one) => one.file))) {
        const known = byFile.get(file) ?? [];
        byFile.set(file, [...known, result]);
      }
    }
  }
  return byFile;
}

export function isSlither(root: string): boolean {
  return globSync(`${folder}/*`, { cwd: root }).some((path) => dirname(path) === folder);
}
