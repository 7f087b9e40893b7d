import { required } from '../../packages/server/src/kit/required.ts';
import { alternate, coresUsedByOthers, faultsIn, type Round } from '../harness/alternate.ts';
import type { Bench } from '../harness/bench.ts';
import { confine } from '../harness/confine.ts';
import { runLoadWindow } from '../harness/load-window.ts';
import { servingProcesses } from '../harness/process-times.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { median } from '../harness/statistics.ts';

const CONNECTIONS = 64;
/**
 * The share of a core for each serving process: of the machine's two cores, load, database and kernel need the rest.
 */
const SHARE = 0.2;
const COUNTS = [1, 2, 4] as const;
type Count = (typeof COUNTS)[number];
/** `4 wide`: each process has as many database connections as the single process, instead of a quarter of them. */
type Name = `${Count}` | '4 wide';

interface Group {
  service: Service;
  pids: number[];
  release(): void;
}

/** Measures the gain from more serving processes, each limited to a fifth of a core. */
export async function measureProcesses(bench: Bench): Promise<Figure[]> {
  const groups = new Map<Count, Group>();
  try {
    for (const count of COUNTS) {
      const group = await startGroup(bench, count);
      if (group === undefined) {
        bench.say(
          '  skipped: processes cannot be limited to a part of a core here; this needs root and cgroups',
        );
        return [];
      }
      groups.set(count, group);
    }
    const window =
      (count: Count, connections = CONNECTIONS) =>
      () =>
        measureGroup(bench, required(groups.get(count), 'one of groups'), connections);
    const rounds = await alternate<Name>(bench, bench.quick ? 2 : 6, {
      '1': window(1),
      '2': window(2),
      '4': window(4),
      '4 wide': window(4, 4 * CONNECTIONS),
    });
    return [
      figure(rounds, '2'),
      figure(rounds, '4'),
      figure(rounds, '4 wide'),
      cpuFigure(rounds, '4'),
      cpuFigure(rounds, '4 wide'),
    ];
  } finally {
    for (const { service, release } of groups.values()) {
      release();
      await service.stop();
    }
  }
}

async function startGroup(bench: Bench, count: Count): Promise<Group | undefined> {
  const service = await bench.startService({ settings: { PROCESSES: String(count) } });
  const pids = count === 1 ? [service.pid] : servingProcesses(service.pid);
  const release = confine(pids, SHARE);
  if (release === undefined) await service.stop();
  return release && { service, pids, release };
}

function measureGroup(bench: Bench, { service, pids }: Group, connections: number) {
  const processes = Object.fromEntries(pids.map((pid, i) => [`process ${i}`, pid]));
  return runLoadWindow(bench, {
    address: service.address,
    apiKey: service.apiKey,
    path: '/v1/events',
    types: ['order.created'],
    connections,
    awaitsDelivery: false,
    warmUpMs: 2_000,
    measureMs: bench.quick ? 3_000 : 5_000,
    cpu: { processes, trees: { postgres: service.postgresPid } },
  });
}

type Rounds = Round<Name>[];

const texts: Record<Exclude<Name, '1'>, string> = {
  '2': '2 processes',
  '4': '4 processes',
  '4 wide': '4 processes with 64 connections each',
};

function figure(rounds: Rounds, name: keyof typeof texts): Figure {
  const count = Number(name[0]);
  const ratios = rounds.map(
    (round) => round[name].publishedPerSecond / (count * round['1'].publishedPerSecond),
  );
  const rate = (of: Name) => `${Math.round(median(rounds.map((round) => round[of].publishedPerSecond)))}/s`;
  return {
    name: `events/s of ${texts[name]} over ${count} times one`,
    ours: rate(name),
    bare: rate('1'),
    value: median(ratios),
    unit: 'ratio',
    floor: 0.8,
    aim: 0.9,
    better: 'higher',
    spread: ratios,
    othersCores: coresUsedByOthers(rounds),
    faults: faultsIn(rounds),
    details: { coresEach: SHARE, connections: CONNECTIONS, rounds },
  };
}

/** CPU time of the serving processes per event, in microseconds. */
function microsOf(round: Rounds[number], name: Name): number {
  const { cpu, publishedPerSecond } = round[name];
  const used = Object.entries(cpu.cores).filter(([process]) => process.startsWith('process '));
  return (used.reduce((sum, [, cores]) => sum + cores, 0) * 1e6) / publishedPerSecond;
}

function cpuFigure(rounds: Rounds, name: keyof typeof texts): Figure {
  const ratios = rounds.map((round) => microsOf(round, name) / microsOf(round, '1'));
  const micros = (of: Name) => `${median(rounds.map((round) => microsOf(round, of))).toFixed(1)} us`;
  return {
    name: `CPU of the service for an event with ${texts[name]} over one`,
    ours: micros(name),
    bare: micros('1'),
    value: median(ratios),
    unit: 'ratio',
    floor: 1.2,
    aim: 1.1,
    better: 'lower',
    spread: ratios,
    othersCores: coresUsedByOthers(rounds),
    faults: faultsIn(rounds),
    details: { coresEach: SHARE },
  };
}
