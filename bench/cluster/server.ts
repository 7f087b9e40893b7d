import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import pg from 'pg';

export const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: '200',
  max_prepared_transactions: '200',
  max_worker_processes: '24',
  shared_buffers: '64MB',
  timezone: 'UTC',
  // The data is deleted at the end, and only the results of statements matter.
  fsync: 'off',
  'citus.enable_statistics_collection': 'off',
  // As recommended in docs/growing.md: the service must notice a machine that disappears without closing connections.
  'citus.node_connection_timeout': '5000',
  'citus.node_conninfo':
    'sslmode=prefer keepalives_idle=3 keepalives_interval=1 keepalives_count=3 tcp_user_timeout=6000',
};
/** The setting for libraries that may decode the WAL. */
export const PLUGINS = 'output_plugin_libraries';

/** Settings in the format of postgresql.conf. */
export function linesOf(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([key, value]) => `${key} = '${value}'\n`)
    .join('');
}

export const WITHIN_MS = 60_000;

export interface Server {
  port: number;
  folder: string;
  child: ChildProcess;
  log: string;
}

/** Entries of a server's log start with a time; their further lines are indented. */
export function deadlocksIn(log: string): string[] {
  const entries = log.split(/\n(?!\t)/);
  return entries.flatMap((entry, i) =>
    /ERROR: .*deadlock/.test(entry)
      ? [
          entries
            .slice(i, i + 5)
            .filter((part) => /ERROR|DETAIL|CONTEXT|STATEMENT/.test(part))
            .join('\n'),
        ]
      : [],
  );
}

export async function kill(server: Server): Promise<void> {
  server.child.kill('SIGKILL');
  await once(server.child, 'exit');
}

export async function prepare({ port }: Server): Promise<void> {
  await askAt(port, 'postgres', 'create role trivium login');
  await askAt(port, 'postgres', 'create role service login');
  await askAt(port, 'postgres', 'grant service to trivium');
  await askAt(port, 'postgres', 'create database trivium owner trivium');
  await askAt(port, 'trivium', 'create extension citus');
}

export async function askAt<Row>(
  port: number,
  database: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

export async function untilServing(port: number, child: ChildProcess, log: string): Promise<void> {
  const until = performance.now() + WITHIN_MS;
  for (;;) {
    try {
      await askAt(port, 'postgres', 'select 1');
      return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > until) {
        throw new Error(`a server of the cluster did not start; see ${log}`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
