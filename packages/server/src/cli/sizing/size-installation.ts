import {
  type CostBySize,
  databaseMemory,
  measured,
  processMemory,
  rest,
  severalProcesses,
} from './measured-figures.ts';
import { exactly, plus, type Span, times, whole } from './span.ts';

/** The load to size for. */
export interface Demand {
  /** In the busiest second that the installation must keep up with. */
  eventsPerSecond: number;
  subscriptions: number;
  /** Deliveries per event. */
  fanOut: number;
  eventKb: number;
  /** The busiest rate divided by the average rate of a day. */
  peak: number;
  /** Response time of a receiver. */
  receiverMs: number;
  /** Retention of the log of attempts, in days. */
  attemptDays: number;
  /** Per machine. */
  cores: number;
  /** Settings of each process. */
  poolSize: number;
  jobConcurrency: number;
}

/** One line of the result. */
export interface SizeLine {
  name: string;
  value: Span;
  unit: 'cores' | 'processes' | 'machines' | 'connections' | 'bytes' | 'bytes/s' | 'requests';
  /** How it is computed from the demand, in words. */
  from: string;
  source: string;
}

export interface Size {
  lines: SizeLine[];
  /** Limits of these figures for this demand. */
  doubts: string[];
}

/** Above this utilization, a core answers late. */
const FULL = 0.7;
/** The most serving processes that a service starts by default. */
const MAX_PROCESSES = 8;
const SECONDS_PER_DAY = 86_400;
const DAYS_PER_MONTH = 30;
const COST = 'cost of each event and delivery, and of each idle process';
const OTHER_CONNECTIONS = 8;
/** The default of WEBHOOK_CONCURRENCY. */
const CONCURRENCY = 64;
/**
 * Bytes of a delivery's request and of an event's request in addition to the body: headers, signature, TCP. Estimated,
 * not measured.
 */
const HEAD_BYTES: Span = { low: 500, high: 1_000 };

export function sizeInstallation(demand: Demand): Size {
  const cpu = sizeCpu(demand);
  return {
    lines: [...cpu.lines, ...sizeStorage(demand), ...sizeTraffic(demand)],
    doubts: doubtsOf(demand, cpu),
  };
}

function costOf({ base, perKb }: CostBySize, kb: number): Span {
  const further = Math.max(0, kb - 1);
  return plus(base, times(perKb, further));
}

/** The total cost of one second of the demand. */
function inSecond(
  { eventsPerSecond, fanOut, eventKb }: Demand,
  ofEvent: CostBySize,
  ofDelivery: CostBySize,
): Span {
  return plus(
    times(costOf(ofEvent, eventKb), eventsPerSecond),
    times(costOf(ofDelivery, eventKb), eventsPerSecond * fanOut),
  );
}

interface CpuSize {
  lines: SizeLine[];
  service: Span;
  database: Span;
  processes: Span;
  machines: Span;
}

function sizeCpu(demand: Demand): CpuSize {
  const alone = times(inSecond(demand, measured.serviceOfEvent, measured.serviceOfDelivery), 1e-6);
  const isSpread = alone.high + rest.service.high > FULL;
  const work = isSpread ? times(alone, severalProcesses.factor) : alone;
  const processes = whole(times(work, 1 / (FULL - rest.service.high)));
  const service = plus(work, times(rest.service, processes));
  const database = plus(
    times(inSecond(demand, measured.databaseOfEvent, measured.databaseOfDelivery), 1e-6),
    times(rest.database, processes),
  );
  const perMachine = Math.min(MAX_PROCESSES, Math.max(1, demand.cores));
  const machines = machinesFor(demand, processes, perMachine, database);
  const connections = times(processes, demand.poolSize + demand.jobConcurrency + OTHER_CONNECTIONS);
  const memory = plus(
    times(processMemory.megabytes, { low: processes.low, high: processes.high + 1 }),
    databaseMemory.megabytes,
  );
  const lines: SizeLine[] = [
    {
      name: 'service, CPU',
      value: service,
      unit: 'cores',
      from: isSpread ? `${COST}, more of it over several processes` : COST,
      source: `${measured.serviceOfEvent.source}; ${rest.source}${isSpread ? `; ${severalProcesses.source}` : ''}`,
    },
    {
      name: 'database, CPU',
      value: database,
      unit: 'cores',
      from: COST,
      source: `${measured.databaseOfEvent.source}; ${rest.source}`,
    },
    {
      name: 'serving processes',
      value: processes,
      unit: 'processes',
      from: `each at most ${FULL * 100} % busy`,
      source: 'reckoned',
    },
    {
      name: 'machines',
      value: machines,
      unit: 'machines',
      from: `${demand.cores} cores each, at most ${perMachine} processes on one${machines.high > 1 ? ', one for the database' : ''}`,
      source: 'reckoned',
    },
    {
      name: 'connections to the database',
      value: connections,
      unit: 'connections',
      from: `DATABASE_POOL_SIZE ${demand.poolSize} + JOB_CONCURRENCY ${demand.jobConcurrency} + ${OTHER_CONNECTIONS} for each process`,
      source: 'docs/growing.md',
    },
    {
      name: 'memory of processes and database',
      value: times(memory, 1e6),
      unit: 'bytes',
      from: 'without analyses, sandboxes and the system; a larger database wants more for its cache',
      source: `${processMemory.source}; ${databaseMemory.source}`,
    },
  ];
  return { lines, service, database, processes, machines };
}

/** All parts on one machine if they fit; otherwise the database has its own. */
function machinesFor({ cores }: Demand, processes: Span, perMachine: number, database: Span): Span {
  const count = (processesNeeded: number, databaseCores: number) => {
    const fits = processesNeeded <= perMachine && processesNeeded * FULL + databaseCores <= cores * FULL;
    return fits || (processesNeeded === 1 && databaseCores < FULL)
      ? 1
      : Math.ceil(processesNeeded / perMachine) + 1;
  };
  return { low: count(processes.low, database.low), high: count(processes.high, database.high) };
}

function sizeStorage(demand: Demand): SizeLine[] {
  const { eventKb, fanOut, attemptDays, peak, eventsPerSecond } = demand;
  const perDay = (eventsPerSecond / peak) * SECONDS_PER_DAY;
  const log = times(costOf(measured.diskOfEvent, eventKb), perDay);
  const attempts = times(costOf(measured.diskOfDelivery, eventKb), perDay * fanOut);
  const wal = plus(
    times(costOf(measured.walOfEvent, eventKb), perDay),
    times(costOf(measured.walOfDelivery, eventKb), perDay * fanOut),
  );
  const { source } = measured.diskOfEvent;
  const day = `${Math.round(perDay).toLocaleString('en')} events a day`;
  return [
    {
      name: 'disk of the log, per day',
      value: log,
      unit: 'bytes',
      from: `${day}; it is kept for good`,
      source,
    },
    {
      name: 'disk of the log, per month',
      value: times(log, DAYS_PER_MONTH),
      unit: 'bytes',
      from: `${DAYS_PER_MONTH} days`,
      source,
    },
    {
      name: 'disk of the log of deliveries',
      value: times(attempts, attemptDays),
      unit: 'bytes',
      from: `kept for ${attemptDays} days (DELIVERY_LOG_RETENTION_DAYS), then removed`,
      source,
    },
    {
      name: 'write-ahead log, per day',
      value: wal,
      unit: 'bytes',
      from: 'what a standby or BACKUP_TO receives',
      source,
    },
  ];
}

function sizeTraffic({ eventsPerSecond, fanOut, eventKb, receiverMs }: Demand): SizeLine[] {
  const size = plus(exactly(eventKb * 1_024), HEAD_BYTES);
  return [
    {
      name: 'network, in and out',
      value: times(size, eventsPerSecond * (1 + fanOut)),
      unit: 'bytes/s',
      from: 'the event once in, and once out for each delivery; without the database',
      source: 'reckoned',
    },
    {
      name: 'deliveries under way at once',
      value: exactly(Math.ceil((eventsPerSecond * fanOut * receiverMs) / 1_000)),
      unit: 'requests',
      from: `receivers that answer in ${receiverMs} ms`,
      source: 'reckoned',
    },
  ];
}

function doubtsOf(demand: Demand, { database, processes, machines }: CpuSize): string[] {
  const { eventsPerSecond, fanOut, receiverMs, subscriptions, eventKb } = demand;
  const underWay = (eventsPerSecond * fanOut * receiverMs) / 1_000;
  const doubts: [boolean, string][] = [
    [processes.high > 4, 'More than four serving processes were not measured: use the higher numbers.'],
    [
      machines.high > 1,
      'Nodes on several machines were tested for correctness, and their rate was not measured.',
    ],
    [
      database.high > 2,
      'More than two cores of database were not measured. Its disk has to keep up with the write-ahead log.',
    ],
    [
      eventKb > 32,
      'Events above 32 KB were not measured; the cost of each further KB is taken to stay the same.',
    ],
    [
      subscriptions > 0 && underWay > subscriptions * CONCURRENCY,
      `A subscription has ${CONCURRENCY} deliveries in progress at most: ${subscriptions} cannot handle ${Math.ceil(underWay)}. Raise WEBHOOK_CONCURRENCY, or max_concurrency of the subscriptions.`,
    ],
    [
      fanOut > subscriptions,
      `An event cannot make ${fanOut} deliveries with ${subscriptions} subscriptions.`,
    ],
  ];
  return doubts.filter(([applies]) => applies).map(([, doubt]) => doubt);
}
