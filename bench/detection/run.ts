// `npm run bench:detection -- [--as <set>] [--list] <checkout>...`: what the analysis finds in public sets, and how fast it is.
// The sets are fetched by whoever runs this; none of their code is here. Sets are told by what stands in them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { analyzeFiles } from '../../packages/server/src/areas/review/analysis/index.ts';
import type { ApplicationIndex } from '../../packages/server/src/areas/review/contract.ts';
import { scoreExpectedResults, youden } from './expected-results.ts';
import { measureParseAndWalk } from './parse-and-walk.ts';
import { readCheckout } from './read-checkout.ts';
import { scoreByFolder } from './security-eval.ts';
import { scoreMarks } from './vulnerable-marks.ts';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { list: { type: 'boolean', default: false }, speed: { type: 'boolean', default: false } },
  });
  if (positionals.length === 0) throw new Error('Name at least one checkout.');
  for (const root of positionals) await measure(root, values.list, values.speed);
}

async function measure(root: string, withList: boolean, withSpeed: boolean): Promise<void> {
  const entries = readCheckout(root).filter((entry) => !entry.path.startsWith('results/'));
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const index = await analyzeFiles(entries);
  const wallMs = performance.now() - startedAt;
  const cpu = process.cpuUsage(before);
  say(`\n${basename(root)}: ${index.files.length} files, ${linesOf(index)} lines of code`);
  say(
    `analysis: ${Math.round(wallMs)} ms wall, ${Math.round((cpu.user + cpu.system) / 1000)} ms CPU, ${JSON.stringify(index.timing)}`,
  );
  say(`memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB peak`);
  const csv = readdirSync(root).find((name) => /^expectedresults.*\.csv$/.test(name));
  if (csv !== undefined) sayExpected(join(root, csv), index, withList);
  else if (existsSync(join(root, 'Testcases_Insecure_Code'))) sayFolders(index, withList);
  sayMarks(root, index, withList);
  sayNoise(index);
  if (withSpeed) await saySpeed(entries, index, (cpu.user + cpu.system) / 1000, wallMs);
}

function linesOf(index: ApplicationIndex): number {
  return index.files.reduce(
    (sum, file) => sum + (file.kind === 'code' && file.status !== 'skipped' ? file.lines.code : 0),
    0,
  );
}

function sayExpected(csv: string, index: ApplicationIndex, withList: boolean): void {
  const { scores, missed, wrong } = scoreExpectedResults(csv, index);
  for (const score of scores) {
    say(
      `  CWE-${score.cwe}: ${score.truePositives}/${score.positives} found, ${score.falsePositives}/${score.negatives} wrong, J ${youden(score).toFixed(3)}`,
    );
  }
  say(
    `  macro Youden J ${(scores.reduce((sum, score) => sum + youden(score), 0) / Math.max(1, scores.length)).toFixed(4)}`,
  );
  if (withList)
    for (const line of [...missed.map((name) => `missed ${name}`), ...wrong.map((name) => `wrong ${name}`)])
      say(`    ${line}`);
}

function sayFolders(index: ApplicationIndex, withList: boolean): void {
  const { right, total, missed } = scoreByFolder(index, 'Testcases_Insecure_Code');
  say(`  right weakness: ${right}/${total} (${((right / total) * 100).toFixed(1)} %)`);
  if (withList) for (const line of missed) say(`    missed ${line}`);
}

function sayMarks(root: string, index: ApplicationIndex, withList: boolean): void {
  const { found, total, missed } = scoreMarks((path) => readFileSync(join(root, path), 'utf8'), index);
  if (total === 0) return;
  say(`  marked lines found within 5 lines: ${found}/${total} (${((found / total) * 100).toFixed(1)} %)`);
  if (withList) for (const line of missed) say(`    missed ${line}`);
}

/** Findings of the engine that are at least high by kind and exposure; the agents judge severity finally. */
function sayNoise(index: ApplicationIndex): void {
  const high = index.taint.filter(
    (finding) =>
      finding.exposure === 'external' &&
      finding.confidence >= 0.6 &&
      finding.kind !== 'log' &&
      finding.kind !== 'header',
  );
  const misuse = index.misuse.filter((finding) => finding.confidence >= 0.8);
  const lines = linesOf(index);
  say(
    `  strong findings per 10,000 lines: ${((high.length + misuse.length) / Math.max(1, lines / 10_000)).toFixed(2)} (${high.length} flows, ${misuse.length} misuses)`,
  );
}

async function saySpeed(
  entries: ReturnType<typeof readCheckout>,
  index: ApplicationIndex,
  cpuMs: number,
  wallMs: number,
): Promise<void> {
  const paths = new Set(
    index.files.filter((file) => file.kind === 'code' && file.status !== 'skipped').map((file) => file.path),
  );
  const baseline = await measureParseAndWalk(
    entries.filter((entry) => paths.has(entry.path)),
    index,
  );
  say(
    `  parse + walk of ${baseline.files} files by tree-sitter on one thread: ${Math.round(baseline.cpuMs)} ms CPU, ${Math.round(baseline.wallMs)} ms wall`,
  );
  say(
    `  analysis over it: ${(cpuMs / baseline.cpuMs).toFixed(2)} by CPU, ${(wallMs / baseline.wallMs).toFixed(2)} by wall`,
  );
}

await run();
