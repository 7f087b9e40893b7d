// The part of `npm run soak -- --cluster` that runs on the host of the clients.
import { join } from 'node:path';
import { hosts } from '../../packages/server/test/reliability/cluster/cluster.ts';
import { Network } from '../../packages/server/test/reliability/cluster/network.ts';
import { RunRecord } from '../../packages/server/test/reliability/cluster/run-record.ts';
import {
  type ClusterSoakReport,
  soakCluster,
} from '../../packages/server/test/reliability/cluster/soak-cluster.ts';

/** Plain data, because one process passes it to another. */
export interface ClusterRun {
  networkId: string;
  folder: string;
  minutes: number;
  seed: number;
  /** Names of faults; all by default. */
  kinds?: readonly string[];
}

async function run({ networkId, folder, minutes, seed, kinds }: ClusterRun): Promise<void> {
  const startedAt = new Date();
  const record = new RunRecord(pathOf(startedAt), { startedAt, seed, minutes, kinds });
  const giveUp = (why: unknown) => breakOff(record, why);
  process.once('SIGTERM', () => giveUp('it was ended by a signal'));
  process.once('uncaughtException', giveUp);
  print(`seed ${seed}, ${minutes} minutes`);
  const report = await soakCluster({
    network: new Network(networkId, hosts),
    folder,
    forMs: minutes * 60_000,
    seed,
    record,
    say: print,
    ...(kinds !== undefined && { kinds }),
  }).catch(giveUp);
  process.stdout.write(format(report));
  process.stdout.write(`${record.path}\n`);
  const untold = report.seeded.filter(({ isTold }) => isTold === false);
  const holds = report.violations.length === 0;
  process.stdout.write(printSeeds(report.seeded));
  process.stdout.write(holds ? 'Every guarantee held.\n' : 'Broken.\n');
  process.exit(holds && untold.length === 0 ? 0 : 1);
}

/** Everything seen so far is kept, so that an aborted run is still useful. */
function breakOff(record: RunRecord, why: unknown): never {
  const stopped = { at: record.stage, why: why instanceof Error ? why.stack : String(why) };
  record.close();
  // The run was already evaluated and was aborted during the cleanup: the record has the evaluation.
  if (record.stage !== 'the end') record.keep({ stopped });
  process.stdout.write(`Stopped early at ${stopped.at}: ${stopped.why}\n${record.path}\n`);
  process.exit(1);
}

/** Whether the checks would have found a violation of each kind if it had been in this record. */
function printSeeds(seeded: ClusterSoakReport['seeded']): string {
  const told = seeded.filter(({ isTold }) => isTold === true);
  const lines = [
    `${told.length} of ${seeded.length} violations that were added to this record were reported.`,
  ];
  for (const { kind, isTold } of seeded) {
    if (isTold !== true)
      lines.push(
        `  ${isTold === false ? 'NOT REPORTED' : 'this record has nothing to make it from'}: ${kind}`,
      );
  }
  return `${lines.join('\n')}\n`;
}

function format({ history, violations, worstLatenessMs, letOut }: ClusterSoakReport): string {
  const { publishes, deliveries, log, reads, registers, counted, revoked, faults } = history;
  const executed = history.executions.filter(({ status }) => status === 202);
  const copies = deliveries.length - new Set(deliveries.map((it) => it.receiver + it.webhookId)).size;
  const figures: Record<string, string | number> = {
    'requests to publish': publishes.length,
    acknowledged: publishes.filter(({ status }) => status === 201).length,
    'without an answer': publishes.filter(({ status }) => status === undefined).length,
    'answered 503': publishes.filter(({ status }) => status === 503).length,
    'events in the log': log.length,
    deliveries: deliveries.length,
    'delivered twice, at faults': copies,
    'of them after the next of its key': letOut,
    'reads after writes': reads.length + registers.filter(({ kind }) => kind === 'read').length,
    'of them by a replica': registers.filter(({ isOfReplica }) => isOfReplica).length,
    'counted against a limit': counted.length,
    'of them refused': counted.filter(({ allowed }) => !allowed).length,
    'uses of deleted keys': revoked.length,
    'transfers acknowledged': executed.length,
    'transfers on the chain': history.chain.length,
    'campaigns with a budget': history.campaigns.length,
    'mails of them': history.mails.length,
    'longest delay after a fault': `${Math.round(worstLatenessMs)} ms`,
    ...Object.fromEntries(
      [...Map.groupBy(faults, ({ kind }) => kind)].map(([kind, made]) => [`fault ${kind}`, made.length]),
    ),
  };
  const lines = Object.entries(figures).map(([label, value]) => `  ${label.padEnd(34)} ${value}`);
  const found = violations.map(({ kind, seen, count }) => `  ${kind} (${count})\n    ${seen.join('\n    ')}`);
  return `${[...lines, ...found].join('\n')}\n`;
}

function print(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}

function pathOf(startedAt: Date): string {
  const name = `soak-cluster-${startedAt.toISOString().replaceAll(':', '-').slice(0, 19)}.json`;
  return join(import.meta.dirname, '../results', name);
}

await run(JSON.parse(process.argv[2] ?? '{}'));
