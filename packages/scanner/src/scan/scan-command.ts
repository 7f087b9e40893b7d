import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { checkRules, InvalidRules } from '../own-rules/index.ts';
import { catalog } from '../rules/catalog/catalog.ts';
import { type Severity, severities } from '../types/finding.ts';
import { formatSarif } from './format-sarif.ts';
import { formatText } from './format-text.ts';
import type { Source } from './open-source.ts';
import type { ScanReport, ScanTask } from './scan.worker.ts';

const usage = `Usage: trivium-scan [options] <folder or .zip>

Reads the code without building or running it and prints what it finds.

  --format <text|json|sarif>  how findings are written; text unless told
  --output <file>             where to, instead of the terminal
  --agents <ids>              agents to ask, with commas between, such as security.injection; all unless told
  --least <severity>          leave out what is less severe: critical, high, medium or low
  --fail-on <severity>        exit with 1 from this severity on, or never; high unless told
  --config <file>             rules of your own, in Semgrep's form; may be given several times
  --rules                     list the rules instead: severity, id, weakness, name
  --advisories <path>         known vulnerabilities as files of OSV, or its all.zip
  --help                      this text

Exit codes: 0 nothing so severe was found, 1 something was, 2 it could not be scanned.
`;

/** The native parsers call themselves for each bracket: this holds any file of 1 MB. Taken as it is used. */
const STACK_MB = 512;
const MEMORY_MB = 4_096;

interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  env: NodeJS.ProcessEnv;
}

class UsageError extends Error {}

/** The command. Gives the exit code; see the usage. */
export async function runScan(args: readonly string[], streams: Streams): Promise<number> {
  try {
    const options = readOptions(args, streams.env);
    if (typeof options === 'string') {
      streams.stdout.write(options);
      return 0;
    }
    await requireRules(options.task.rules);
    const report = await scanInWorker(options.task);
    const shown = { ...report, findings: report.findings.filter(atLeast(options.least)) };
    const text = formats[options.format](shown);
    if (options.output === undefined) streams.stdout.write(text);
    else writeFileSync(options.output, text);
    return report.findings.some(atLeast(options.failOn)) ? 1 : 0;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    streams.stderr.write(`${message}\n${error instanceof UsageError ? '\nTry --help.\n' : ''}`);
    return 2;
  }
}

const formats = {
  text: formatText,
  json: (report: ScanReport) => `${JSON.stringify(report, null, 2)}\n`,
  sarif: ({ findings }: ScanReport) => `${formatSarif(findings)}\n`,
};

/** A text where it is asked for one, and not for a scan. */
function readOptions(args: readonly string[], env: NodeJS.ProcessEnv) {
  const { values, positionals } = parse(args);
  if (values.help) return usage;
  if (values.rules) return listRules();
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new UsageError('Name one folder or ZIP archive.');
  const at = (given: string) => resolve(env.TRIVIUM_CWD || process.cwd(), given);
  const { format } = values;
  if (format !== 'text' && format !== 'json' && format !== 'sarif')
    throw new UsageError(`There is no format ${format}; there are text, json and sarif.`);
  const task: ScanTask = {
    source: sourceAt(at(path)),
    agents: values.agents?.split(',').map((id) => id.trim()),
    advisoryDbPath: values.advisories === undefined ? undefined : at(values.advisories),
    rules: values.config.map((file) => ({ owner: 'config', text: readFileSync(at(file), 'utf8') })),
  };
  return {
    task,
    format: format as keyof typeof formats,
    output: values.output === undefined ? undefined : at(values.output),
    least: severityOf('--least', values.least),
    failOn: values['fail-on'] === 'never' ? undefined : severityOf('--fail-on', values['fail-on']),
  };
}

/** Rules that are not understood end the command before anything is scanned. */
async function requireRules(sources: ScanTask['rules']): Promise<void> {
  for (const { text, owner } of sources) {
    const { problems } = await checkRules(text, owner);
    if (problems.length > 0) throw new InvalidRules(problems);
  }
}

/** A line for each rule. */
function listRules(): string {
  const rules = [...catalog.values()];
  const lines = rules.map(({ id, name, cwe, severity }) => [severity, id, cwe ?? '-', name].join('\t'));
  return `${lines.join('\n')}\n`;
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'text' },
        output: { type: 'string' },
        agents: { type: 'string' },
        least: { type: 'string', default: 'low' },
        'fail-on': { type: 'string', default: 'high' },
        advisories: { type: 'string' },
        config: { type: 'string', multiple: true, default: [] },
        rules: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function severityOf(option: string, given: string): Severity {
  const known = severities.find((severity) => severity === given);
  if (known === undefined) throw new UsageError(`${option} takes ${severities.join(', ')}.`);
  return known;
}

function sourceAt(path: string): Exclude<Source, { files: unknown }> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`There is no ${path}.`);
  return stats.isDirectory() ? { folder: path } : { archive: path };
}

/** Undefined: none is. */
function atLeast(least: Severity | undefined): (finding: { severity: Severity }) => boolean {
  const last = least === undefined ? -1 : severities.indexOf(least);
  return ({ severity }) => severities.indexOf(severity) <= last;
}

/** In a thread of its own for the depth of its stack. */
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
