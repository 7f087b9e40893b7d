import { required } from '../../packages/server/src/kit/required.ts';
import type { StartLoad } from '../generator.ts';
import type { LoadMark, LoadResult } from '../load/load-driver.ts';
import type { Bench } from './bench.ts';
import { type CpuGroups, type CpuShares, watchCpu } from './cpu-window.ts';
import { sleep } from './monotonic-clock.ts';
import { type LatencyFigures, latencyFigures } from './statistics.ts';

export interface WindowOptions extends Omit<StartLoad, 'firstSequence' | 'sinkCountPort'> {
  warmUpMs: number;
  measureMs: number;
  /** At the end, wait until every acknowledged event has reached the sink. */
  awaitsDelivery: boolean;
  /** Receivers below this number do not count. */
  firstReceiver?: number;
  /** The processes whose CPU time is reported separately, in addition to load and sink. */
  cpu: CpuGroups;
  /** Called at the start and the end of the measurement. */
  onMeasure?: (phase: 'start' | 'end') => Promise<void>;
}

export interface WindowResult {
  publishedPerSecond: number;
  deliveredPerSecond: number;
  ackMs: LatencyFigures;
  /** From the time an event should have been sent to its arrival at the receiver. */
  deliveryMs: LatencyFigures;
  cpu: CpuShares;
  faults: string[];
}

/** No receiver of the bench is slower than this; an event that arrives later counts as lost. */
const DRAIN_TIMEOUT_MS = 20_000;

/** Runs a load: a warm-up, then the measurement, then the evaluation. */
export async function runLoadWindow(bench: Bench, options: WindowOptions): Promise<WindowResult> {
  const { generator, sink } = bench;
  const { warmUpMs, measureMs, awaitsDelivery, cpu, firstReceiver = 0, onMeasure, ...load } = options;
  const fanOut = load.fanOut ?? 1;
  const firstSequence = bench.nextSequence;
  await sink.call('reset', { firstSequence, fanOut, firstReceiver });
  const feedback = load.maxUndelivered === undefined ? {} : { sinkCountPort: bench.sinkCountPort };
  await generator.call('start', { ...load, ...feedback, firstSequence });
  await sleep(warmUpMs);

  await onMeasure?.('start');
  const groups = {
    ...cpu,
    processes: { ...cpu.processes, load: generator.pid, sink: sink.pid },
  };
  const readCpu = watchCpu(groups);
  const [startMark, startSink] = [await generator.call('mark'), await sink.call('mark')];
  await sleep(measureMs);
  const [endMark, endSink] = [await generator.call('mark'), await sink.call('mark')];
  const shares = readCpu();
  await onMeasure?.('end');

  const sent = await generator.call('stop');
  bench.nextSequence += sent.sent;
  const expected = firstReceiver > 0 ? 0 : sent.acked.reduce((sum, acked) => sum + acked, 0) * fanOut;
  if (awaitsDelivery) await awaitDeliveries(bench, expected);
  const entries = awaitsDelivery ? await sink.call('entries') : undefined;
  const deliveryMs =
    entries === undefined ? [] : deliveryLatencies(sent, entries.firstAt, fanOut, startMark, endMark);
  return {
    publishedPerSecond: (endMark.acked * 1000) / (endMark.atMs - startMark.atMs),
    deliveredPerSecond: ((endSink.distinct - startSink.distinct) * 1000) / (endSink.atMs - startSink.atMs),
    ackMs: endMark.ackMs,
    deliveryMs: latencyFigures(deliveryMs),
    cpu: shares,
    faults: [
      ...refusals(sent),
      ...(entries === undefined || firstReceiver > 0 ? [] : findFaults(sent, entries.copies, fanOut)),
    ],
  };
}

async function awaitDeliveries(bench: Bench, expected: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < DRAIN_TIMEOUT_MS; waitedMs += 50) {
    if ((await bench.sink.call('mark')).distinct >= expected) break;
    await sleep(50);
  }
  // Time for repeated deliveries, which come late.
  await sleep(200);
}

function deliveryLatencies(
  sent: LoadResult,
  firstAt: Float64Array,
  fanOut: number,
  start: LoadMark,
  end: LoadMark,
): number[] {
  const latencies: number[] = [];
  for (let index = 0; index < firstAt.length; index++) {
    const intendedAt = sent.intendedAt[Math.floor(index / fanOut)] ?? 0;
    if (
      required(firstAt[index], 'one of first at') > 0 &&
      intendedAt >= start.atMs &&
      intendedAt < end.atMs
    ) {
      latencies.push(required(firstAt[index], 'one of first at') - intendedAt);
    }
  }
  return latencies;
}

function refusals({ refused, statuses }: LoadResult): string[] {
  return refused === 0 ? [] : [`${refused} requests refused: ${JSON.stringify(statuses)}`];
}

/** Every acknowledged event must reach each of its receivers exactly once. */
function findFaults(sent: LoadResult, copies: Uint8Array, fanOut: number): string[] {
  let lost = 0;
  let repeated = 0;
  for (let index = 0; index < sent.acked.length * fanOut; index++) {
    const count = copies[index] ?? 0;
    if (count === 0 && sent.acked[Math.floor(index / fanOut)] === 1) lost++;
    if (count > 1) repeated++;
  }
  return [
    ...(lost > 0 ? [`${lost} acknowledged events not delivered`] : []),
    ...(repeated > 0 ? [`${repeated} delivered more than once`] : []),
  ];
}
