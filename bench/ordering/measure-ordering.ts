import { required } from '../../packages/server/src/kit/required.ts';
import {
  deliverInOrder,
  type OrderedLoad,
  type OrderedReport,
} from '../../packages/server/test/reliability/ordered-delivery.ts';
import { type Pair, startPair } from '../../packages/server/test/reliability/two-nodes.ts';
import type { Bench } from '../harness/bench.ts';
import { type CpuShares, watchCpu } from '../harness/cpu-window.ts';
import type { Figure } from '../harness/result.ts';
import { median } from '../harness/statistics.ts';

/** But at least ten events per key. */
const MAX_KEYS = 10_000;
/** One kill per this many events; at least two. */
const EVENTS_PER_KILL = 20_000;
const MAX_KILLS = 20;
const byKey = { key: 'data.key' };

/**
 * Ordered deliveries over two nodes, with up to 10,000 keys: their rate compared with unordered ones; and, with a
 * failing receiver and killed nodes, whether any key was out of order.
 */
export async function measureOrdering(bench: Bench): Promise<Figure[]> {
  const events = bench.events ?? (bench.quick ? 10_000 : 30_000);
  const keys = Math.min(MAX_KEYS, Math.ceil(events / 10));
  const pair = await startPair();
  try {
    const speed = await compareSpeed(bench, pair, { events: Math.min(events, 30_000), keys });
    const kills = Math.min(Math.max(Math.round(events / EVENTS_PER_KILL), 2), MAX_KILLS);
    const load = { events, keys, ordering: byKey, failsOneIn: 50, delayMs: 20, kills, say: bench.say };
    const { report, cpu } = await watched(pair, load);
    bench.say(`  ${JSON.stringify(report)}`);
    return [
      speed,
      {
        name: `${report.delivered.toLocaleString('en-US')} events of ${keys.toLocaleString('en-US')} keys in order, ${kills} kills, 1 of 50 attempts failed: faults`,
        ours: `${report.faultCount}, at ${report.perSecond}/s`,
        value: report.faultCount,
        unit: 'per event',
        floor: 0,
        aim: 0,
        better: 'lower',
        othersCores: cpu.others + cpu.stolen,
        faults: report.faults,
        details: report,
      },
    ];
  } finally {
    await pair.remove();
  }
}

async function compareSpeed(
  bench: Bench,
  pair: Pair,
  load: Pick<OrderedLoad, 'events' | 'keys'>,
): Promise<Figure> {
  const loads = { unordered: null, ordered: byKey };
  const rounds: Record<keyof typeof loads, Awaited<ReturnType<typeof watched>>>[] = [];
  // The first round is a warm-up.
  for (let round = 0; round <= (bench.quick ? 2 : 4); round++) {
    const unordered = await watched(pair, { ...load, ordering: loads.unordered });
    const ordered = await watched(pair, { ...load, ordering: loads.ordered });
    bench.say(
      `  unordered ${unordered.report.perSecond}/s (${unordered.report.faultCount} times out of order), ordered ${ordered.report.perSecond}/s`,
    );
    if (round > 0) rounds.push({ unordered, ordered });
  }
  const rate = (of: keyof typeof loads) =>
    Math.round(median(rounds.map((round) => round[of].report.perSecond)));
  const ratios = rounds.map((round) => round.ordered.report.perSecond / round.unordered.report.perSecond);
  const others = (cpu: CpuShares) => cpu.others + cpu.stolen;
  return {
    name: `deliveries in order of ${load.keys.toLocaleString('en-US')} keys, over those without order`,
    ours: `${rate('ordered')}/s`,
    bare: `${rate('unordered')}/s`,
    value: median(ratios),
    unit: 'ratio',
    floor: 0.4,
    aim: 0.7,
    better: 'higher',
    spread: ratios,
    othersCores: Math.max(
      ...rounds.flatMap(({ unordered, ordered }) => [others(unordered.cpu), others(ordered.cpu)]),
    ),
    faults: rounds.flatMap(({ ordered }) => ordered.report.faults),
    details: rounds.map(({ unordered, ordered }) => ({
      unordered: unordered.report,
      ordered: ordered.report,
    })),
  };
}

async function watched(pair: Pair, load: OrderedLoad): Promise<{ report: OrderedReport; cpu: CpuShares }> {
  // After a kill, the node is a new process, so its CPU time would count as that of others.
  const processes = { one: pair.one.process.pid, two: pair.two.process.pid };
  const [postgres] = await pair.postgres.directory.postgresPids();
  const readCpu = watchCpu({
    processes: load.kills === undefined ? processes : {},
    trees: { postgres: required(postgres, 'postgres') },
  });
  const report = await deliverInOrder(pair, load);
  return { report, cpu: readCpu() };
}
