import { execFileSync } from 'node:child_process';
import { dirname, extname } from 'node:path';
import type { CallerSetting } from '../../packages/scanner/src/types/caller-setting.ts';
import type { FileEntry } from '../../packages/scanner/src/types/file-entry.ts';
import type { Finding } from '../../packages/scanner/src/types/finding.ts';
import { reviewFindings } from './review-findings.ts';

const languages: Readonly<Record<string, string>> = {
  '.c': 'C',
  '.h': 'C',
  '.cc': 'C++',
  '.cpp': 'C++',
  '.cs': 'C#',
  '.go': 'Go',
  '.java': 'Java',
  '.js': 'JavaScript',
  '.kt': 'Kotlin',
  '.php': 'PHP',
  '.py': 'Python',
  '.rb': 'Ruby',
  '.rs': 'Rust',
  '.ts': 'TypeScript',
};
/** The most files that a fix may change; a commit with more is a release or a merge. */
const MAX_FILES = 4;
/** Limits for unchanged files in the same folders, which are analysed as context. */
const MAX_CONTEXT_FILES = 12;
const MAX_BYTES = 250_000;
/** Lines around a change that count as the place of the flaw. */
const NEAR = 3;

/** A commit whose message names a CVE, with its changes. */
interface Fix {
  commit: string;
  language: string;
  /** For each file, the removed and the added lines. */
  changed: ReadonlyMap<string, { before: readonly Range[]; after: readonly Range[] }>;
}

type Range = readonly [from: number, to: number];

export interface PairScore {
  language: string;
  /** Before the fix, there is a finding in the changed code. */
  isFound: boolean;
  /** After the fix, there is no finding there any more. */
  isQuiet: boolean;
  /** After the fix, a rule has fewer findings there than before. */
  isToldApart: boolean;
}

/**
 * Scores commits of a repository (a git directory) that name a CVE and change few files of code: the findings in the
 * changed code before and after each. It does not report the pairs themselves, so that nobody writes rules for them.
 */
export async function scoreFixes(
  repository: string,
  { most, callers }: { most: number; callers: CallerSetting },
): Promise<PairScore[]> {
  const scores: PairScore[] = [];
  for (const fix of fixesIn(repository, most)) {
    const [before, after] = [
      await countRulesAt(repository, `${fix.commit}^`, { fix, side: 'before', callers }),
      await countRulesAt(repository, fix.commit, { fix, side: 'after', callers }),
    ];
    const isToldApart = [...before].some(([rule, count]) => count > (after.get(rule) ?? 0));
    scores.push({ language: fix.language, isFound: before.size > 0, isQuiet: after.size === 0, isToldApart });
  }
  return scores;
}

function git(repository: string, ...args: string[]): string {
  return execFileSync('git', [`--git-dir=${repository}`, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function fixesIn(repository: string, most: number): Fix[] {
  const all = git(repository, 'log', '--no-merges', '--format=%H', '-E', '--grep=CVE-[0-9]{4}-[0-9]{4,}');
  const seen = new Set<string>();
  const fixes: Fix[] = [];
  for (const commit of all.split('\n')) {
    if (commit === '' || fixes.length >= most) continue;
    const fix = readFix(repository, commit);
    // The same fix on another branch.
    const mark = fix === null ? '' : JSON.stringify([...fix.changed]);
    if (fix === null || seen.has(mark)) continue;
    seen.add(mark);
    fixes.push(fix);
  }
  return fixes;
}

const aside =
  /(?:^|\/)(?:tests?|spec|specs|__tests__|fuzz\w*|examples?|docs?|vendor|third_party)\/|[._-](?:test|spec)\.|Tests?\.\w+$|(?:^|\/)test_/i;

function readFix(repository: string, commit: string): Fix | null {
  const changed = new Map<string, { before: Range[]; after: Range[] }>();
  let path = '';
  let text: string;
  try {
    text = git(repository, 'diff', '--unified=0', '--diff-filter=M', '--no-renames', `${commit}^`, commit);
  } catch {
    return null;
  }
  for (const line of text.split('\n')) {
    const file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1];
    if (file !== undefined) path = aside.test(file) || languages[extname(file)] === undefined ? '' : file;
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk === null || path === '') continue;
    const own = changed.get(path) ?? { before: [], after: [] };
    own.before.push(rangeOf(hunk[1], hunk[2]));
    own.after.push(rangeOf(hunk[3], hunk[4]));
    changed.set(path, own);
  }
  const [first] = changed.keys();
  if (first === undefined || changed.size > MAX_FILES) return null;
  return { commit, language: languages[extname(first)] ?? '', changed };
}

function rangeOf(start: string | undefined, count: string | undefined): Range {
  const from = Number(start);
  return [from - NEAR, from + Number(count ?? 1) + NEAR];
}

/** The number of findings of each rule in the code that the fix changes. */
async function countRulesAt(
  repository: string,
  commit: string,
  { fix, side, callers }: { fix: Fix; side: 'before' | 'after'; callers: CallerSetting },
): Promise<Map<string, number>> {
  const entries = entriesOf(repository, commit, fix);
  const { findings } = await reviewFindings(entries, true, ['performance.resources'], callers);
  const told = new Map<string, number>();
  for (const one of findings)
    if (isInChange(one, fix, side)) told.set(one.ruleId, (told.get(one.ruleId) ?? 0) + 1);
  return told;
}

function isInChange({ file, line, cwe }: Finding, fix: Fix, side: 'before' | 'after'): boolean {
  return (
    cwe.length > 0 && (fix.changed.get(file)?.[side] ?? []).some(([from, to]) => from <= line && line <= to)
  );
}

/** The changed files, and other files of their folders, up to a limit. */
function entriesOf(repository: string, commit: string, { changed }: Fix): FileEntry[] {
  const paths = new Set(changed.keys());
  for (const folder of new Set([...paths].map((path) => dirname(path)))) {
    const beside = git(repository, 'ls-tree', '--name-only', commit, `${folder}/`).split('\n');
    for (const path of beside)
      if (
        paths.size < changed.size + MAX_CONTEXT_FILES &&
        languages[extname(path)] !== undefined &&
        !aside.test(path)
      )
        paths.add(path);
  }
  let left = MAX_BYTES;
  return [...paths].flatMap((path) => {
    const bytes = contentOf(repository, commit, path);
    if (bytes === null || (!changed.has(path) && bytes.length > left)) return [];
    left -= bytes.length;
    return [{ path, sizeBytes: bytes.length, read: () => bytes }];
  });
}

function contentOf(repository: string, commit: string, path: string): Uint8Array | null {
  try {
    return new Uint8Array(
      execFileSync('git', [`--git-dir=${repository}`, 'show', `${commit}:${path}`], {
        maxBuffer: 1 << 26,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  } catch {
    return null;
  }
}

export function printPairs(scores: readonly PairScore[], say: (line: string) => void): void {
  const groups = [...Map.groupBy(scores, (one) => one.language)].sort(([a], [b]) => a.localeCompare(b));
  for (const [language, own] of [...groups, ['all', scores] as const]) {
    const count = (test: (one: PairScore) => boolean) => own.filter(test).length;
    say(
      `  ${language}: ${own.length} pairs, ${count((one) => one.isFound)} found before, ${count((one) => one.isFound && one.isQuiet)} of these quiet after, ${count((one) => one.isToldApart)} told apart; ${count((one) => !one.isQuiet)} not quiet after`,
    );
  }
}
