// node scripts/run.mjs bench/review/changed-files.ts <checkout> [changes] [commit]: the cost of a second analysis after
// a change in one code file, divided by that of the first, in CPU time and in one process. Files from the whole
// application are each changed in three ways, one at a time: an empty line in the middle, a removed call, an added
// function at the end. Also reports whether the second analysis has the same result as a complete one.
import type { Analysis, FileEntry, ScanOptions } from '../../packages/scanner/src/index.ts';
import { analyze } from '../../packages/scanner/src/index.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import { median } from '../harness/statistics.ts';
import { filesOf } from './read-commit.ts';

const [checkout = '.', wanted = '9', commit = 'HEAD'] = process.argv.slice(2);
/** As in the service. */
const options: ScanOptions = { fileBudgetMs: 10_000 };
const code = /\.(?:java|py|go|cs|php|rb|rs|kt|c|h|cpp|cc|[cm]?js|jsx|ts|tsx|swift|dart|scala|sol)$/;
const MAX_BYTES = 200_000;

const ways: Record<string, (lines: string[]) => string[]> = {
  'an empty line': (lines) => lines.toSpliced(lines.length >> 1, 0, ''),
  'a call less': (lines) => {
    const at = lines.findIndex((line) => /^\s+[\w.$>-]+\(.*\);?$/.test(line));
    return at === -1 ? lines.toSpliced(lines.length >> 1, 0, '') : lines.toSpliced(at, 1);
  },
  'a comment at its end': (lines) => [...lines, '// more'],
};

function withChanged(files: readonly FileEntry[], path: string, way: string): FileEntry[] {
  return files.map((file) => {
    if (file.path !== path) return file;
    const lines = Buffer.from(file.read()).toString('utf8').split('\n');
    const bytes = Buffer.from(required(ways[way], 'a way')(lines).join('\n'));
    return { path, sizeBytes: bytes.length, read: () => bytes };
  });
}

async function timed(files: FileEntry[], more: ScanOptions): Promise<{ analysis: Analysis; ms: number }> {
  const before = process.cpuUsage();
  const analysis = await analyze({ files }, { ...options, ...more });
  const { user, system } = process.cpuUsage(before);
  analysis.close();
  return { analysis, ms: (user + system) / 1000 };
}

function told({ index, findings, results, readiness }: Analysis): string {
  return JSON.stringify([{ ...index, timing: null }, findings, results, readiness]);
}

const files = filesOf(checkout, commit);
const eligible = files.filter(
  ({ path, sizeBytes }) => code.test(path) && !/test|spec/i.test(path) && sizeBytes < MAX_BYTES,
);
const names = Object.keys(ways);
await timed(files, {});
await timed(files, { keepsMemo: true });
const plain = [(await timed(files, {})).ms, (await timed(files, {})).ms, (await timed(files, {})).ms];
const whole = median(plain);
const first = await timed(files, { keepsMemo: true });
const memo = required(first.analysis.memo ?? undefined, 'a memo');
const ratios: number[] = [];
for (let at = 0; at < Number(wanted); at++) {
  const { path } = required(eligible[Math.floor(((at + 0.5) * eligible.length) / Number(wanted))], 'a file');
  const way = required(names[at % names.length], 'a way');
  const changed = withChanged(files, path, way);
  const after = await timed(changed, { memo, keepsMemo: true });
  const isSame = told((await timed(changed, {})).analysis) === told(after.analysis);
  ratios.push(after.ms / whole);
  process.stdout.write(
    `${path}, ${way}: ${Math.round(after.ms)} ms, ${(after.ms / whole).toFixed(2)}; ` +
      `${JSON.stringify(after.analysis.reused)}${isSame ? '' : ' NOT THE SAME'}\n`,
  );
}
process.stdout.write(
  `${checkout.split('/').at(-1)}: ${files.length} files, ${eligible.length} of code; whole ${plain.map(Math.round).join(', ')} ms, ` +
    `with a memo kept ${Math.round(first.ms)} ms (${memo.length} bytes); second over first: median ${median(ratios).toFixed(2)}, ` +
    `from ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}\n`,
);
