import type { Bench } from '../harness/bench.ts';
import { type CpuShares, watchCpu } from '../harness/cpu-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import { formatNumber } from '../harness/print-table.ts';
import { childrenOf, memoryMb } from '../harness/process-times.ts';
import type { Figure } from '../harness/result.ts';

/** Measures an idle service: all its processes, including the database. */
export async function measureRest(bench: Bench): Promise<Figure[]> {
  const service = await bench.startService();
  const trees = { service: service.pid, postgres: service.postgresPid };
  // By then, the work after a start is done.
  await sleep(bench.quick ? 30_000 : 60_000);
  const readCpu = watchCpu({ processes: {}, trees });
  await sleep(30_000);
  const cpu = readCpu();
  const processes = Object.values(trees).flatMap((root) => [root, ...childrenOf(root)]);
  const memory = [...new Set(processes)].map((pid) => ({ pid, ...memoryMb(pid) }));
  await service.stop();
  const proportional = memory.reduce((sum, { proportional: one }) => sum + one, 0);
  return [
    figure('CPU at rest, all processes', cpu, {
      ours: parts(cpu),
      value: sumOf(cpu.cores),
      unit: 'cores',
      floor: 0.02,
      aim: 0.01,
    }),
    figure('memory at rest (PSS), all processes', cpu, {
      ours: `${formatNumber(proportional)} MB`,
      value: proportional,
      unit: 'MB',
      floor: 250,
      aim: 200,
      details: memory,
    }),
  ];
}

function sumOf(shares: Record<string, number>): number {
  return Object.values(shares).reduce((sum, share) => sum + share, 0);
}

function parts({ cores }: CpuShares): string {
  return Object.entries(cores)
    .map(([name, share]) => `${name} ${share.toFixed(4)}`)
    .join(', ');
}

type Judged = Pick<Figure, 'ours' | 'value' | 'unit' | 'floor' | 'aim'> & { details?: unknown };

function figure(name: string, cpu: CpuShares, judged: Judged): Figure {
  return {
    name,
    better: 'lower',
    othersCores: cpu.others + cpu.stolen,
    faults: [],
    ...judged,
    details: { cpu, more: judged.details },
  };
}
