import { required } from '../../packages/server/src/kit/required.ts';
import type { BareServerCommands } from '../bare-server.ts';
import { alternate, coresUsedByOthers, faultsIn } from '../harness/alternate.ts';
import type { Bench } from '../harness/bench.ts';
import { runLoadWindow, type WindowResult } from '../harness/load-window.ts';
import type { Figure } from '../harness/result.ts';
import { median } from '../harness/statistics.ts';

const CONNECTIONS = 128;

/** Durable POST /v1/events, compared with a node:http server that reads the body and answers. */
export async function measurePublish(bench: Bench): Promise<Figure[]> {
  const service = await bench.startService();
  const bare = bench.startWorker<BareServerCommands>('bare-server.ts');
  const barePort = await bare.call('listen');
  const load = {
    path: '/v1/events',
    apiKey: service.apiKey,
    types: ['order.created'],
    connections: CONNECTIONS,
    awaitsDelivery: false,
    warmUpMs: 1_000,
    measureMs: bench.quick ? 2_000 : 3_000,
  };
  const rounds = await alternate(bench, bench.quick ? 2 : 8, {
    bare: () =>
      runLoadWindow(bench, {
        ...load,
        address: { host: '127.0.0.1', port: barePort },
        cpu: { processes: { server: bare.pid }, trees: {} },
      }),
    ours: () =>
      runLoadWindow(bench, {
        ...load,
        address: service.address,
        cpu: { processes: { service: service.pid }, trees: { postgres: service.postgresPid } },
      }),
  });
  await bare.stop();
  await service.stop();
  const ratios = rounds.map(({ ours, bare }) => ours.publishedPerSecond / bare.publishedPerSecond);
  const micros = rounds.map(({ ours, bare }) => ({
    ours: mainThreadMicros(ours, 'service'),
    bare: mainThreadMicros(bare, 'server'),
  }));
  const cpuRatios = micros.map(({ ours, bare }) => bare / ours);
  const rate = (name: 'ours' | 'bare') =>
    Math.round(median(rounds.map((round) => round[name].publishedPerSecond)));
  const common = {
    unit: 'ratio',
    floor: 0.42,
    aim: 0.6,
    better: 'higher',
    othersCores: coresUsedByOthers(rounds),
    faults: faultsIn(rounds),
  } as const;
  return [
    {
      ...common,
      name: 'durable POST /v1/events over bare node:http',
      ours: `${rate('ours')}/s`,
      bare: `${rate('bare')}/s`,
      value: median(ratios),
      spread: ratios,
      details: { connections: CONNECTIONS, rounds },
    },
    {
      ...common,
      // Both are limited by one thread, so this shows the same ratio, but also on a busy machine.
      name: 'the same by CPU time of the main thread',
      ours: `${median(micros.map(({ ours }) => ours)).toFixed(1)} us`,
      bare: `${median(micros.map(({ bare }) => bare)).toFixed(1)} us`,
      value: median(cpuRatios),
      spread: cpuRatios,
      details: { micros },
    },
  ];
}

/** CPU time of the serving thread per request, in microseconds. */
function mainThreadMicros({ cpu, publishedPerSecond }: WindowResult, name: string): number {
  return (required(cpu.mainThreads[name], 'one of main threads') * 1e6) / publishedPerSecond;
}
