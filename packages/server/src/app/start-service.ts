import { resolve } from 'node:path';
import type { Clock } from '../kit/clock.ts';
import { isDatabaseUnavailable } from '../kit/db/index.ts';
import { lockDataDir } from '../kit/embedded-postgres/index.ts';
import { collectWhenIdle } from '../kit/idle-collection.ts';
import {
  createLineLog,
  createLogger,
  type LineLog,
  LogCounts,
  openLogStream,
} from '../kit/observability/index.ts';
import { loadMasterKeys } from '../kit/secrets/index.ts';
import { keySourcesOf } from './key-sources.ts';
import type { NodeRole } from './node-role.ts';
import { openTracing } from './open-tracing.ts';
import type { Part } from './part.ts';
import type { Member } from './processes/member.ts';
import type { Place } from './processes/process-messages.ts';
import type { Settings } from './settings.ts';
import { type Database, startDatabase } from './start-database.ts';
import type { Engine } from './start-engine.ts';
import { StartError } from './start-error.ts';
import { StopSequence } from './stop-sequence.ts';

export interface Service {
  /** Its address, such as `http://127.0.0.1:8080`. */
  address: string;
  parts: Part[];
  /** The first API key; only set at the first start. */
  firstKey: string | undefined;
  /** UUID of this process's node. */
  nodeId: string;
  /** Stops accepting requests, finishes or returns work in progress, then stops every part. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /**
   * The environment that the settings were read from; workers started by scaling get the same one. Default: the
   * process's own.
   */
  env?: NodeJS.ProcessEnv;
  /** When aborted, the start ends after the current part, stops what it has started, and throws the reason. */
  signal?: AbortSignal;
  /** Set if this process is one of several that serve on one port. */
  member?: Member | undefined;
  /** For tests. The default is the database's clock, which all nodes share. */
  clock?: Clock;
  /** For tests: check every JSON answer against its schema, and fail if it does not match. */
  checkResponses?: boolean;
  /** For tests: the process also does other work, so the service must not collect garbage when it is idle. */
  sharesProcess?: boolean;
}

/** A node that works in the background and serves no API. */
export interface Worker {
  nodeId: string;
  /** Finishes or returns work in progress, then stops every part. */
  stop(): Promise<void>;
}

/** Starts every part in order; if one fails, the earlier parts are stopped again. */
export async function startService(settings: Settings, options: ServiceOptions = {}): Promise<Service> {
  const { checkResponses = false, member } = options;
  return startParts(settings, options, 'api', async ({ database, engine, lines, stops }) => {
    const { startHttp } = await loadCode();
    const address = await startHttp({ settings, log: lines, engine, stops, checkResponses, member });
    return {
      address,
      parts: [
        { name: 'database', detail: describeDatabase(database) },
        {
          name: 'delivery',
          detail: `${settings.WEBHOOK_RETRY_DELAYS.length} attempts, retry delays ${settings.WEBHOOK_RETRY_DELAYS.join(', ')} s`,
        },
        { name: 'networks', detail: engine.areas.networks },
        { name: 'api', detail: `${address}/v1, described at ${address}/docs` },
        { name: 'console', detail: `${address}/` },
        { name: 'metrics', detail: `${address}/metrics` },
      ],
      firstKey: engine.firstKey,
      nodeId: engine.registry.nodeId,
      stop: () => stops.run(),
    };
  });
}

/** Starts a node without an API, on the configured database. */
export async function startWorker(settings: Settings, options: ServiceOptions = {}): Promise<Worker> {
  if (settings.DATABASE_URL === undefined) {
    throw new StartError('A worker shares the database of other nodes. Set DATABASE_URL to it.');
  }
  return startParts(settings, options, 'worker', async ({ engine, stops }) => ({
    nodeId: engine.registry.nodeId,
    async stop() {
      await engine.drain().catch(() => {});
      await stops.run();
    },
  }));
}

interface StartedParts {
  database: Database;
  engine: Engine;
  lines: LineLog;
  stops: StopSequence;
}

async function startParts<T>(
  settings: Settings,
  { clock, env = process.env, member, sharesProcess = false, signal }: ServiceOptions,
  role: NodeRole,
  serve: (parts: StartedParts) => Promise<T>,
): Promise<T> {
  const stream = openLogStream(settings.LOG_FORMAT);
  const level = settings.LOG_LEVEL;
  const counts = new LogCounts();
  const log = createLogger({ level, stream, counts });
  const lines = createLineLog({ level, stream, counts });
  const stops = new StopSequence(log);
  stops.add('log', () => new Promise<void>((done) => stream.flush(() => done())));
  try {
    if (!sharesProcess) {
      // Each request and each attempt writes a log line.
      const collection = collectWhenIdle(() => lines.count);
      stops.add('idle collection', () => collection.stop());
    }
    const dataDir = resolve(settings.DATA_DIR);
    if (role === 'api' && member === undefined) {
      const lock = await lockDataDir(dataDir);
      stops.add('data directory', () => lock.release());
    }
    const masterKeys = await loadMasterKeys(keySourcesOf(settings));
    const database =
      member === undefined
        ? await startDatabase(settings, log, { meanwhile: () => void loadCode().catch(() => {}), signal })
        : databaseOf(member.place);
    stops.add('database', () => database.stop());
    signal?.throwIfAborted();
    const tracing = await openTracing(settings);
    if (tracing !== undefined) stops.add('traces', () => tracing.stop());
    const logLines = () => counts.lines;
    const started = {
      settings,
      log,
      lines,
      logLines,
      tracing,
      clock,
      database,
      masterKeys,
      stops,
      role,
      member,
      env,
    };
    const { startEngine } = await loadCode();
    const engine = await startEngine(started);
    signal?.throwIfAborted();
    return await serve({ database, engine, lines, stops });
  } catch (error) {
    await stops.run();
    if (error instanceof StartError || !isDatabaseUnavailable(error)) throw error;
    throw new StartError(
      `The database went away during the start: ${(error as Error).message}. Start again; if it happens again, look whether the database runs, and whether this machine has too much to do.`,
      error,
    );
  }
}

/**
 * All code that is not needed to start a database: loading it blocks the thread for about as long as the database needs
 * to start.
 */
async function loadCode() {
  const [{ startEngine }, { startHttp }] = await Promise.all([
    import('./start-engine.ts'),
    import('./start-http.ts'),
  ]);
  return { startEngine, startHttp };
}

/** The database of the process that started this one, which has already prepared it. */
function databaseOf({ connection, isEmbedded, index, ...place }: Place): Database {
  // The first process archives the WAL for all of them.
  const embedded = index === 0 ? place.embedded : undefined;
  const known = { connection, isEmbedded, embedded };
  return { ...known, description: '', migrated: [], isOwner: false, stop: async () => {} };
}

export function describeDatabase({
  description,
  migrated,
}: Pick<Database, 'description' | 'migrated'>): string {
  if (migrated.length === 0) return description;
  return `${description}, ${migrated.length} ${migrated.length === 1 ? 'migration' : 'migrations'} applied`;
}
