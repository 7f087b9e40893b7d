import { required } from '../../packages/server/src/kit/required.ts';
import { takeDatabaseAway } from '../../packages/server/test/reliability/database-away.ts';
import type { Audit, SinkAudit } from '../../packages/server/test/reliability/harness/log-audit.ts';
import { killPostgres, postgresVictims } from '../../packages/server/test/reliability/kill-postgres.ts';
import { killService } from '../../packages/server/test/reliability/kill-service.ts';
import { goDownLadder } from '../../packages/server/test/reliability/retry-ladder.ts';
import { brokenOf, median, type SoakPart, worst } from './soak-part.ts';

const RATE_PER_SECOND = 500;

/** Conditions that hold for every log and every receiver, whatever happened to the service. */
function alwaysTrue(log: Audit, sinks: SinkAudit[]): Record<string, boolean> {
  return {
    'every acknowledged event is in the log': log.lost.length === 0,
    'no event is in the log twice': log.loggedTwice.length === 0,
    'positions have no gap': log.gaps.length === 0,
    'every acknowledged event was delivered': sinks.every(({ undelivered }) => undelivered === 0),
    'each delivery keeps its webhook id': sinks.every(({ renamed }) => renamed === 0),
    'every delivery is signed': sinks.every(({ forged }) => forged === 0),
  };
}

/** What a client of the stream and an auditor observed. */
function followed(report: {
  log: Audit;
  streamed: number;
  streamBreaks: string[];
  unproven: string[];
}): Record<string, boolean> {
  return {
    'the stream brings every event once, in order':
      report.streamed === report.log.logged && report.streamBreaks.length === 0,
    'the log matches every checkpoint that it signed': report.unproven.length === 0,
  };
}

function countOf(log: Audit): Record<string, number> {
  return {
    acknowledged: log.acknowledged,
    lost: log.lost.length,
    'unanswered but logged': log.unansweredButLogged,
    'answered 503 but logged': log.refusedButLogged,
  };
}

/** Kills the service (kill -9) at random points under load, also while it starts. */
export const killServicePart: SoakPart = async ({ kills, maxMs, print: say }) => {
  const report = await killService({
    kills,
    maxMs,
    ratePerSecond: RATE_PER_SECOND,
    maxUpMs: 3_000,
    onKill: (kill, inFlight) => say(`kill ${kill}: ${inFlight} in flight`),
  });
  const sinks = Object.values(report.sinks);
  return {
    figures: {
      kills: report.kills,
      'of them at startup': report.killsWhileStarting,
      ...countOf(report.log),
      'checkpoints stored': report.checkpoints,
      'in flight at kills': report.inFlight,
      duplicates: report.duplicates,
      'first copy before the kill, at most': `${Math.round(report.oldestDuplicateMs)} ms`,
      'start, median': median(report.startMs),
      'start, worst': worst(report.startMs),
    },
    broken: brokenOf({
      ...alwaysTrue(report.log, sinks),
      'only deliveries in flight were delivered twice': report.unexplained.length === 0,
      'an idempotency key never has two answers': report.changedAnswers.length === 0,
      ...followed(report),
      'no answers but 201, 503 and 409 for a key in use': report.unexpected.length === 0,
    }),
  };
};

/** Kills the embedded PostgreSQL (kill -9), one or all of its processes, under load. */
export const killPostgresPart: SoakPart = async ({ kills, maxMs, print: say }) => {
  const report = await killPostgres({
    victims: Array.from({ length: kills }, (_, i) =>
      required(postgresVictims[i % postgresVictims.length], 'one of postgres victims'),
    ),
    maxMs,
    ratePerSecond: RATE_PER_SECOND,
    minUpMs: 100,
    maxUpMs: 3_000,
    onKill: (kill, victim, recoveryMs) => say(`kill ${kill} (${victim}): ${Math.round(recoveryMs)} ms`),
  });
  return {
    figures: {
      kills: report.recoveryMs.length,
      ...countOf(report.log),
      'checkpoints stored': report.checkpoints,
      duplicates: report.sink.duplicates,
      'answers 201': report.statuses[201] ?? 0,
      'answers 503': report.statuses[503] ?? 0,
      'recovery, median': median(report.recoveryMs),
      'recovery, worst': worst(report.recoveryMs),
      'first delivery, worst': worst(report.deliveryMs),
      'longest answer': `${Math.round(report.longestAnswerMs)} ms`,
    },
    broken: brokenOf({
      ...alwaysTrue(report.log, [report.sink]),
      'nothing was delivered twice': report.sink.duplicates === 0,
      ...followed(report),
      'no answers but 201, 503 and 409 for a key in use': report.unexpected.length === 0,
      'every request got an answer': report.unanswered === 0,
      'the service kept running': !report.serviceEnded,
      // A server that crashes repeatedly is restarted after up to 5 s, and then replays its WAL.
      'recovery within 15 s': Math.max(0, ...report.recoveryMs) < 15_000,
    }),
  };
};

/** A long outage of the database: first it refuses connections, then it does not answer. */
export const databaseAwayPart: SoakPart = async ({ awayMs }) => {
  const absences = (['stopped', 'frozen'] as const).map((kind) => ({ kind, forMs: awayMs }));
  const report = await takeDatabaseAway(absences, 100);
  const [stopped, frozen] = report.absences;
  return {
    figures: {
      away: `${awayMs / 1_000} s each`,
      ...countOf(report.log),
      duplicates: report.sink.duplicates,
      'longest 503, stopped': worst([required(stopped, 'stopped').longestRefusalMs]),
      'longest 503, frozen': worst([required(frozen, 'frozen').longestRefusalMs]),
      'recovery, worst': worst(report.absences.map(({ recoveryMs }) => recoveryMs)),
      'first delivery, worst': worst(report.absences.map(({ deliveryMs }) => deliveryMs)),
      'backlog delivered, worst': worst(report.absences.map(({ backlogMs }) => backlogMs)),
    },
    broken: brokenOf({
      ...alwaysTrue(report.log, [report.sink]),
      'nothing was delivered twice': report.sink.duplicates === 0,
      'no answers but 201, 503 and 409 for a key in use': report.unexpected.length === 0,
      'every request got an answer': report.unanswered === 0,
      'a 503 within 14 s': report.absences.every(({ longestRefusalMs }) => longestRefusalMs < 14_000),
      'recovery within 5 s': report.absences.every(({ recoveryMs }) => recoveryMs < 5_000),
      'alive and not ready meanwhile': report.absences.every((a) => a.livez === 200 && a.readyz === 503),
      'the service kept running': !report.serviceEnded,
    }),
  };
};

/** Every attempt fails, and the service is killed between attempts. */
export const ladderPart: SoakPart = async ({ maxMs, print: say }) => {
  const until = performance.now() + maxMs;
  const reports: Awaited<ReturnType<typeof goDownLadder>>[] = [];
  const events = 100;
  do {
    const options = { delaysSeconds: [0, 1, 3, 5, 7], events, maxUpMs: 3_000, maxDownMs: 4_000 };
    reports.push(await goDownLadder(options));
    say(`series ${reports.length}: ${required(reports.at(-1), 'the last of reports').kills} kills`);
  } while (performance.now() < until);
  const sum = (of: (report: (typeof reports)[number]) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  return {
    figures: {
      descents: reports.length,
      kills: sum(({ kills }) => kills),
      deliveries: sum(({ deliveries }) => deliveries),
      'repeated attempts': sum(({ repeated }) => repeated),
      'latest attempt': `${Math.max(...reports.map(({ mostLateMs }) => mostLateMs))} ms`,
    },
    broken: brokenOf({
      'every attempt is logged once': reports.every(({ incomplete }) => incomplete.length === 0),
      'no attempt too early': reports.every(({ early }) => early.length === 0),
      'all become dead letters': reports.every(({ deadLetters }) => deadLetters === events),
    }),
  };
};
