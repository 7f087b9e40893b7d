import { measureQuietly } from '../harness/alternate.ts';
import type { Bench } from '../harness/bench.ts';
import { runLoadWindow, type WindowResult } from '../harness/load-window.ts';
import { formatNumber } from '../harness/print-table.ts';
import type { Figure } from '../harness/result.ts';
import type { LatencyFigures } from '../harness/statistics.ts';
import { subscribeReceivers, typeNames } from '../harness/subscriptions.ts';

const RECEIVERS = 10;

/** Measures the time from publish to receiver at a fixed rate. It starts when the event should have been sent. */
export async function measureLatency(bench: Bench): Promise<Figure[]> {
  const service = await bench.startService();
  const types = typeNames(RECEIVERS);
  await subscribeReceivers(bench, service, types);
  const at = (ratePerSecond: number) =>
    runLoadWindow(bench, {
      address: service.address,
      path: '/v1/events',
      apiKey: service.apiKey,
      types,
      connections: 100,
      ratePerSecond,
      awaitsDelivery: true,
      warmUpMs: 3_000,
      measureMs: bench.quick ? 8_000 : 20_000,
      cpu: { processes: { service: service.pid }, trees: { postgres: service.postgresPid } },
    });
  const slow = await measureQuietly(bench, () => at(200));
  const fast = await measureQuietly(bench, () => at(1_000));
  await service.stop();
  return [
    figure('publish to receiver at 200/s: p95', slow, slow.deliveryMs, slow.deliveryMs.p95, 40, 25),
    figure('acknowledged at 200/s: p95', slow, slow.ackMs, slow.ackMs.p95, 15, 8),
    figure('publish to receiver at 1,000/s: p99', fast, fast.deliveryMs, fast.deliveryMs.p99, 250, 100),
  ];
}

function figure(
  name: string,
  window: WindowResult,
  latency: LatencyFigures,
  value: number,
  floor: number,
  aim: number,
): Figure {
  const { p50, p95, p99 } = latency;
  return {
    name,
    ours: `p50 ${formatNumber(p50)}, p95 ${formatNumber(p95)}, p99 ${formatNumber(p99)} ms`,
    value,
    unit: 'ms',
    floor,
    aim,
    better: 'lower',
    othersCores: window.cpu.others + window.cpu.stolen,
    faults: window.faults,
    details: window,
  };
}
