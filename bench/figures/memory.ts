import { required } from '../../packages/server/src/kit/required.ts';
import type { Bench } from '../harness/bench.ts';
import { runLoadWindow } from '../harness/load-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import { formatNumber } from '../harness/print-table.ts';
import { childrenOf, memoryMb } from '../harness/process-times.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { subscribeReceivers, typeNames } from '../harness/subscriptions.ts';

const RECEIVERS = 10;

/** Measures the memory of the service when idle, and again after as many events as in hours of use. */
export async function measureMemory(bench: Bench): Promise<Figure[]> {
  const service = await bench.startService();
  await sleep(10_000);
  const idle = readMemory(service);
  const types = typeNames(RECEIVERS);
  await subscribeReceivers(bench, service, types);
  const after: ReturnType<typeof readMemory>[] = [];
  const faults: string[] = [];
  let others = 0;
  for (let i = 0; i < 3; i++) {
    const window = await runLoadWindow(bench, {
      address: service.address,
      path: '/v1/events',
      apiKey: service.apiKey,
      types,
      connections: 128,
      maxUndelivered: 1_000,
      awaitsDelivery: true,
      warmUpMs: 0,
      measureMs: bench.quick ? 4_000 : 20_000,
      cpu: { processes: { service: service.pid }, trees: { postgres: service.postgresPid } },
    });
    await sleep(10_000);
    after.push(readMemory(service));
    faults.push(...window.faults);
    others = Math.max(others, window.cpu.others + window.cpu.stolen);
  }
  await service.stop();
  const common = { unit: 'MB', floor: 200, aim: 150, better: 'lower', othersCores: others, faults } as const;
  return [
    {
      ...common,
      name: 'RSS of the service, idle',
      ours: `${formatNumber(idle.service.resident)} MB`,
      value: idle.service.resident,
      details: { startMs: service.startMs, idle },
    },
    {
      ...common,
      name: 'RSS of the service after three runs at full load',
      ours: after.map(({ service: { resident } }) => formatNumber(resident)).join(', '),
      value: required(after.at(-1), 'the last of after').service.resident,
      details: { after },
    },
  ];
}

function readMemory({ pid, postgresPid }: Service) {
  const database = [postgresPid, ...childrenOf(postgresPid)].map(memoryMb);
  return {
    service: memoryMb(pid),
    databaseProportional: database.reduce((sum, { proportional }) => sum + proportional, 0),
  };
}
