import type { BarePipeCommands } from '../bare-pipe.ts';
import { alternate, coresUsedByOthers, faultsIn } from '../harness/alternate.ts';
import type { Bench } from '../harness/bench.ts';
import { runLoadWindow } from '../harness/load-window.ts';
import type { Figure } from '../harness/result.ts';
import { median } from '../harness/statistics.ts';
import { subscribeReceivers, typeNames } from '../harness/subscriptions.ts';

const CONNECTIONS = 128;
const RECEIVERS = 10;
/**
 * Maximum number of accepted events that are not delivered yet. Without a limit, the publisher would be faster than the
 * deliveries.
 */
const MAX_UNDELIVERED = 1_000;
const FAN_OUT_TYPE = 'bench.fan_out.sent';

/** Measures the sustained rate from publish to delivery, compared with a pipe that stores nothing. */
export async function measureDeliver(bench: Bench): Promise<Figure[]> {
  const service = await bench.startService();
  const pipe = bench.startWorker<BarePipeCommands>('bare-pipe.ts');
  const pipePort = await pipe.call('listen', bench.sinkPort);
  const types = typeNames(RECEIVERS);
  await subscribeReceivers(bench, service, types);
  await subscribeReceivers(bench, service, Array(RECEIVERS).fill(FAN_OUT_TYPE), RECEIVERS);

  const load = {
    path: '/v1/events',
    apiKey: service.apiKey,
    connections: CONNECTIONS,
    awaitsDelivery: true,
    warmUpMs: 1_000,
    measureMs: bench.quick ? 2_000 : 3_000,
  };
  const ours = {
    ...load,
    address: service.address,
    cpu: { processes: { service: service.pid }, trees: { postgres: service.postgresPid } },
  };
  const rounds = await alternate(bench, bench.quick ? 2 : 8, {
    pipe: () =>
      runLoadWindow(bench, {
        ...load,
        types,
        maxUndelivered: MAX_UNDELIVERED,
        address: { host: '127.0.0.1', port: pipePort },
        cpu: { processes: { pipe: pipe.pid }, trees: {} },
      }),
    single: () => runLoadWindow(bench, { ...ours, types, maxUndelivered: MAX_UNDELIVERED }),
    fanOut: () =>
      runLoadWindow(bench, {
        ...ours,
        types: [FAN_OUT_TYPE],
        fanOut: RECEIVERS,
        maxUndelivered: MAX_UNDELIVERED / RECEIVERS,
      }),
  });
  await pipe.stop();
  await service.stop();

  const figure = (name: 'single' | 'fanOut', title: string, floor: number, aim: number): Figure => {
    const ratios = rounds.map((round) => round[name].deliveredPerSecond / round.pipe.deliveredPerSecond);
    const rate = (of: 'pipe' | typeof name) =>
      Math.round(median(rounds.map((round) => round[of].deliveredPerSecond)));
    return {
      name: title,
      ours: `${rate(name)}/s`,
      bare: `${rate('pipe')}/s`,
      value: median(ratios),
      unit: 'ratio',
      floor,
      aim,
      better: 'higher',
      spread: ratios,
      othersCores: coresUsedByOthers(rounds.map((round) => ({ pipe: round.pipe, [name]: round[name] }))),
      faults: faultsIn(rounds.map((round) => ({ pipe: round.pipe, [name]: round[name] }))),
      details: {
        connections: CONNECTIONS,
        maxUndelivered: MAX_UNDELIVERED,
        rounds: rounds.map((round) => ({ pipe: round.pipe, ours: round[name] })),
      },
    };
  };
  return [
    figure('single', 'publish to delivered, fan-out 1, over a bare pipe', 0.5, 0.75),
    figure('fanOut', 'fan-out 10, deliveries over the same pipe', 0.35, 0.7),
  ];
}
