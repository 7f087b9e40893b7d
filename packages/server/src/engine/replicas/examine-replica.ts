import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sharesSessions } from '../../kit/db/index.ts';
import { readIdentity, readReplayed, readWritten } from './replica.repository.ts';
import { replicaName } from './replica-name.ts';

const LIMIT_MS = 3_000;
const CHECK_INTERVAL_MS = 50;

/** One line describing a replica. Throws if something keeps it from being read. */
export async function examineReplica(url: string, primaryUrl: string, maxAgeMs: number): Promise<string> {
  const name = replicaName(url);
  const limits = { connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS };
  const clients = [url, primaryUrl].map(
    (connectionString) => new pg.Client({ connectionString, ...limits }),
  ) as [pg.Client, pg.Client];
  const [replica, primary] = clients;
  for (const client of clients) client.on('error', () => {});
  try {
    await replica.connect().catch((error: Error) => {
      throw new Error(`${name} cannot be reached: ${error.message}. Reads go to the primary meanwhile.`);
    });
    await primary.connect();
    await refuseOther(name, replica, primary);
    if (await sharesSessions({ connectionString: url }))
      throw new Error(
        `${name} is a connection pooler that gives several sessions one connection in turn. Name the replica itself.`,
      );
    const behindMs = await catchUp(replica, await readWritten(primary), maxAgeMs);
    if (behindMs === undefined)
      throw new Error(
        `${name} is more than ${maxAgeMs / 1_000} s behind, so reads go to the primary. Look why it replays so slowly, or raise DATABASE_READ_MAX_AGE.`,
      );
    return `${name} follows, ${Math.round(behindMs)} ms behind`;
  } finally {
    for (const client of clients) client.end().catch(() => {});
  }
}

async function refuseOther(name: string, replica: pg.Client, primary: pg.Client): Promise<void> {
  const [copy, own] = [await readIdentity(replica), await readIdentity(primary)];
  if (copy.system !== own.system || copy.database !== own.database)
    throw new Error(`${name} is not a copy of the database of DATABASE_URL. Correct DATABASE_READ_URL.`);
  if ((await readReplayed(replica)) === undefined)
    throw new Error(`${name} follows no primary: it is one itself. Correct DATABASE_READ_URL.`);
}

/** How long it takes to catch up to that position; undefined when it exceeds the limit. */
async function catchUp(replica: pg.Client, written: number, limitMs: number): Promise<number | undefined> {
  const startedAt = performance.now();
  for (;;) {
    const replayed = (await readReplayed(replica)) ?? 0;
    const tookMs = performance.now() - startedAt;
    if (replayed >= written) return tookMs;
    if (tookMs > limitMs) return undefined;
    await sleep(CHECK_INTERVAL_MS);
  }
}
