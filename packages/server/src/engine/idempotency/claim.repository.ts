import type { Pool } from 'pg';
import type { AnswerName, RequestHashes } from '../../kit/http/index.ts';
import { required } from '../../kit/required.ts';

/** A claim that someone holds. */
export interface HeldName extends AnswerName {
  claimId: string;
}

export interface NewClaim extends HeldName {
  hashes: RequestHashes;
}

/** The row stored under a key. Times in Unix milliseconds. */
export interface ClaimRow {
  hashes: RequestHashes;
  claimId: string;
  owner: string;
  leaseUntil: number;
  /** Undefined while the first request runs. */
  answer: SealedAnswer | undefined;
}

export interface SealedAnswer {
  status: number;
  contentType: string | undefined;
  sealedBody: string;
}

export interface Completion extends HeldName {
  answer: SealedAnswer;
}

interface Moment {
  nowMs: number;
  /** Answers that were to be kept until then have expired. */
  expiredMs: number;
  owner: string;
  leaseMs: number;
  keepMs: number;
}

// Rows are written in key order, so that two nodes cannot deadlock.
const CLAIM_SQL = `
  insert into idempotency_keys as i (org_id, claimant, route, key, body_hash, meaning_hash, claim_id, seed, owner, lease_until,
    expires_at)
  select n.org_id, n.claimant, n.route, n.key, n.body_hash, n.meaning_hash, n.claim_id, n.claim_id, $7, to_timestamp($8::float8 / 1000),
    to_timestamp($9::float8 / 1000)
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::bytea[], $11::bytea[])
    as n(org_id, claimant, route, key, claim_id, body_hash, meaning_hash)
  order by n.org_id, n.claimant, n.route, n.key
  on conflict (org_id, claimant, route, key) do update set
    body_hash = excluded.body_hash, meaning_hash = excluded.meaning_hash, claim_id = excluded.claim_id,
    seed = excluded.seed, owner = excluded.owner, lease_until = excluded.lease_until, expires_at = excluded.expires_at,
    status = null, content_type = null, sealed_body = null
  where i.expires_at <= to_timestamp($10::float8 / 1000)
  returning claim_id`;

/** Claims keys that are free or whose stored answer has expired; returns the ids of those claims. */
export async function insertClaims(pool: Pool, claims: NewClaim[], moment: Moment): Promise<Set<string>> {
  const { rows } = await pool.query<{ claim_id: string }>({
    name: 'claim_idempotency_keys',
    text: CLAIM_SQL,
    values: [
      ...claimColumns(claims),
      claims.map(({ hashes }) => hashes.bytes),
      moment.owner,
      moment.nowMs + moment.leaseMs,
      moment.nowMs + moment.keepMs,
      moment.expiredMs,
      claims.map(({ hashes }) => hashes.meaning),
    ],
  });
  return new Set(rows.map((row) => row.claim_id));
}

/** The row under each key, in the order given; undefined where there is none. */
export async function readClaims(pool: Pool, names: AnswerName[]): Promise<(ClaimRow | undefined)[]> {
  const { rows } = await pool.query<{
    place: number;
    body_hash: Buffer;
    meaning_hash: Buffer | null;
    claim_id: string;
    owner: string;
    lease_until: Date;
    status: number | null;
    content_type: string | null;
    sealed_body: string | null;
  }>(
    `select n.place, i.body_hash, i.meaning_hash, i.claim_id, i.owner, i.lease_until, i.status, i.content_type, i.sealed_body
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) with ordinality
       as n(org_id, claimant, route, key, place)
     join idempotency_keys i using (org_id, claimant, route, key)`,
    nameColumns(names),
  );
  const found: (ClaimRow | undefined)[] = names.map(() => undefined);
  for (const row of rows) {
    const { status, content_type: contentType, sealed_body: sealedBody } = row;
    found[row.place - 1] = {
      // Rows written by a node of the previous version have only the hash of the bytes.
      hashes: { bytes: row.body_hash, meaning: row.meaning_hash ?? row.body_hash },
      claimId: row.claim_id,
      owner: row.owner,
      leaseUntil: row.lease_until.getTime(),
      answer:
        status === null
          ? undefined
          : {
              status,
              contentType: contentType ?? undefined,
              sealedBody: required(sealedBody, 'the body of an answer'),
            },
    };
  }
  return found;
}

/** Takes over a running claim from its holder; returns its seed, or undefined when another was faster. */
export async function takeOverClaim(
  pool: Pool,
  claim: NewClaim,
  earlierClaimId: string,
  moment: Moment,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ seed: string }>(
    `update idempotency_keys set claim_id = $5, owner = $6, lease_until = to_timestamp($7::float8 / 1000)
     where org_id = $1 and claimant = $2 and route = $3 and key = $4 and claim_id = $8 and status is null
     returning seed`,
    [
      claim.orgId,
      claim.claimant,
      claim.route,
      claim.key,
      claim.claimId,
      moment.owner,
      moment.nowMs + moment.leaseMs,
      earlierClaimId,
    ],
  );
  return rows[0]?.seed;
}

// The claims that a statement changes, always locked in the same order.
const heldClaims = (lock: string) => `
  select l.org_id, l.claimant, l.route, l.key, n.place
  from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::uuid[]) with ordinality
    as n(org_id, claimant, route, key, claim_id, place)
  join idempotency_keys l using (org_id, claimant, route, key, claim_id)
  order by l.org_id, l.claimant, l.route, l.key
  for ${lock} of l`;

const sameName = 'i.org_id = h.org_id and i.claimant = h.claimant and i.route = h.route and i.key = h.key';

/** Stores the answers. A claim that was taken over meanwhile keeps its new holder's answer. */
export async function completeClaims(
  pool: Pool,
  completions: Completion[],
  keptUntilMs: number,
): Promise<void> {
  await pool.query({
    name: 'complete_idempotency_keys',
    text: `
      update idempotency_keys i
      set status = ($6::smallint[])[h.place], content_type = ($7::text[])[h.place],
        sealed_body = ($8::text[])[h.place], expires_at = to_timestamp($9::float8 / 1000)
      from (${heldClaims('no key update')}) h
      where ${sameName}`,
    values: [
      ...claimColumns(completions),
      completions.map(({ answer }) => answer.status),
      completions.map(({ answer }) => answer.contentType ?? null),
      completions.map(({ answer }) => answer.sealedBody),
      keptUntilMs,
    ],
  });
}

/** Frees the keys of requests that changed nothing. */
export async function deleteClaims(pool: Pool, claims: HeldName[]): Promise<void> {
  await pool.query(
    `delete from idempotency_keys i using (${heldClaims('update')}) h
     where ${sameName}`,
    claimColumns(claims),
  );
}

/** Extends the leases of requests that are still running. */
export async function renewClaims(pool: Pool, claims: HeldName[], leaseUntilMs: number): Promise<void> {
  await pool.query(
    `update idempotency_keys i set lease_until = to_timestamp($6::float8 / 1000)
     from (${heldClaims('no key update')}) h
     where ${sameName} and i.status is null`,
    [...claimColumns(claims), leaseUntilMs],
  );
}

/** Deletes at most `limit` expired rows and returns how many there were. */
export async function deleteExpired(pool: Pool, nowMs: number, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from idempotency_keys where ctid = any(array(
       select ctid from idempotency_keys where expires_at <= to_timestamp($1::float8 / 1000)
       order by expires_at limit $2 for update skip locked))`,
    [nowMs, limit],
  );
  return rowCount ?? 0;
}

function nameColumns(names: AnswerName[]): string[][] {
  return [
    names.map(({ orgId }) => orgId),
    names.map(({ claimant }) => claimant),
    names.map(({ route }) => route),
    names.map(({ key }) => key),
  ];
}

function claimColumns(claims: HeldName[]): string[][] {
  return [...nameColumns(claims), claims.map(({ claimId }) => claimId)];
}
