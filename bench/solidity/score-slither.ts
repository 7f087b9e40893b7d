import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checkProgram } from '../../packages/scanner/src/languages/solidity/checks/contract-checks.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import { type Half, halfOf, type Score, scoreOf } from './scores.ts';
import { slitherNames } from './slither-names.ts';

const folder = 'tests/e2e/detectors/test_data';

/** Lines that belong to one result of a detector, with their files. */
type Result = { file: string; from: number; to: number }[];

/**
 * Compares the results that Slither's own tests expect of its detectors with the findings of our rules in the same
 * contracts.
 */
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
      const places = found.map(({ file, span }) => ({
        path: file.path,
        line: file.text.slice(0, span.start).split('\n').length,
      }));
      for (const { path, text } of texts) {
        const kind = halfOf(text);
        if (half !== null && kind !== half) continue;
        const score = scoreOf(scores, `${kind} ${name}`);
        count(score, path, places, results);
      }
    }
  }
  return scores;
}

/** The folder names the compiler version. The pragma is added at the end, so that no line moves. */
function withVersion(text: string, version: string): string {
  return /^\s*pragma\s+solidity/m.test(text) ? text : `${text}\npragma solidity ${version};\n`;
}

interface Place {
  path: string;
  line: number;
}

/** A result counts for the first file that it names; a finding may be in any file that it names. */
function count(score: Score, path: string, places: readonly Place[], byFile: Map<string, Result[]>): void {
  const isIn = (result: Result, place: Place): boolean =>
    result.some(({ file, from, to }) => file === place.path && from <= place.line && place.line <= to);
  const results = (byFile.get(path) ?? []).filter(([first]) => first?.file === path);
  const missed = results.filter((result) => !places.some((place) => isIn(result, place)));
  const wrong = places.filter(
    (place) => place.path === path && !(byFile.get(path) ?? []).some((result) => isIn(result, place)),
  );
  score.wanted += results.length;
  score.found += results.length - missed.length;
  score.wrong += wrong.length;
  for (const result of missed)
    score.list.push(
      `missed ${path}:${required(result.at(-1), 'the last of result').from}-${required(result.at(-1), 'the last of result').to}`,
    );
  for (const { line } of wrong) score.list.push(`wrong ${path}:${line}`);
}

/** Results by file, from the snapshots of the detector in whose folder the file is. */
function readResults(root: string): Map<string, Result[]> {
  const byFile = new Map<string, Result[]>();
  for (const path of globSync('tests/e2e/detectors/snapshots/*.txt', { cwd: root }).sort()) {
    for (const block of readFileSync(join(root, path), 'utf8').split(/\n\n+/)) {
      const result = [...block.matchAll(/\((tests\/[^\s()#]+\.sol)#(\d+)(?:-(\d+))?\)/g)].map((match) => ({
        file: required(match[1], 'a group of the pattern'),
        from: Number(match[2]),
        to: Number(match[3] ?? match[2]),
      }));
      // A character that is only known by its offset may be anywhere in the file.
      const atOffset = /(tests\/\S+\.sol) contains .* at byte offset/.exec(block);
      if (atOffset)
        result.push({
          file: required(atOffset[1], 'a group of the pattern'),
          from: 1,
          to: Number.MAX_SAFE_INTEGER,
        });
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
