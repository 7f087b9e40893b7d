import { required } from '../../packages/server/src/kit/required.ts';
import { sendToBadReceivers } from '../../packages/server/test/reliability/bad-receivers.ts';
import { runWithoutFault } from '../../packages/server/test/reliability/no-fault.ts';
import { type PauseReport, pauseOneOfTwo } from '../../packages/server/test/reliability/pause-node.ts';
import { type StopReport, stopUnderLoad } from '../../packages/server/test/reliability/stop-under-load.ts';
import {
  killOneOfTwo,
  publishOnBoth,
  startPair,
  type TakeOverReport,
} from '../../packages/server/test/reliability/two-nodes.ts';
import { brokenOf, median, type SoakPart, worst } from './soak-part.ts';

export const noFaultPart: SoakPart = async ({ events }) => {
  const { log, sinks, statuses, seconds } = await runWithoutFault(events);
  const duplicates = sinks.reduce((sum, sink) => sum + sink.duplicates, 0);
  return {
    figures: {
      events: log.acknowledged,
      deliveries: log.acknowledged * sinks.length,
      lost: log.lost.length,
      duplicates,
      'events a second': Math.round(log.acknowledged / seconds),
    },
    broken: brokenOf({
      'every event is logged once': log.logged === events && log.lost.length === 0,
      'positions have no gap': log.gaps.length === 0,
      'every event was delivered to each receiver': sinks.every(({ undelivered }) => undelivered === 0),
      'nothing was delivered twice': duplicates === 0,
      'no answer but 201': Object.keys(statuses).join() === '201',
    }),
  };
};

/** Every kind of bad receiver, together with healthy ones under load. */
export const badReceiversPart: SoakPart = async () => {
  const { attempts, alone, beside, residentMb, neighbours, serviceEnded } = await sendToBadReceivers({
    events: 90,
    intervalMs: 500,
    ratePerSecond: 100,
  });
  const slowest = Math.max(...attempts.map(({ responseTimeMs }) => responseTimeMs));
  return {
    figures: {
      attempts: attempts.length,
      'slowest attempt': `${slowest} ms`,
      'healthy p50/p95/p99 alone': percentiles(alone),
      'healthy p50/p95/p99 with the bad ones': percentiles(beside),
      'resident MB before/peak/after': `${Math.round(residentMb.before)}/${Math.round(residentMb.peak)}/${Math.round(residentMb.after)}`,
    },
    broken: brokenOf({
      'each attempt ends within 10.5 s': slowest <= 10_500,
      'healthy receivers get everything once': neighbours.undelivered === 0 && neighbours.duplicates === 0,
      'memory grows by less than 100 MB': residentMb.peak - residentMb.before < 100,
      'the service kept running': !serviceEnded,
    }),
  };
};

function percentiles({ p50, p95, p99 }: { p50: number; p95: number; p99: number }): string {
  return `${[p50, p95, p99].map((value) => Math.round(value)).join('/')} ms`;
}

/** Two services on one database, one of which is killed repeatedly. */
export const twoNodesPart: SoakPart = async ({ kills, maxMs, print: say }) => {
  const until = performance.now() + maxMs;
  const pair = await startPair();
  try {
    const shared = await publishOnBoth(pair, 5_000);
    const reports: TakeOverReport[] = [];
    while (reports.length < kills && (reports.length === 0 || performance.now() < until)) {
      reports.push(await killOneOfTwo(pair, 600));
      say(
        `kill ${reports.length}: taken over within ${Math.round(required(reports.at(-1), 'the last of reports').takeOverMs)} ms`,
      );
      await pair.one.start();
    }
    const pauses: PauseReport[] = [];
    do {
      pauses.push(await pauseOneOfTwo(pair, 600, 8_000));
      say(
        `pause ${pauses.length}: ${required(pauses.at(-1), 'the last of pauses').sink.duplicates} were delivered twice`,
      );
    } while (performance.now() < until);
    const takeOverMs = reports.map((report) => report.takeOverMs);
    return {
      figures: {
        'published on both': shared.logs.reduce((sum, log) => sum + log.acknowledged, 0),
        'double first attempts': shared.doubleFirstAttempts,
        kills: reports.length,
        inherited: reports.reduce((sum, report) => sum + report.inherited, 0),
        'in flight at kills': reports.reduce((sum, report) => sum + report.inFlight, 0),
        duplicates: reports.reduce((sum, report) => sum + report.sink.duplicates, 0),
        'take-over of all, median': median(takeOverMs),
        'take-over of all, worst': worst(takeOverMs),
        'pauses of 8 s': pauses.length,
        'in flight at pauses': pauses.reduce((sum, pause) => sum + pause.inFlight, 0),
        'duplicates by pauses': pauses.reduce((sum, pause) => sum + pause.sink.duplicates, 0),
      },
      broken: brokenOf({
        'no first attempt twice': shared.doubleFirstAttempts === 0,
        'nothing delivered twice without a fault': shared.sinks.every(({ duplicates }) => duplicates === 0),
        'nothing acknowledged is lost': [
          ...shared.logs,
          ...[...reports, ...pauses].map(({ log }) => log),
        ].every(({ lost, gaps }) => lost.length + gaps.length === 0),
        'everything is delivered': [...reports, ...pauses].every(({ sink }) => sink.undelivered === 0),
        'only deliveries in flight were delivered twice': [...reports, ...pauses].every(
          ({ unexplained }) => unexplained === 0,
        ),
        'take-over within 10 s': takeOverMs.every((ms) => ms < 10_000),
      }),
    };
  } finally {
    await pair.remove();
  }
};

/** Orderly stops under load, repeatedly. */
export const stopPart: SoakPart = async ({ maxMs, print: say }) => {
  const until = performance.now() + maxMs;
  const signals: NodeJS.Signals[][] = [['SIGTERM'], ['SIGTERM', 'SIGTERM'], ['SIGINT', 'SIGTERM', 'SIGINT']];
  const reports: StopReport[] = [];
  do {
    reports.push(await stopUnderLoad(required(signals[reports.length % signals.length], 'one of signals')));
    say(`stop ${reports.length}: ${Math.round(required(reports.at(-1), 'the last of reports').tookMs)} ms`);
  } while (performance.now() < until);
  const tookMs = reports.map((report) => report.tookMs);
  return {
    figures: {
      stops: reports.length,
      'stop, median': median(tookMs),
      'stop, worst': worst(tookMs),
      acknowledged: reports.reduce((sum, { log }) => sum + log.acknowledged, 0),
      lost: reports.reduce((sum, { log }) => sum + log.lost.length, 0),
    },
    broken: brokenOf({
      'exit with 0': reports.every(({ exit }) => exit.code === 0),
      'within 10 s': tookMs.every((ms) => ms < 10_000),
      'no process is left': reports.every(({ leftProcesses }) => leftProcesses === 0),
      'nothing acknowledged is lost': reports.every(({ log }) => log.lost.length + log.gaps.length === 0),
      'everything is delivered': reports.every(
        (r) => r.prompt.undelivered + r.slow.undelivered + r.hanging.undelivered === 0,
      ),
      'nothing delivered twice if it could complete': reports.every(
        (r) => r.prompt.duplicates + r.slow.duplicates === 0,
      ),
    }),
  };
};
