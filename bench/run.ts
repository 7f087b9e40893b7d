// `npm run bench -- [--quick] [--rows=<n>] [--events=<n>] [--patience=<seconds>] [name...]`: measures the service, and
// compares it with upper limits in the same run.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { required } from '../packages/server/src/kit/required.ts';
import { measureConsole } from './console/measure-console.ts';
import { measureContracts } from './contracts/measure-contracts.ts';
import { measureContractsOperations } from './contracts-operations/measure-contracts-operations.ts';
import { measureBadNeighbour } from './figures/bad-neighbour.ts';
import { measureCapacity } from './figures/capacity.ts';
import { measureDeliver } from './figures/deliver.ts';
import { measureLatency } from './figures/latency.ts';
import { measureMemory } from './figures/memory.ts';
import { measureProcesses } from './figures/processes.ts';
import { profileService } from './figures/profile.ts';
import { measurePublish } from './figures/publish.ts';
import { measurePublishers } from './figures/publishers.ts';
import { measureQuery } from './figures/query.ts';
import { measureRates } from './figures/rates.ts';
import { measureReplay } from './figures/replay.ts';
import { measureRest } from './figures/rest.ts';
import { measureRoundTrips } from './figures/round-trips.ts';
import { type Bench, openBench } from './harness/bench.ts';
import { readMachineFacts } from './harness/machine-facts.ts';
import { formatTable } from './harness/print-table.ts';
import { type Figure, judge } from './harness/result.ts';
import { measureHostile, measureTenants } from './hostile/measure-hostile.ts';
import { measureOrdering } from './ordering/measure-ordering.ts';
import { measureImport } from './outreach-import/measure-import.ts';
import { measureMetrics } from './outreach-metrics/measure-metrics.ts';
import { measureSending } from './outreach-sending/measure-sending.ts';
import { measureVolume } from './volume/measure-volume.ts';

/** Only run by name: figures without a target, those that open a browser, and one that takes a quarter of an hour. */
const extras = {
  profile: profileService,
  capacity: measureCapacity,
  console: measureConsole,
  volume: measureVolume,
};
const parts: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  publish: measurePublish,
  publishers: measurePublishers,
  deliver: measureDeliver,
  latency: measureLatency,
  rates: measureRates,
  rest: measureRest,
  'bad-neighbour': measureBadNeighbour,
  hostile: measureHostile,
  tenants: measureTenants,
  query: measureQuery,
  replay: measureReplay,
  ordering: measureOrdering,
  'round-trips': measureRoundTrips,
  memory: measureMemory,
  processes: measureProcesses,
  contracts: measureContracts,
  'outreach-import': measureImport,
  'outreach-sending': measureSending,
  'outreach-metrics': measureMetrics,
  'contracts-operations': measureContractsOperations,
  ...extras,
};

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rows: { type: 'string', default: '1000000' },
      events: { type: 'string' },
      patience: { type: 'string', default: '60' },
    },
  });
  const names =
    positionals.length > 0 ? positionals : Object.keys(parts).filter((name) => !Object.hasOwn(extras, name));
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) {
    throw new Error(`There is no part named ${unknown}. There are: ${Object.keys(parts).join(', ')}.`);
  }
  const startedAt = new Date();
  const machine = await readMachineFacts();
  const bench = await openBench({
    quick: values.quick,
    rows: Number(values.rows),
    events: values.events === undefined ? undefined : Number(values.events),
    patienceMs: Number(values.patience) * 1000,
  });
  const figures: Figure[] = [];
  const failures: string[] = [];
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    void bench.close().then(() => process.exit(130));
  };
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    for (const name of names) {
      bench.say(name);
      try {
        figures.push(...(await required(parts[name], 'one of parts')(bench)));
      } catch (error) {
        if (isInterrupted) return;
        failures.push(`${name}: ${(error as Error).stack}`);
        bench.say(required(failures.at(-1), 'the last of failures'));
      }
    }
  } finally {
    await bench.close();
  }
  process.stdout.write(`\n${formatTable(figures)}`);
  const path = await writeResults(startedAt, {
    startedAt,
    quick: values.quick,
    machine,
    database: bench.databaseFacts,
    figures: figures.map((figure) => ({ verdict: judge(figure), ...figure })),
    failures,
  });
  process.stdout.write(`\n${path}\n`);
  if (failures.length > 0 || figures.some((figure) => judge(figure) === 'faulty')) process.exitCode = 1;
}

async function writeResults(startedAt: Date, results: object): Promise<string> {
  const folder = join(import.meta.dirname, 'results');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${startedAt.toISOString().replaceAll(':', '-').slice(0, 19)}.json`);
  await writeFile(path, `${JSON.stringify(results, null, 2)}\n`);
  return path;
}

await run();
