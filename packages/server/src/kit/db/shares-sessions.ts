import pg from 'pg';
import type { DatabaseConnection } from './pool.ts';

const LIMIT_MS = 10_000;

/**
 * Whether two sessions may share one server connection in turn, as behind a pooler in transaction mode. Then
 * no session state lasts: neither the lock that elects a leader nor LISTEN.
 */
export async function sharesSessions(connection: DatabaseConnection): Promise<boolean> {
  const sessions = [1, 2].map(() => newSession(connection));
  const [one, two] = sessions as [pg.Client, pg.Client];
  try {
    await one.connect();
    await two.connect();
    const first = await backendOf(one);
    // An open transaction pins a server connection, whatever pooler is in between.
    await two.query('begin');
    const second = await backendOf(two);
    const again = await backendOf(one);
    await two.query('rollback');
    return first === second || first !== again;
  } finally {
    for (const session of sessions) await session.end().catch(() => {});
  }
}

function newSession(connection: DatabaseConnection): pg.Client {
  const limits = { connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS };
  const session = new pg.Client({ ...connection, ...limits, application_name: 'trivium look' });
  // The failing statement reports what broke it.
  session.on('error', () => {});
  return session;
}

async function backendOf(session: pg.Client): Promise<number> {
  const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}
