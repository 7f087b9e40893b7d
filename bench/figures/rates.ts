import { measureQuietly } from '../harness/alternate.ts';
import type { Bench } from '../harness/bench.ts';
import { runLoadWindow, type WindowResult } from '../harness/load-window.ts';
import { formatNumber } from '../harness/print-table.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { subscribeReceivers, typeNames } from '../harness/subscriptions.ts';

const RATES = [10, 100, 1_000];

/** What an event costs that is published and delivered once, at rates far below what the machine can carry. */
export async function measureRates(bench: Bench): Promise<Figure[]> {
  const service = await bench.startService();
  const types = typeNames(1);
  await subscribeReceivers(bench, service, types);
  const windows: { rate: number; window: WindowResult }[] = [];
  for (const rate of RATES) {
    windows.push({ rate, window: await measureQuietly(bench, () => at(bench, service, types, rate)) });
  }
  await service.stop();
  return windows.map(({ rate, window }) => {
    const { service: ours = 0, postgres = 0 } = window.cpu.cores;
    const perEvent = (cores: number) => (cores * 1_000) / window.publishedPerSecond;
    const { p50, p95 } = window.deliveryMs;
    return {
      name: `CPU of an event at ${rate}/s, database included`,
      ours: `service ${formatNumber(perEvent(ours))}, database ${formatNumber(perEvent(postgres))} ms; delivered p50 ${formatNumber(p50)}, p95 ${formatNumber(p95)} ms`,
      value: perEvent(ours + postgres),
      unit: 'ms',
      floor: rate < 100 ? 10 : rate < 1_000 ? 3 : 1.5,
      aim: rate < 100 ? 5 : rate < 1_000 ? 1.5 : 1,
      better: 'lower',
      othersCores: window.cpu.others + window.cpu.stolen,
      faults: window.faults,
      details: window,
    };
  });
}

function at(bench: Bench, service: Service, types: string[], ratePerSecond: number): Promise<WindowResult> {
  return runLoadWindow(bench, {
    address: service.address,
    path: '/v1/events',
    apiKey: service.apiKey,
    types,
    connections: 32,
    ratePerSecond,
    awaitsDelivery: true,
    warmUpMs: 3_000,
    measureMs: bench.quick ? 10_000 : 20_000,
    cpu: { processes: {}, trees: { service: service.pid, postgres: service.postgresPid } },
  });
}
