// node scripts/run.mjs bench/review/incremental.ts <checkout> [commits]: what the analysis of a commit costs after that of
// the one before it, and whether it says the same as a whole one. Takes the newest commits that change code.
import { execFileSync } from 'node:child_process';
import type { Analysis, FileEntry, ScanOptions } from '../../packages/scanner/src/index.ts';
import { analyze } from '../../packages/scanner/src/index.ts';
import { required } from '../../packages/server/src/kit/required.ts';

const [checkout = '.', wanted = '5'] = process.argv.slice(2);
/** As the service has it. */
const options: ScanOptions = { fileBudgetMs: 10_000 };

function git(args: readonly string[], input?: string): Buffer {
  return execFileSync('git', ['-C', checkout, ...args], { input, maxBuffer: 2 ** 31 });
}

/** The files of a commit, read at once. */
function filesOf(commit: string): FileEntry[] {
  const rows = git(['ls-tree', '-r', '-z', commit]).toString().split('\0').filter(Boolean);
  const blobs = rows.flatMap((row) => {
    const [, mode, object, path] = /^(\d+) blob (\w+)\t(.*)$/s.exec(row) ?? [];
    return object === undefined || mode === '120000' ? [] : [{ object, path: required(path, 'path') }];
  });
  const batch = git(['cat-file', '--batch'], blobs.map(({ object }) => `${object}\n`).join(''));
  let at = 0;
  return blobs.map(({ path }) => {
    const end = batch.indexOf(10, at);
    const sizeBytes = Number(batch.subarray(at, end).toString().split(' ')[2]);
    const bytes = batch.subarray(end + 1, end + 1 + sizeBytes);
    at = end + 2 + sizeBytes;
    return { path, sizeBytes, read: () => bytes };
  });
}

async function timed(files: FileEntry[], more: ScanOptions): Promise<{ analysis: Analysis; ms: number }> {
  const startedAt = performance.now();
  const analysis = await analyze({ files }, { ...options, ...more });
  return { analysis, ms: Math.round(performance.now() - startedAt) };
}

function told({ index, findings, results, readiness }: Analysis): string {
  return JSON.stringify([{ ...index, timing: null }, findings, results, readiness]);
}

const log = git(['log', '--format=%H', '--no-merges', '-n', wanted, '--', ...codeOf()])
  .toString()
  .trim();
for (const commit of log.split('\n')) {
  const [before, now] = [filesOf(`${commit}~1`), filesOf(commit)];
  const changed = git(['diff', '--name-only', `${commit}~1`, commit])
    .toString()
    .trim()
    .split('\n').length;
  await timed(now, {});
  const base = await timed(before, { keepsMemo: true });
  const memo = base.analysis.memo ?? undefined;
  const [whole, after] = [await timed(now, {}), await timed(now, { memo, keepsMemo: true })];
  const figures = {
    commit: commit.slice(0, 12),
    files: now.length,
    changed,
    wholeMs: whole.ms,
    afterMs: after.ms,
    ratio: Number((after.ms / whole.ms).toFixed(2)),
    memoBytes: memo?.length ?? 0,
    reused: after.analysis.reused,
    timing: whole.analysis.index.timing,
    isSame: told(whole.analysis) === told(after.analysis),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

function codeOf(): string[] {
  return ['js', 'ts', 'py', 'go', 'java', 'cs', 'php', 'rb', 'rs', 'kt', 'c'].map((ending) => `*.${ending}`);
}
