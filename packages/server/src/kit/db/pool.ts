import pg from 'pg';
import { BoundedPool, DatabaseSilentError } from './bounded-pool.ts';
import { DivertedPool } from './diverted-pool.ts';
import { NOTICE_LOST_CLIENT } from './notice-lost-client.ts';

/** Address of a PostgreSQL server, or what the embedded one reports (`host` may be a socket directory). */
export type DatabaseConnection =
  | { connectionString: string }
  | { host: string; port: number; user: string; password: string; database: string };

export interface PoolOptions {
  max: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  onError(error: Error): void;
  /** A statement unanswered for this long breaks its connection; 10 s by default. */
  answerLimitMs?: number;
  /** Connections that the reads of one organization may hold at once (`readFor`); all of them by default. */
  mostOfOne?: number;
  /** Whether statements may be diverted (`divert`); false by default. */
  diverts?: boolean;
}

// Counts and log positions stay far below 2^53, so a JavaScript number holds them exactly.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Connections that only listen send nothing: if their server vanished without a word, only this shows it. The system's
 * default is two hours.
 */
const KEEP_ALIVE_AFTER_MS = 10_000;

/**
 * A connection pool whose idle clients may die (a database restart) without ending the process, and on which
 * no statement waits forever.
 */
export function createPool(connection: DatabaseConnection, options: PoolOptions): pg.Pool {
  const config = {
    ...connection,
    answerLimitMs: options.answerLimitMs ?? 10_000,
    max: options.max,
    mostOfOne: options.mostOfOne,
    application_name: options.applicationName,
    // Waiting for a free connection may take as long as a statement, so that a queue on a busy machine is not
    // a failure.
    connectionTimeoutMillis: options.answerLimitMs ?? 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    onConnect: (client: pg.ClientBase) => client.query(NOTICE_LOST_CLIENT),
  };
  const pool = options.diverts ? new DivertedPool(config) : new BoundedPool(config);
  pool.on('error', options.onError);
  // When its connection dies, a checked-out client reports here as well as through its query.
  pool.on('connect', (client) => client.on('error', options.onError));
  return pool;
}

const unavailableCodes = new Set([
  'ECONNREFUSED',
  // The host is down, or its address or name is being moved to another one.
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  // No descriptors or memory left to connect with.
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57014', // query_canceled: by an operator, or a statement_timeout of the server
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '58030', // io_error: of the server's disk
  '25006', // read_only_sql_transaction: a standby that is not promoted yet
]);

/** Whether an error means that the database is unavailable for now, not that the statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseSilentError) return true;
  const { code, syscall, severity } = error as { code?: unknown; syscall?: unknown; severity?: unknown };
  // The server crashes after a PANIC, whatever the code says: a disk that turned read-only reports missing
  // permission.
  if (severity === 'PANIC') return true;
  // Any failure to reach the socket, such as revoked permissions; a missing file means no socket.
  if (syscall === 'connect') return true;
  if (code === 'ENOENT') return false;
  if (typeof code === 'string') {
    // SQLSTATE classes: connection, and resources such as a full disk or no free connection.
    if (unavailableCodes.has(code) || /^(08|53)/.test(code)) return true;
    if (code === '42501' && error.message.includes('Read-only file system')) return true;
  }
  return /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|not queryable|Connection ended|Cannot use a pool after calling end|failure on connection marked as essential/.test(
    error.message,
  );
}

/** Whether the server itself is up but a server it depends on is not, as with Citus. */
export function isPartUnavailable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^08/.test(error.code ?? '');
}

/** Whether the server refused a statement for lack of disk space; none of it was written. */
export function isDiskFull(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === '53100';
}
