import { measureQuietly } from '../harness/alternate.ts';
import type { Bench } from '../harness/bench.ts';
import { runLoadWindow, type WindowResult } from '../harness/load-window.ts';
import { formatNumber } from '../harness/print-table.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { subscribeReceivers, typeNames } from '../harness/subscriptions.ts';
import type { StoredPipeCommands } from '../stored-pipe.ts';

const RATES = [10, 100, 1_000];
/** At this rate, the cost of a single event is compared with the lowest possible cost. */
const COMPARED_RATE = 100;

type Load = Pick<Parameters<typeof runLoadWindow>[1], 'address' | 'cpu'>;

/**
 * Measures the cost of an event that is published and delivered once, at rates far below the capacity of the machine.
 */
export async function measureRates(bench: Bench): Promise<Figure[]> {
  const service = await bench.startService();
  const types = typeNames(1);
  await subscribeReceivers(bench, service, types);
  const trees = { service: service.pid, postgres: service.postgresPid };
  const ours: Load = { address: service.address, cpu: { processes: {}, trees } };
  const windows = new Map<number, WindowResult>();
  for (const rate of RATES) {
    windows.set(rate, await measureQuietly(bench, () => at(bench, service, ours, types, rate)));
  }
  const pipe = await measurePipe(bench, service, types);
  await service.stop();
  const compared = windows.get(COMPARED_RATE);
  return [
    ...[...windows].map(([rate, window]) => figureAt(rate, window)),
    ...(compared === undefined ? [] : [overPipe(compared, pipe)]),
  ];
}

/** The same with a program that only stores and forwards, while the database does nothing else. */
async function measurePipe(bench: Bench, service: Service, types: string[]): Promise<WindowResult> {
  const pipe = bench.startWorker<StoredPipeCommands>('stored-pipe.ts');
  const { host, port, user, password, database } = service.database.options;
  const listening = await pipe.call('listen', {
    sinkPort: bench.sinkPort,
    database: { host, port, user, password, database },
  });
  const load: Load = {
    address: { host: '127.0.0.1', port: listening },
    cpu: { processes: {}, trees: { service: pipe.pid, postgres: service.postgresPid } },
  };
  const window = await measureQuietly(bench, () => at(bench, service, load, types, COMPARED_RATE));
  await pipe.stop();
  return window;
}

function figureAt(rate: number, window: WindowResult): Figure {
  return {
    name: `CPU of an event at ${rate}/s, database included`,
    ours: described(window),
    value: msOf(window).all,
    unit: 'ms',
    floor: rate < 100 ? 10 : rate < 1_000 ? 3 : 1.5,
    aim: rate < 100 ? 5 : rate < 1_000 ? 1.5 : 1,
    better: 'lower',
    othersCores: window.cpu.others + window.cpu.stolen,
    faults: window.faults,
    details: window,
  };
}

function overPipe(ours: WindowResult, pipe: WindowResult): Figure {
  return {
    name: `the same at ${COMPARED_RATE}/s, over a pipe that stores two rows and forwards`,
    ours: `${formatNumber(msOf(ours).all)} ms`,
    bare: `${formatNumber(msOf(pipe).all)} ms`,
    value: msOf(ours).all / msOf(pipe).all,
    unit: 'ratio',
    floor: 3,
    aim: 1.5,
    better: 'lower',
    othersCores: Math.max(...[ours, pipe].map(({ cpu }) => cpu.others + cpu.stolen)),
    faults: [...ours.faults, ...pipe.faults],
    details: { ours, pipe },
  };
}

/** CPU time per event, in milliseconds. */
function msOf({ cpu, publishedPerSecond }: WindowResult) {
  const { service = 0, postgres = 0 } = cpu.cores;
  const perEvent = (cores: number) => (cores * 1_000) / publishedPerSecond;
  return { service: perEvent(service), postgres: perEvent(postgres), all: perEvent(service + postgres) };
}

function described(window: WindowResult): string {
  const { service, postgres } = msOf(window);
  const { p50, p95 } = window.deliveryMs;
  return `service ${formatNumber(service)}, database ${formatNumber(postgres)} ms; delivered p50 ${formatNumber(p50)}, p95 ${formatNumber(p95)} ms`;
}

function at(bench: Bench, service: Service, load: Load, types: string[], ratePerSecond: number) {
  return runLoadWindow(bench, {
    ...load,
    path: '/v1/events',
    apiKey: service.apiKey,
    types,
    connections: 32,
    ratePerSecond,
    awaitsDelivery: true,
    warmUpMs: 3_000,
    measureMs: bench.quick ? 10_000 : 20_000,
  });
}
