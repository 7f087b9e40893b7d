import type pg from 'pg';
import { required } from '../../packages/server/src/kit/required.ts';
import type { Bench } from '../harness/bench.ts';
import { runLoadWindow } from '../harness/load-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import { formatNumber } from '../harness/print-table.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { subscribeReceivers, typeNames } from '../harness/subscriptions.ts';

const RECEIVERS = 10;
/** Idle backends report their counts after ten seconds. */
const STATISTICS_DELAY_MS = 11_000;

/**
 * Measures the database round trips per event under load, from its publication to its delivery and the log of its
 * attempt.
 */
export async function measureRoundTrips(bench: Bench): Promise<Figure[]> {
  const service = await bench.startService();
  const types = typeNames(RECEIVERS);
  await subscribeReceivers(bench, service, types);
  await sleep(STATISTICS_DELAY_MS);
  const before = await readCounts(service);
  const firstSequence = bench.nextSequence;
  const window = await runLoadWindow(bench, {
    address: service.address,
    path: '/v1/events',
    apiKey: service.apiKey,
    types,
    connections: 128,
    maxUndelivered: 1_000,
    awaitsDelivery: true,
    warmUpMs: 1_000,
    measureMs: bench.quick ? 4_000 : 15_000,
    cpu: { processes: { service: service.pid }, trees: { postgres: service.postgresPid } },
  });
  const events = bench.nextSequence - firstSequence;
  await sleep(STATISTICS_DELAY_MS);
  const after = await readCounts(service);
  await service.stop();

  const told = (after.statements - before.statements) / events;
  // As counted by the database: all transactions of all connections, except those of the bench.
  const counted = (after.transactions - before.transactions) / events;
  return [
    {
      name: 'database round trips per event under load',
      ours: `${formatNumber(told)} by /metrics, ${formatNumber(counted)} by pg_stat_database`,
      value: Math.max(told, counted),
      unit: 'per event',
      floor: 0.5,
      aim: 0.2,
      better: 'lower',
      othersCores: window.cpu.others + window.cpu.stolen,
      faults: window.faults,
      details: { events, before, after, window },
    },
  ];
}

async function readCounts(service: Service) {
  return {
    statements:
      (await service.metric('trivium_append_statements_total')) +
      (await service.metric('trivium_completion_statements_total')),
    transactions: await readTransactions(service.database),
  };
}

/** On the hot path, units of work are single statements, so one transaction is one round trip. */
async function readTransactions(database: pg.Pool): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  );
  return Number(required(rows[0], 'a row').count);
}
