import type { Bench } from '../harness/bench.ts';
import { runLoadWindow, type WindowResult } from '../harness/load-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import { formatNumber } from '../harness/print-table.ts';
import type { Figure } from '../harness/result.ts';
import { subscribeReceivers, typeNames } from '../harness/subscriptions.ts';

const RECEIVERS = 100;
const HANGING = 30;
const RATE_PER_SECOND = 500;

/** Measures how much other receivers that accept every request and never answer affect healthy receivers. */
export async function measureBadNeighbour(bench: Bench): Promise<Figure[]> {
  const service = await bench.startService();
  const types = typeNames(RECEIVERS);
  await subscribeReceivers(bench, service, types);
  // The first retry of a failed attempt comes after 10 + 60 seconds, when all three windows are over.
  const run = (warmUpMs: number, measureMs: number) =>
    runLoadWindow(bench, {
      address: service.address,
      path: '/v1/events',
      apiKey: service.apiKey,
      types,
      connections: RECEIVERS,
      ratePerSecond: RATE_PER_SECOND,
      awaitsDelivery: true,
      firstReceiver: HANGING,
      warmUpMs,
      measureMs,
      cpu: { processes: { service: service.pid }, trees: { postgres: service.postgresPid } },
    });
  const measureMs = bench.quick ? 6_000 : 20_000;
  const before = await run(bench.quick ? 3_000 : 8_000, measureMs);
  await bench.sink.call('hang', HANGING);
  // From the tenth second on, as many attempts time out as new ones start: the steady state with hanging receivers.
  const during = await run(11_000, measureMs);
  await bench.sink.call('hang', 0);
  await sleep(1_000);
  const after = await run(2_000, measureMs);
  await service.stop();

  const withoutMs = (before.deliveryMs.p99 + after.deliveryMs.p99) / 2;
  const windows = [before, during, after];
  return [
    {
      name: `healthy receivers' p99 while ${HANGING} of ${RECEIVERS} hang, over the same without`,
      ours: `${formatNumber(during.deliveryMs.p99)} ms`,
      bare: `${formatNumber(withoutMs)} ms`,
      value: during.deliveryMs.p99 / withoutMs,
      unit: 'ratio',
      floor: 1.5,
      aim: 1.2,
      better: 'lower',
      spread: [before, after].map((window) => during.deliveryMs.p99 / window.deliveryMs.p99),
      othersCores: Math.max(...windows.map(({ cpu }) => cpu.others + cpu.stolen)),
      faults: [...windows.flatMap(({ faults }) => faults), ...missing(during, before)],
      details: { ratePerSecond: RATE_PER_SECOND, before, during, after },
    },
  ];
}

/** Healthy receivers must get as many events as before; low latency for a few of them is not enough. */
function missing(during: WindowResult, before: WindowResult): string[] {
  const share = during.deliveryMs.count / before.deliveryMs.count;
  return share > 0.9
    ? []
    : [`healthy receivers got ${Math.round(share * 100)} % of their earlier deliveries`];
}
