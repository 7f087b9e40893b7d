import { only, type QueryRows } from '../../kit/db/index.ts';

/** A signed tree head. */
export interface SignedCheckpoint {
  size: number;
  rootHash: Buffer;
  /** The signed note, as auditors keep it. */
  note: string;
  createdAt: Date;
}

/** A checkpoint that was just signed. */
export interface NewCheckpoint {
  orgId: string;
  size: number;
  root: Buffer;
  note: string;
  keyId: string;
}

export interface CheckpointRoot {
  size: number;
  root: Buffer;
}

const columns = `size, root_hash as "rootHash", note, created_at as "createdAt"`;

/** Stores checkpoints, and up to which size each tree is now signed. */
export async function insertCheckpoints(
  query: QueryRows,
  signed: readonly NewCheckpoint[],
  now: Date,
): Promise<void> {
  await query(
    `with written as (
       insert into event_checkpoints (org_id, size, root_hash, note, key_id, created_at)
       select org_id, size, root_hash, note, key_id, $6
       from unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::text[], $5::uuid[])
         as s(org_id, size, root_hash, note, key_id)
       on conflict do nothing returning org_id, size
     )
     update event_trees t
     set signed_size = greatest(t.signed_size, w.size), checkpoints = t.checkpoints + 1
     from written w where t.org_id = w.org_id and t.org_id = any($1::uuid[])`,
    [
      signed.map(({ orgId }) => orgId),
      signed.map(({ size }) => size),
      signed.map(({ root }) => root),
      signed.map(({ note }) => note),
      signed.map(({ keyId }) => keyId),
      now.toISOString(),
    ],
  );
}

/**
 * The newest checkpoint of each log that has one: storing a checkpoint also records its size in the log's
 * tree.
 */
export async function newestRoots(
  query: QueryRows,
  orgIds: readonly string[],
): Promise<Map<string, CheckpointRoot>> {
  const rows = await query<CheckpointRoot & { orgId: string }>(
    `select c.org_id as "orgId", c.size, c.root_hash as root
     from event_trees t join event_checkpoints c on c.org_id = t.org_id and c.size = t.signed_size
     where t.org_id = any($1::uuid[])`,
    [orgIds],
  );
  return new Map(rows.map(({ orgId, ...checkpoint }) => [orgId, checkpoint]));
}

export async function newestCheckpoint(
  query: QueryRows,
  orgId: string,
): Promise<SignedCheckpoint | undefined> {
  const [checkpoint] = await query<SignedCheckpoint>(
    `select ${columns} from event_checkpoints where org_id = $1 order by size desc limit 1`,
    [orgId],
  );
  return checkpoint;
}

/** Newest first, with the total. */
export async function listCheckpoints(
  query: QueryRows,
  orgId: string,
  page: { offset: number; limit: number },
): Promise<{ checkpoints: SignedCheckpoint[]; total: number }> {
  const [tree] = await query<{ checkpoints: number }>(
    'select checkpoints from event_trees where org_id = $1',
    [orgId],
  );
  const checkpoints = await query<SignedCheckpoint>(
    `select ${columns} from event_checkpoints where org_id = $1
     order by size desc offset $2 limit $3`,
    [orgId, page.offset, page.limit],
  );
  return { checkpoints, total: tree?.checkpoints ?? 0 };
}

/** A range of a log, from `first` to before `last`. */
export interface LogRange {
  orgId: string;
  first: number;
  last: number;
}

/** The concatenated leaf hashes of each non-empty range, by organization. */
export async function readLeaves(
  query: QueryRows,
  ranges: readonly LogRange[],
): Promise<Map<string, Buffer>> {
  const rows = await query<{ orgId: string; hashes: Buffer }>(
    `select e.org_id as "orgId", string_agg(e.leaf_hash, ''::bytea order by e.position) as hashes
     from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as w(org_id, first, last)
     join events e on e.org_id = w.org_id and e.position >= w.first and e.position < w.last
     where e.org_id = any($1::uuid[])
     group by e.org_id`,
    [ranges.map(({ orgId }) => orgId), ranges.map(({ first }) => first), ranges.map(({ last }) => last)],
  );
  return new Map(rows.map(({ orgId, hashes }) => [orgId, hashes]));
}

/** The concatenated leaf hashes of one non-empty range. */
export async function readTail(query: QueryRows, { orgId, first, last }: LogRange): Promise<Buffer> {
  const tail = await query<{ hashes: Buffer }>(
    `select string_agg(leaf_hash, ''::bytea order by position) as hashes from events
     where org_id = $1 and position >= $2 and position < $3`,
    [orgId, first, last],
  );
  return only(tail).hashes;
}

/** The newest `most` notes of each log, and whether its organization was erased. */
export function readNotesOfLogs(
  query: QueryRows,
  most: number,
): Promise<{ orgId: string; isErased: boolean; notes: string[] }[]> {
  return query(
    `select l.org_id as "orgId", exists(
       select from organizations o where o.id = l.org_id and o.erased_at is not null) as "isErased", array(
       select note from event_checkpoints c where c.org_id = l.org_id order by size desc limit $1
     ) as notes from event_logs l order by l.org_id`,
    [most],
  );
}
