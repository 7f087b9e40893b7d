// node scripts/run.mjs bench/review/incremental.ts <checkout> [commits]: the cost of analysing a commit after its
// predecessor, and whether the result is the same as that of a complete analysis. Uses the newest commits that change
// code.
import type { Analysis, FileEntry, ScanOptions } from '../../packages/scanner/src/index.ts';
import { analyze } from '../../packages/scanner/src/index.ts';
import { filesOf, git } from './read-commit.ts';

const [checkout = '.', wanted = '5'] = process.argv.slice(2);
/** As in the service. */
const options: ScanOptions = { fileBudgetMs: 10_000 };

async function timed(files: FileEntry[], more: ScanOptions): Promise<{ analysis: Analysis; ms: number }> {
  const startedAt = performance.now();
  const analysis = await analyze({ files }, { ...options, ...more });
  return { analysis, ms: Math.round(performance.now() - startedAt) };
}

function told({ index, findings, results, readiness }: Analysis): string {
  return JSON.stringify([{ ...index, timing: null }, findings, results, readiness]);
}

const log = git(checkout, ['log', '--format=%H', '--no-merges', '-n', wanted, '--', ...codeOf()])
  .toString()
  .trim();
for (const commit of log.split('\n')) {
  const [before, now] = [filesOf(checkout, `${commit}~1`), filesOf(checkout, commit)];
  const changed = git(checkout, ['diff', '--name-only', `${commit}~1`, commit])
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
