// `npm run soak -- [--minutes=<n>] [--kills=<n>] [--events=<n>] [--away=<seconds>] [name...]`: breaks the service in
// every way we know, for the given time, and counts what was lost or arrived twice.
// `npm run soak -- --cluster [--minutes=<n>] [--seed=<n>] [--faults=<kind,...>]`: two nodes and a database with a
// replica, on separate hosts, for an hour by default.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { required } from '../../packages/server/src/kit/required.ts';
import { runOnHosts } from './cluster.ts';
import { databaseAwayPart, killPostgresPart, killServicePart, ladderPart } from './crash-parts.ts';
import type { SoakPart, SoakResult } from './soak-part.ts';
import { badReceiversPart, noFaultPart, stopPart, twoNodesPart } from './steady-parts.ts';

/** The parts, and the share of the time that each may use; parts without a share have no limit. */
const parts: Record<string, { run: SoakPart; share?: number }> = {
  'no-fault': { run: noFaultPart },
  'kill-service': { run: killServicePart, share: 0.35 },
  'kill-postgres': { run: killPostgresPart, share: 0.25 },
  'database-away': { run: databaseAwayPart },
  'bad-receivers': { run: badReceiversPart },
  ladder: { run: ladderPart, share: 0.1 },
  'two-nodes': { run: twoNodesPart, share: 0.2 },
  stop: { run: stopPart, share: 0.1 },
};

interface PartOutcome extends SoakResult {
  name: string;
  seconds: number;
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cluster: { type: 'boolean', default: false },
      seed: { type: 'string' },
      faults: { type: 'string' },
      minutes: { type: 'string' },
      kills: { type: 'string', default: '50' },
      events: { type: 'string', default: '100000' },
      away: { type: 'string', default: '30' },
    },
  });
  if (values.cluster) {
    process.exitCode = await runOnHosts({
      minutes: positive('minutes', values.minutes ?? '60'),
      seed: positive('seed', values.seed ?? String(1 + Math.floor(Math.random() * 1e6))),
      ...(values.faults !== undefined && { kinds: values.faults.split(',') }),
    });
    return;
  }
  const names = positionals.length > 0 ? positionals : Object.keys(parts);
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) {
    throw new Error(`There is no part named ${unknown}. There are: ${Object.keys(parts).join(', ')}.`);
  }
  const startedAt = new Date();
  const limits = {
    kills: positive('kills', values.kills),
    events: positive('events', values.events),
    awayMs: positive('away', values.away) * 1_000,
  };
  const minutes = positive('minutes', values.minutes ?? '10');
  const outcomes: PartOutcome[] = [];
  for (const name of names) {
    say(name);
    const maxMs = minutes * 60_000 * (required(parts[name], 'one of parts').share ?? 1);
    outcomes.push(await runPart(name, { ...limits, maxMs, print: (line) => say(`  ${line}`) }));
    process.stdout.write(format(required(outcomes.at(-1), 'the last of outcomes')));
  }
  process.stdout.write(`\n${await writeResults(startedAt, outcomes)}\n`);
  const broken = outcomes.filter((outcome) => outcome.broken.length > 0);
  process.stdout.write(
    broken.length === 0
      ? 'Every guarantee held.\n'
      : `Broken: ${broken.map(({ name }) => name).join(', ')}.\n`,
  );
  if (broken.length > 0) process.exitCode = 1;
}

async function runPart(name: string, limits: Parameters<SoakPart>[0]): Promise<PartOutcome> {
  const startedAt = performance.now();
  const result = await required(parts[name], 'one of parts')
    .run(limits)
    .catch((error: Error): SoakResult => ({ figures: {}, broken: [error.stack ?? error.message] }));
  return { name, seconds: (performance.now() - startedAt) / 1_000, ...result };
}

function format({ name, seconds, figures, broken }: PartOutcome): string {
  const lines = Object.entries(figures).map(([label, value]) => `  ${label.padEnd(34)} ${value}`);
  const verdict = broken.length === 0 ? 'every guarantee held' : `BROKEN\n    ${broken.join('\n    ')}`;
  return `${name} (${Math.round(seconds)} s)\n${lines.join('\n')}\n  ${verdict}\n`;
}

function say(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${text}.`);
  return value;
}

async function writeResults(startedAt: Date, outcomes: PartOutcome[]): Promise<string> {
  const folder = join(import.meta.dirname, '../results');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `soak-${startedAt.toISOString().replaceAll(':', '-').slice(0, 19)}.json`);
  await writeFile(path, `${JSON.stringify({ startedAt, outcomes }, null, 2)}\n`);
  return path;
}

await run();
