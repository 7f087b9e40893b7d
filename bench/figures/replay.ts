import { required } from '../../packages/server/src/kit/required.ts';
import type { Bench } from '../harness/bench.ts';
import { watchCpu } from '../harness/cpu-window.ts';
import { runLoadWindow } from '../harness/load-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import { formatNumber } from '../harness/print-table.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { latencyFigures } from '../harness/statistics.ts';
import { subscribeReceivers, typeNames } from '../harness/subscriptions.ts';
import { readOrganization, seedLog } from '../load/seed-log.ts';

const RECEIVERS = 10;
const LIVE_PER_SECOND = 200;
const TIMEOUT_MS = 300_000;

/** Measures the replay of every dead letter, and its effect on live events. */
export async function measureReplay(bench: Bench): Promise<Figure[]> {
  const count = bench.quick ? 20_000 : 100_000;
  const service = await bench.startService();
  const types = typeNames(2 * RECEIVERS);
  const ids = await subscribeReceivers(bench, service, types);
  // The first receivers have dead letters, the others get live events.
  const load = {
    address: service.address,
    path: '/v1/events',
    apiKey: service.apiKey,
    types: types.slice(RECEIVERS),
    connections: 50,
    ratePerSecond: LIVE_PER_SECOND,
  };
  const cpu = { processes: { service: service.pid }, trees: { postgres: service.postgresPid } };
  const firstDead = bench.nextSequence;
  bench.nextSequence += count;
  bench.say(`  writing ${count.toLocaleString('en-US')} dead letters`);
  await seedDeadLetters(service, ids.slice(0, RECEIVERS), types.slice(0, RECEIVERS), firstDead, count);
  const quiet = await runLoadWindow(bench, {
    ...load,
    awaitsDelivery: true,
    warmUpMs: 3_000,
    measureMs: bench.quick ? 5_000 : 15_000,
    cpu,
  });

  const firstLive = bench.nextSequence;
  const backlogEnd = firstDead + count;
  await bench.sink.call('reset', { firstSequence: firstDead, fanOut: 1, firstReceiver: 0, backlogEnd });
  await bench.generator.call('start', { ...load, firstSequence: firstLive });
  await sleep(2_000);
  const readCpu = watchCpu({ ...cpu, processes: { ...cpu.processes, sink: bench.sink.pid } });
  const { atMs: startedAt } = await bench.sink.call('mark');
  await service.api('POST', '/v1/webhooks/dead-letter/replay', { all: true });
  await awaitBacklog(bench, count);
  const shares = readCpu();
  await sleep(500);
  const sent = await bench.generator.call('stop');
  bench.nextSequence += sent.sent;
  await sleep(1_000);
  const { firstAt, copies } = await bench.sink.call('entries');
  await service.stop();

  const arrivals = firstAt.subarray(0, count);
  const endedAt = arrivals.reduce((latest, at) => Math.max(latest, at), 0);
  const perSecond = (count * 1000) / (endedAt - startedAt);
  const live = latencyFigures(
    [...sent.intendedAt]
      .map((at, i) => ({ at, tookMs: (firstAt[firstLive - firstDead + i] ?? 0) - at }))
      .filter(({ at, tookMs }) => at >= startedAt && at < endedAt && tookMs > 0)
      .map(({ tookMs }) => tookMs),
  );
  const missing = arrivals.filter((at) => at === 0).length + Math.max(0, count - arrivals.length);
  const repeated = copies.filter((times) => times > 1).length;
  const faults = [
    ...(missing > 0 ? [`${missing} dead letters not delivered`] : []),
    ...(repeated > 0 ? [`${repeated} delivered more than once`] : []),
  ];
  const othersCores = Math.max(shares.others + shares.stolen, quiet.cpu.others + quiet.cpu.stolen);
  const details = { count, perSecond, quiet: quiet.deliveryMs, live, cpu: shares };
  return [
    {
      name: `dead-letter replay of ${count.toLocaleString('en-US')}`,
      ours: `${formatNumber(perSecond)}/s`,
      value: perSecond,
      unit: '/s',
      floor: 1_000,
      aim: 2_500,
      better: 'higher',
      othersCores,
      faults,
      details,
    },
    {
      name: 'live p99 during the replay, over the same without',
      ours: `${formatNumber(live.p99)} ms`,
      bare: `${formatNumber(quiet.deliveryMs.p99)} ms`,
      value: live.p99 / quiet.deliveryMs.p99,
      unit: 'ratio',
      floor: 2,
      aim: 1.3,
      better: 'lower',
      othersCores,
      faults: quiet.faults,
      details,
    },
  ];
}

/** Inserts events whose deliveries to the given subscriptions, in turn, have used all their attempts. */
async function seedDeadLetters(
  { database }: Service,
  subscriptionIds: string[],
  types: string[],
  firstSequence: number,
  count: number,
): Promise<void> {
  const orgId = await readOrganization(database);
  const { rows } = await database.query<{ size: string }>('select size from event_logs where org_id = $1', [
    orgId,
  ]);
  await seedLog(database, { orgId, events: count, firstSequence, types, sources: ['bench-shop'], days: 1 });
  await database.query(
    `insert into dead_letters (delivery_id, org_id, subscription_id, position, event_id, event_name, attempts,
       failed_at, last_response_code, last_error)
     select uuidv7(), org_id, ($2::uuid[])[array_position($3::text[], type)], position, id, type, 5,
       now(), 500, 'unexpected_status: The receiver answered 500 instead of a 2xx status.'
     from events where org_id = $1 and position >= $4`,
    [
      orgId,
      subscriptionIds.map((id) => id.replace(/^whs_/, '')),
      types,
      Number(required(rows[0], 'a row').size),
    ],
  );
  await database.query('analyze dead_letters');
}

async function awaitBacklog(bench: Bench, count: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < TIMEOUT_MS; waitedMs += 100) {
    if ((await bench.sink.call('mark')).backlog >= count) return;
    await sleep(100);
  }
}
