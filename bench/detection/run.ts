// `npm run bench:detection -- [--list] [--language cpp] <checkout>...`: findings of the analysis in public sets, and
// its speed.
// `--fixes [--most n] [--callers on|auto|off] <git directory>...`: instead, fixes of CVEs before and after, with
// results by language only. The few files of a fix have no manifest, so arguments of callers only count as untrusted
// with `on`.
// `--metamorphic`: instead, the scanner's own marked examples, changed in ways that keep their behaviour.
// Users fetch the sets themselves; none of their code is in this repository. A set is recognized by its content.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ApplicationIndex } from '../../packages/scanner/src/types/application-index.ts';
import { callerSettings } from '../../packages/scanner/src/types/caller-setting.ts';
import type { Finding } from '../../packages/scanner/src/types/finding.ts';
import { banditEntries, printBandit, readBanditExamples } from './bandit-examples.ts';
import { readCodeqlTests, scoreCodeql } from './codeql-tests.ts';
import { scoreExpectedResults, youden } from './expected-results.ts';
import { type PairScore, printPairs, scoreFixes } from './fix-pairs.ts';
import { gosecEntries, readGosecSamples, scoreGosec } from './gosec-samples.ts';
import { scoreKnownFlaws } from './known-flaws.ts';
import { type Half, isLabelledCase, type MethodScore, scoreMethods } from './labelled-methods.ts';
import {
  halfOfMarked,
  markedEntries,
  markedExtensions,
  readMarkedFiles,
  scoreMarkedFiles,
} from './marked-files.ts';
import { measureChanges } from './metamorphic.ts';
import { measureParseAndWalk } from './parse-and-walk.ts';
import { readCheckout } from './read-checkout.ts';
import { reviewFindings } from './review-findings.ts';
import { printHalves } from './sample-halves.ts';
import { scoreByFolder } from './security-eval.ts';
import { scoreMarks } from './vulnerable-marks.ts';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean', default: false },
      speed: { type: 'boolean', default: false },
      metamorphic: { type: 'boolean', default: false },
      pairs: { type: 'boolean', default: false },
      fixes: { type: 'boolean', default: false },
      most: { type: 'string', default: '12' },
      callers: { type: 'string', default: 'auto' },
      language: { type: 'string' },
    },
  });
  if (values.metamorphic) {
    await measureChanges(positionals, { list: values.list, pairs: values.pairs, say: print });
    return;
  }
  if (values.fixes) {
    const callers = callerSettings.find((one) => one === values.callers);
    if (callers === undefined) throw new Error(`--callers takes ${callerSettings.join(', ')}.`);
    await measureFixes(positionals, { most: Number(values.most), callers });
    return;
  }
  if (positionals.length === 0) throw new Error('Pass the path of at least one checkout.');
  for (const root of positionals) await measure(root, values);
}

async function measureFixes(
  repositories: readonly string[],
  asked: Parameters<typeof scoreFixes>[1],
): Promise<void> {
  const scores: PairScore[] = [];
  for (const repository of repositories) scores.push(...(await scoreFixes(repository, asked)));
  print(`\n${repositories.length} repositories, fixes of CVEs before and after:`);
  printPairs(scores, print);
}

/** These sets also have examples that are no attacks: requests without a timeout, ignored errors. */
const alsoAsked = ['performance.resources'];

/** Sets whose examples are inside of other files, or next to text that is not code. */
async function measureSamples(root: string, { list: withList, language }: Asked): Promise<boolean> {
  const gosec = readGosecSamples(root);
  const bandit = readBanditExamples(root);
  if (gosec !== null) {
    const { findings } = await reviewFindings(gosecEntries(gosec), true, alsoAsked);
    print(`\n${basename(root)}: ${gosec.length} samples of gosec`);
    printHalves(scoreGosec(gosec, findings), withList, print);
  }
  if (bandit !== null) {
    const { findings } = await reviewFindings(banditEntries(root, bandit), true, alsoAsked);
    print(`\n${basename(root)}: ${bandit.length} examples of Bandit`);
    printBandit(bandit, findings, withList, print);
  }
  const codeql = readCodeqlTests(root);
  for (const one of codeql ?? []) {
    if (language !== undefined && one.language.folder !== language) continue;
    print(`\n${basename(root)}: ${one.tests.length} tests of CodeQL's queries for ${one.language.name}`);
    printHalves(await scoreCodeql(root, one), withList, print);
  }
  const marked = readMarkedFiles(root);
  if (marked !== null) {
    const { findings } = await reviewFindings(markedEntries(marked), true, alsoAsked);
    print(`\n${basename(root)}: ${marked.length} marked files`);
    for (const extension of markedExtensions) {
      const isOwn = ({ name }: { name: string }) => name.endsWith(`.${extension}`);
      const samples = scoreMarkedFiles(marked, findings).filter(isOwn);
      if (samples.length === 0) continue;
      print(` ${extension}`);
      printHalves(samples, withList, print, halfOfMarked);
    }
  }
  return gosec !== null || bandit !== null || codeql !== null || marked !== null;
}

interface Asked {
  list: boolean;
  speed: boolean;
  /** For CodeQL's tests: only this language. */
  language?: string | undefined;
}

async function measure(root: string, asked: Asked): Promise<void> {
  const { list: withList, speed: withSpeed } = asked;
  if (await measureSamples(root, asked)) return;
  const entries = readCheckout(root).filter((entry) => !entry.path.startsWith('results/'));
  const { index, findings, analysisWallMs, analysisCpuMs, agentsWallMs } = await reviewFindings(
    entries,
    entries.some(({ path }) => isLabelledCase(path)),
  );
  print(`\n${basename(root)}: ${index.files.length} files, ${linesOf(index)} lines of code`);
  print(
    `analysis: ${Math.round(analysisWallMs)} ms wall, ${Math.round(analysisCpuMs)} ms CPU, ${JSON.stringify(index.timing)}; agents of security: ${Math.round(agentsWallMs)} ms wall`,
  );
  print(`memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB peak`);
  const csv = readdirSync(root).find((name) => /^expectedresults.*\.csv$/.test(name));
  if (csv !== undefined) printExpected(join(root, csv), findings, withList);
  else if (existsSync(join(root, 'Testcases_Insecure_Code'))) printFolders(index, findings, withList);
  printMethods(index, findings, withList);
  printMarks(root, index, findings, withList);
  printKnown(root, findings, withList);
  printNoise(index, findings);
  if (withSpeed) await printSpeed(entries, index, analysisCpuMs, analysisWallMs);
}

function linesOf(index: ApplicationIndex): number {
  return index.files.reduce(
    (sum, file) => sum + (file.kind === 'code' && file.status !== 'skipped' ? file.lines.code : 0),
    0,
  );
}

function printExpected(csv: string, findings: readonly Finding[], withList: boolean): void {
  const { scores, missed, wrong } = scoreExpectedResults(csv, findings);
  for (const score of scores) {
    print(
      `  CWE-${score.cwe}: ${score.truePositives}/${score.positives} found, ${score.falsePositives}/${score.negatives} wrong, J ${youden(score).toFixed(3)}`,
    );
  }
  print(
    `  macro Youden J ${(scores.reduce((sum, score) => sum + youden(score), 0) / Math.max(1, scores.length)).toFixed(4)}`,
  );
  if (withList)
    for (const line of [...missed.map((name) => `missed ${name}`), ...wrong.map((name) => `wrong ${name}`)])
      print(`    ${line}`);
}

function printMethods(index: ApplicationIndex, findings: readonly Finding[], withList: boolean): void {
  const scored = scoreMethods(index, findings);
  if (scored === null) return;
  for (const half of ['even', 'odd'] as const) {
    const own = scored.scores.filter((score) => score.half === half);
    for (const { cwe, found, bad, wrong, good } of withList ? own : [])
      print(`    ${half} CWE-${cwe}: ${found}/${bad} found, ${wrong}/${good} wrong`);
    printHalf(half, own);
  }
  if (withList)
    for (const line of [
      ...scored.missed.map((name) => `missed ${name}`),
      ...scored.wrong.map((name) => `wrong ${name}`),
    ])
      print(`    ${line}`);
}

function printHalf(half: Half, scores: readonly MethodScore[]): void {
  const sum = (key: 'found' | 'bad' | 'wrong' | 'good') => scores.reduce((all, score) => all + score[key], 0);
  const rate = sum('found') / Math.max(1, sum('bad')) - sum('wrong') / Math.max(1, sum('good'));
  print(
    `  labelled methods, ${half} half: ${sum('found')}/${sum('bad')} bad found, ${sum('wrong')}/${sum('good')} good flagged, Youden J ${rate.toFixed(3)}`,
  );
}

function printFolders(index: ApplicationIndex, findings: readonly Finding[], withList: boolean): void {
  const { right, total, missed } = scoreByFolder(index, findings, 'Testcases_Insecure_Code');
  print(`  right weakness: ${right}/${total} (${((right / total) * 100).toFixed(1)} %)`);
  if (withList) for (const line of missed) print(`    missed ${line}`);
}

function printMarks(
  root: string,
  index: ApplicationIndex,
  findings: readonly Finding[],
  withList: boolean,
): void {
  const { found, total, missed } = scoreMarks(
    (path) => readFileSync(join(root, path), 'utf8'),
    index,
    findings,
  );
  if (total === 0) return;
  print(`  marked lines found within 5 lines: ${found}/${total} (${((found / total) * 100).toFixed(1)} %)`);
  if (withList) for (const line of missed) print(`    missed ${line}`);
}

function printKnown(root: string, findings: readonly Finding[], withList: boolean): void {
  const textOf = (path: string) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
  const score = scoreKnownFlaws(textOf, findings);
  if (score === null) return;
  print(
    `  ${score.name}: known flaws found at the right line under the right weakness: ${score.found}/${score.total} (${((score.found / score.total) * 100).toFixed(1)} %); any finding there: ${score.touched}`,
  );
  if (withList) for (const line of score.missed) print(`    missed ${line}`);
}

/** The critical and high findings of a review, as its reader sees them. */
function printNoise(index: ApplicationIndex, findings: readonly Finding[]): void {
  const lines = linesOf(index);
  const grave = findings.filter((one) => one.severity === 'critical' || one.severity === 'high');
  const inCode = grave.filter((one) => one.source !== 'dependencies');
  print(
    `  critical + high per 10,000 lines: ${(inCode.length / Math.max(1, lines / 10_000)).toFixed(2)} without dependencies (${inCode.length}), ${grave.length} with; ${findings.length} findings of any severity`,
  );
}

async function printSpeed(
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
  print(
    `  parse + walk of ${baseline.files} files by tree-sitter on one thread: ${Math.round(baseline.cpuMs)} ms CPU, ${Math.round(baseline.wallMs)} ms wall`,
  );
  print(
    `  analysis over it: ${(cpuMs / baseline.cpuMs).toFixed(2)} by CPU, ${(wallMs / baseline.wallMs).toFixed(2)} by wall`,
  );
}

await run();
