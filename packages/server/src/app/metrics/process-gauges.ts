import { Counter, Gauge, type Registry } from 'prom-client';
import type { ReplicatedReads } from '../../engine/replicas/index.ts';
import { readVersion } from '../read-version.ts';

interface PoolFigures {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

interface DeliveryFigures {
  ready: number;
  inFlight: number;
  unwritten: number;
}

/** Read on a scrape, not before. */
export interface ProcessSources {
  pool(): PoolFigures;
  poolSize: number;
  /** Unset: there are no replicas. */
  reads?: ReplicatedReads | undefined;
  deliveries(): DeliveryFigures;
  /** Unsettled deliveries in the database, the age of the oldest one's event, and dead letters. */
  queue(): Promise<{ depth: number; oldestSeconds: number; dead: number }>;
  /** The ids of organizations whose log is damaged, as far as this process knows. */
  damagedLogs(): readonly string[];
  /** Database round trips of the appender and of the completion writer so far. */
  batchStatements(): { append: number; complete: number };
  /** Log lines so far by level, from warnings up. */
  logLines(): Record<string, number>;
  /** How long archiving the log for backups has been failing; 0 while it works, or without an archive. */
  archiveFailingSeconds(): number;
}

/** Labels cost memory in Prometheus; beyond this number, more of them would tell an operator nothing new. */
const MAX_DAMAGED_LOGS = 100;

export function registerProcessGauges(registry: Registry, sources: ProcessSources): void {
  const registers = [registry];
  new Gauge({
    name: 'trivium_process_info',
    help: 'Always 1; its label says which process answers.',
    labelNames: ['pid'],
    registers,
  }).set({ pid: process.pid }, 1);
  new Gauge({
    name: 'trivium_build_info',
    help: 'Always 1; its labels are the versions of the service and of Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: readVersion(), node: process.versions.node }, 1);
  new Gauge({
    name: 'trivium_damaged_log',
    help: 'Always 1: the log of this organization is damaged, and no checkpoint is signed for it.',
    labelNames: ['organization'],
    registers,
    collect() {
      this.reset();
      for (const organization of sources.damagedLogs().slice(0, MAX_DAMAGED_LOGS))
        this.set({ organization }, 1);
    },
  });
  new Counter({
    name: 'trivium_log_lines_total',
    help: 'Lines of the log of this process, by level: warn, error or fatal.',
    labelNames: ['level'],
    registers,
    collect() {
      this.reset();
      for (const [level, lines] of Object.entries(sources.logLines())) this.inc({ level }, lines);
    },
  });
  gauge(
    registry,
    'trivium_backup_archive_failing_seconds',
    'For how long this process could not archive the log in BACKUP_TO: 0 while it can, or archives nothing.',
    () => sources.archiveFailingSeconds(),
  );
  registerDeliveryGauges(registry, sources);
  registerDatabaseGauges(registry, sources);
  registerReplicaGauges(registry, sources.reads);
}

type Read = () => number | Promise<number>;

function gauge(registry: Registry, name: string, help: string, read: Read): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read());
    },
  });
}

function counter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

function registerDatabaseGauges(registry: Registry, sources: ProcessSources): void {
  const { pool, batchStatements } = sources;
  gauge(
    registry,
    'trivium_database_pool_connections',
    'Open connections to the database.',
    () => pool().totalCount,
  );
  gauge(
    registry,
    'trivium_database_pool_size',
    'Most connections that this pool opens.',
    () => sources.poolSize,
  );
  gauge(registry, 'trivium_database_pool_idle', 'Idle connections to the database.', () => pool().idleCount);
  gauge(
    registry,
    'trivium_database_pool_waiting',
    'Requests that wait for a connection.',
    // For a moment, the pool also lists waiters that are about to get an idle connection.
    () => (pool().idleCount > 0 ? 0 : pool().waitingCount),
  );
  counter(
    registry,
    'trivium_append_statements_total',
    'Database round trips of the event log so far.',
    () => batchStatements().append,
  );
  counter(
    registry,
    'trivium_completion_statements_total',
    'Database round trips of the completion writer so far.',
    () => batchStatements().complete,
  );
}

function registerReplicaGauges(registry: Registry, reads: ReplicatedReads | undefined): void {
  const registers = [registry];
  new Gauge({
    name: 'trivium_replica_serving',
    help: 'Whether this process reads from the replica: 0 when it is away, behind its bound or no replica.',
    labelNames: ['replica'],
    registers,
    collect() {
      for (const { name, state } of reads?.replicas ?? [])
        this.set({ replica: name }, state === 'serving' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'trivium_replica_age_seconds',
    help: 'How old what the replica has may be, as last looked at; absent while it is not known.',
    labelNames: ['replica'],
    registers,
    collect() {
      this.reset();
      for (const { name, ageMs } of reads?.replicas ?? [])
        if (Number.isFinite(ageMs)) this.set({ replica: name }, ageMs / 1_000);
    },
  });
  new Counter({
    name: 'trivium_replica_reads_total',
    help: 'Requests that a replica may answer, by what came of them: replica; or why the primary answered.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of reads?.outcomes ?? []) this.inc({ outcome }, count);
    },
  });
}

function registerDeliveryGauges(registry: Registry, { deliveries, queue }: ProcessSources): void {
  gauge(
    registry,
    'trivium_delivery_ready',
    'Deliveries in memory that wait for their turn.',
    () => deliveries().ready,
  );
  gauge(registry, 'trivium_delivery_in_flight', 'Attempts under way.', () => deliveries().inFlight);
  gauge(
    registry,
    'trivium_delivery_unwritten',
    'Ended attempts that wait for the database.',
    () => deliveries().unwritten,
  );
  const queued = async (figure: 'depth' | 'oldestSeconds' | 'dead') => {
    try {
      return (await queue())[figure];
    } catch {
      return Number.NaN;
    }
  };
  gauge(registry, 'trivium_delivery_queue_depth', 'Deliveries in the database that are not settled.', () =>
    queued('depth'),
  );
  gauge(
    registry,
    'trivium_delivery_oldest_seconds',
    'Age of the oldest event with a delivery that is not settled; 0 without one.',
    () => queued('oldestSeconds'),
  );
  gauge(registry, 'trivium_dead_letters', 'Dead letters.', () => queued('dead'));
}
