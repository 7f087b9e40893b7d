import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Gate, gateForm, parseGate } from '../baseline/index.ts';
import { type CallerSetting, callerSettings } from '../types/caller-setting.ts';
import { type Severity, severities } from '../types/finding.ts';
import type { ScanTask, StoredSource } from './scan-task.ts';

export const usage = `Usage: trivium-scan [options] <folder or .zip>

Reads the code without building or running it and prints what it finds.

  --format <format>           text, json, sarif (code scanning of GitHub and others) or gitlab (code quality of
                              merge requests); text unless told
  --output <file>             where to, instead of the terminal
  --base <git ref, folder or .zip>
                              what the change started from: only what is new is told and judged; of a branch the commit
                              is taken where yours parted from it
  --gate <conditions>         what the change must hold to: most new findings that are so severe or graver, and no
                              readiness score below the base's, such as critical=0,high=0,medium=5,readiness
  --agents <ids>              agents to ask, with commas between, such as security.injection; all unless told
  --least <severity>          leave out what is less severe: critical, high, medium or low
  --fail-on <severity>        the same as a gate of 0 for this severity, or never; high unless told
  --config <file>             rules of your own, in Semgrep's form; may be given several times
  --callers <setting>         whether what callers give to exported functions counts as data of others: auto, in packages
                              that other programs call; on, everywhere; off, nowhere; auto unless told
  --rules                     list the rules instead: severity, id, weakness, name
  --advisories <path>         known vulnerabilities as files of OSV, or its all.zip
  --help                      this text

Exit codes: 0 the gate is passed, 1 it is not, 2 it could not be scanned. With a base, what the base has as well fails
nothing.
`;

export class UsageError extends Error {}

const formatNames = ['text', 'json', 'sarif', 'gitlab'] as const;

export interface ScanArguments {
  /** Without the base, which git may have to check out. */
  task: Omit<ScanTask, 'base'>;
  /** As given, and as a path. */
  base: { given: string; path: string } | undefined;
  format: (typeof formatNames)[number];
  output: string | undefined;
  least: Severity;
}

/** Parses the arguments, or returns which text to print. */
export function readArguments(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ScanArguments | 'help' | 'rules' {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  if (values.rules) return 'rules';
  const [path, ...others] = positionals;
  if (path === undefined || others.length > 0) throw new UsageError('Name one folder or ZIP archive.');
  const at = (given: string) => resolve(env.TRIVIUM_CWD || process.cwd(), given);
  const format = formatNames.find((name) => name === values.format);
  if (format === undefined)
    throw new UsageError(`There is no format ${values.format}; there are ${formatNames.join(', ')}.`);
  return {
    task: {
      source: sourceAt(at(path)),
      gate: gateOf(values),
      agents: values.agents?.split(',').map((id) => id.trim()),
      callers: callersOf(values.callers),
      advisoryDbPath: values.advisories === undefined ? undefined : at(values.advisories),
      rules: values.config.map((file) => ({ owner: 'config', text: readFileSync(at(file), 'utf8') })),
    },
    base: values.base === undefined ? undefined : { given: values.base, path: at(values.base) },
    format,
    output: values.output === undefined ? undefined : at(values.output),
    least: severityOf('--least', values.least),
  };
}

export function sourceAt(path: string): StoredSource {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new UsageError(`There is no ${path}.`);
  return stats.isDirectory() ? { folder: path } : { archive: path };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'text' },
        output: { type: 'string' },
        base: { type: 'string' },
        gate: { type: 'string' },
        agents: { type: 'string' },
        least: { type: 'string', default: 'low' },
        'fail-on': { type: 'string' },
        advisories: { type: 'string' },
        config: { type: 'string', multiple: true, default: [] },
        callers: { type: 'string' },
        rules: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function gateOf({ gate, 'fail-on': failOn }: { gate?: string; 'fail-on'?: string }): Gate {
  if (gate !== undefined) {
    if (failOn !== undefined) throw new UsageError('--fail-on is part of --gate: give one of them.');
    const read = parseGate(gate);
    if (read === undefined) throw new UsageError(`--gate takes ${gateForm}.`);
    return read;
  }
  if (failOn === 'never') return { maxNew: {}, readinessNotLower: false };
  return { maxNew: { [severityOf('--fail-on', failOn ?? 'high')]: 0 }, readinessNotLower: false };
}

function callersOf(given: string | undefined): CallerSetting | undefined {
  const known = callerSettings.find((one) => one === given);
  if (given !== undefined && known === undefined)
    throw new UsageError(`--callers takes ${callerSettings.join(', ')}.`);
  return known;
}

function severityOf(option: string, given: string): Severity {
  const known = severities.find((severity) => severity === given);
  if (known === undefined) throw new UsageError(`${option} takes ${severities.join(', ')}.`);
  return known;
}
