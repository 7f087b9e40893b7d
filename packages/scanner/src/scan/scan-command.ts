import { writeFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { checkRules, InvalidRules } from '../own-rules/index.ts';
import { catalog } from '../rules/catalog/catalog.ts';
import { severityRank } from '../rules/severity.ts';
import { checkOutBase } from './base-tree.ts';
import { formatGitLab } from './format-gitlab.ts';
import { formatSarif } from './format-sarif.ts';
import { formatText } from './format-text.ts';
import { readArguments, type ScanArguments, sourceAt, UsageError, usage } from './scan-options.ts';
import type { ScanReport, ScanTask } from './scan-task.ts';

/**
 * The native parsers recurse for each bracket; this is enough for any file of 1 MB. Only the used part takes memory.
 */
const STACK_MB = 512;
const MEMORY_MB = 4_096;

interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  env: NodeJS.ProcessEnv;
}

/** Runs the command. Returns the exit code; see the usage. */
export async function runScan(args: readonly string[], streams: Streams): Promise<number> {
  try {
    const given = readArguments(args, streams.env);
    if (given === 'help' || given === 'rules') {
      streams.stdout.write(given === 'help' ? usage : listRules());
      return 0;
    }
    await requireRules(given.task.rules);
    const report = await scanWithBase(given);
    const isShown = ({ severity }: ScanReport['findings'][number]) =>
      severityRank(severity) <= severityRank(given.least);
    const text = formats[given.format]({ ...report, findings: report.findings.filter(isShown) });
    if (given.output === undefined) streams.stdout.write(text);
    else writeFileSync(given.output, text);
    printGate(report, given, streams);
    return report.gate.passed ? 0 : 1;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    streams.stderr.write(`${message}\n${error instanceof UsageError ? '\nTry --help.\n' : ''}`);
    return 2;
  }
}

const formats = {
  text: formatText,
  json: (report: ScanReport) => `${JSON.stringify(report, null, 2)}\n`,
  sarif: ({ findings, base }: ScanReport) => `${formatSarif(findings, base !== null)}\n`,
  gitlab: ({ findings }: ScanReport) => `${formatGitLab(findings)}\n`,
};

/** Explains a failed gate in the job's log, wherever the report goes. */
function printGate({ gate, base }: ScanReport, { format, output }: ScanArguments, { stderr }: Streams): void {
  if (gate.passed || (base === null && format === 'text' && output === undefined)) return;
  const failed = gate.conditions.filter(({ passed }) => !passed);
  stderr.write(`The gate is not passed. ${failed.map(({ message }) => message).join(' ')}\n`);
}

/** A name that git knows takes precedence over a path: `./main` is always a folder. */
async function scanWithBase({ task, base: asked }: ScanArguments): Promise<ScanReport> {
  if (asked === undefined) return scanInWorker({ ...task, base: undefined });
  const tree = 'folder' in task.source ? checkOutBase(task.source.folder, asked.given) : undefined;
  if (tree === undefined) return scanInWorker({ ...task, base: baseAt(asked) });
  try {
    return await scanInWorker({ ...task, base: { folder: tree.folder } });
  } finally {
    tree.remove();
  }
}

function baseAt({ given, path }: NonNullable<ScanArguments['base']>) {
  try {
    return sourceAt(path);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(
      `--base: there is no commit, folder or archive ${given}. A checkout in CI may have to fetch it first.`,
    );
  }
}

/** Invalid rules end the command before anything is scanned. */
async function requireRules(sources: ScanTask['rules']): Promise<void> {
  for (const { text, owner } of sources) {
    const { problems } = await checkRules(text, owner);
    if (problems.length > 0) throw new InvalidRules(problems);
  }
}

/** One line for each rule. */
function listRules(): string {
  const rules = [...catalog.values()];
  const lines = rules.map(({ id, name, cwe, severity }) => [severity, id, cwe ?? '-', name].join('\t'));
  return `${lines.join('\n')}\n`;
}

/** Runs in a separate thread for its stack size. */
function scanInWorker(task: ScanTask): Promise<ScanReport> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./scan.worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { stackSizeMb: STACK_MB, maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.once('message', done);
    worker.once('error', fail);
    worker.once('exit', () => fail(new Error('The scan ended before it had a result.')));
  });
}
