import pg from 'pg';
import { type DatabaseConnection, NOTICE_LOST_CLIENT } from '../../kit/db/index.ts';
import { required } from '../../kit/required.ts';

/** The registry's row for another node. */
export interface NodeRow {
  id: string;
  info: Record<string, unknown>;
  startedAt: Date;
  heartbeatAt: Date;
  /** Milliseconds since the heartbeat, by the database's clock. */
  ageMs: number;
  hasLeft: boolean;
}

/** The result of a heartbeat. */
export interface BeatAnswer {
  others: NodeRow[];
  /** Unix milliseconds by the database's clock. */
  databaseMs: number;
}

/** A query unanswered by then counts as a lost connection. */
const QUERY_TIMEOUT_MS = 2_000;

const BEAT_SQL = `
  with beat as (
    insert into nodes (id, info) values ($1, $2)
    on conflict (id) do update set heartbeat_at = clock_timestamp(), info = excluded.info, left_at = null
  )
  select told."databaseMs", id, info, started_at as "startedAt", heartbeat_at as "heartbeatAt", left_at is not null as "hasLeft",
    extract(epoch from clock_timestamp() - heartbeat_at)::float8 * 1000 as "ageMs"
  from (select extract(epoch from clock_timestamp())::float8 * 1000 as "databaseMs") told
    left join nodes on id <> $1
  order by started_at, id`;

/** A working node never pauses this long between two statements of a transaction. */
const HALTED_MS = 2_000;

/**
 * Locks of a node that is halted: its kernel still answers keepalives, so the server would wait for as long
 * as the halt lasts. Ends the sessions in which it leads, or has an idle open transaction.
 */
const END_SESSIONS_SQL = `
  select pg_terminate_backend(a.pid)
  from unnest($1::uuid[], $2::timestamptz[]) as d (id, heartbeat_at)
    join nodes n on n.id = d.id and n.heartbeat_at = d.heartbeat_at
    join pg_stat_activity a on right(a.application_name, 36) = n.id::text
  where a.datname = current_database() and a.usename = current_user
    and (a.application_name like 'trivium node %'
      or (a.state like 'idle in transaction%' and a.state_change < clock_timestamp() - $3 * interval '1 ms'))`;

/**
 * A dedicated connection for a node's heartbeats and its leadership locks, so that no other work can hold
 * them up. The locks live and die with the connection.
 */
export class NodeSession {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(connection: DatabaseConnection, nodeId: string): Promise<NodeSession> {
    const client = new pg.Client({
      ...connection,
      application_name: `trivium node ${nodeId}`,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    });
    // The failing query reports the cause; without a listener the error would crash the process.
    client.on('error', () => {});
    try {
      await client.connect();
      // A heartbeat lost in a database crash is repeated within a second.
      await client.query(`set synchronous_commit = off; ${NOTICE_LOST_CLIENT}`);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    return new NodeSession(client);
  }

  /** Called when the connection ends, for whatever reason. */
  onLost(handler: () => void): void {
    this.#client.on('end', handler);
  }

  /** Writes this node's heartbeat and reads the other nodes. */
  async beat(nodeId: string, info: Record<string, unknown>): Promise<BeatAnswer> {
    const values = [nodeId, JSON.stringify(info)];
    const { rows } = await this.#client.query<(NodeRow | { id: null }) & { databaseMs: number }>({
      name: 'beat',
      text: BEAT_SQL,
      values,
    });
    const { databaseMs } = required(rows[0], 'the time of the database');
    return {
      others: rows.filter((row): row is NodeRow & { databaseMs: number } => row.id !== null),
      databaseMs,
    };
  }

  /** The names whose lock was free and now belongs to this connection. */
  async tryLock(names: string[]): Promise<string[]> {
    const { rows } = await this.#client.query<{ name: string }>(
      `select name from unnest($1::text[]) as n(name)
       where pg_try_advisory_lock(hashtextextended('trivium leader ' || name, 0))`,
      [names],
    );
    return rows.map((row) => row.name);
  }

  /** Ends these nodes' sessions if their heartbeats are still the same. */
  async endSessions(dead: readonly Pick<NodeRow, 'id' | 'heartbeatAt'>[]): Promise<void> {
    await this.#client.query(END_SESSIONS_SQL, [
      dead.map(({ id }) => id),
      dead.map(({ heartbeatAt }) => heartbeatAt),
      HALTED_MS,
    ]);
  }

  async markLeft(nodeId: string): Promise<void> {
    await this.#client.query('update nodes set left_at = clock_timestamp() where id = $1', [nodeId]);
  }

  /**
   * Deletes nodes whose last heartbeat is further away than this, in either direction: one in the future
   * dates from before the clock was set back.
   */
  async removeOld(olderThanMs: number): Promise<void> {
    await this.#client.query(
      `delete from nodes where heartbeat_at not between clock_timestamp() - $1 * interval '1 ms'
         and clock_timestamp() + $1 * interval '1 ms'`,
      [olderThanMs],
    );
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => {});
  }
}
