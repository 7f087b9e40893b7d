import { sql } from 'kysely';
import { toJson } from '../../../../../kit/db/index.ts';
import type { ContractsDatabase, ContractsTransaction, Owner } from '../../../terms/contract-tables.ts';
import { addSpendingSql, type SpendChange } from '../costs/spend.repository.ts';
import {
  feesToColumns,
  newTransactions,
  type SignedRecord,
  signed,
  type TransactionRecord,
  type TransactionRow,
  toBytes,
  toNewRow,
  toRecord,
  transactions,
} from './transaction-record.ts';

const columns = sql.raw(transactions.columns);
const columnsOfT = sql.raw(transactions.columnsOf('t'));
const inserted = sql.raw(newTransactions.written);

/** Inserts rows, raises the wallet's next nonce and reserves spending, in one statement. */
export async function insertTransactions(
  tx: ContractsTransaction,
  records: readonly TransactionRecord[],
  wallet: { id: string; nextNonce: number },
  spending: readonly SpendChange[],
  now: Date,
): Promise<void> {
  const rows = toJson(
    newTransactions,
    records.map((record) => toNewRow(record, now)),
  );
  await sql`
    with moved as (update wallets set next_nonce = ${wallet.nextNonce} where id = ${wallet.id}),
    spent as (${addSpendingSql(spending)})
    insert into transactions (${inserted})
    select ${inserted} from json_populate_recordset(null::transactions, ${rows}::json)`.execute(tx);
}

export interface KeyedRequest extends Owner {
  idempotencyKey: string;
}

/** The existing rows with these idempotency keys. */
export async function findByKeys(
  db: ContractsDatabase,
  keys: readonly KeyedRequest[],
): Promise<TransactionRecord[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<TransactionRow>`
    select ${columnsOfT} from transactions t
    join unnest(${keys.map((key) => key.orgId)}::uuid[], ${keys.map((key) => key.environment)}::text[],
      ${keys.map((key) => key.idempotencyKey)}::text[]) as k(org_id, environment, idempotency_key)
      on t.org_id = k.org_id and t.environment = k.environment and t.idempotency_key = k.idempotency_key`.execute(
    db,
  );
  return rows.map(toRecord);
}

export async function findTransaction(
  db: ContractsDatabase,
  owner: Owner,
  id: string,
): Promise<TransactionRecord | undefined> {
  const { rows } = await sql<TransactionRow>`
    select ${columns} from transactions
    where org_id = ${owner.orgId} and environment = ${owner.environment} and id = ${id}`.execute(db);
  return rows[0] && toRecord(rows[0]);
}

/** A network's transactions to watch: all, or those created or to be cancelled since a time. */
export async function listLive(
  db: ContractsDatabase,
  network: string,
  since: Date | undefined,
  after: { from: string; nonce: number },
  limit: number,
): Promise<SignedRecord[]> {
  const { rows } = await sql<TransactionRow>`
    select ${columns} from transactions
    where network = ${network} and live
      and greatest(created_at, cancel_requested_at) >= coalesce(${since ?? null}::timestamptz, '-infinity')
      and (from_address, nonce) > (${after.from}, ${after.nonce})
    order by from_address, nonce limit ${limit}`.execute(db);
  return rows.map((row) => signed(toRecord(row)));
}

/** How far back, in settling order, transactions are searched: older ones are never removed from a chain. */
const SETTLED_BACK = 20_000;

/** An account's recently settled transactions, by nonce. */
export async function listSettled(
  db: ContractsDatabase,
  network: string,
  from: string,
  nonces: { first: number; end: number },
  limit: number,
): Promise<SignedRecord[]> {
  const { rows } = await sql<TransactionRow>`
    select ${columns} from transactions
    where settled_seq > (select max(settled_seq) from transactions where settled_seq is not null) - ${SETTLED_BACK}
      and network = ${network} and from_address = ${from} and nonce >= ${nonces.first} and nonce < ${nonces.end}
      and raw is not null
    order by nonce limit ${limit}`.execute(db);
  return rows.map((row) => signed(toRecord(row)));
}

export async function listLiveNetworks(db: ContractsDatabase): Promise<string[]> {
  const rows = await db
    .selectFrom('transactions')
    .select('network')
    .distinct()
    .where('live', '=', true)
    .execute();
  return rows.map(({ network }) => network);
}

/** Everything ever signed for an embedded chain from a nonce on, in the order in which it was first mined. */
export async function listSignedFrom(
  db: ContractsDatabase,
  network: string,
  accounts: readonly { address: string; nonce: number }[],
): Promise<SignedRecord[]> {
  const { rows } = await sql<TransactionRow>`
    select ${columnsOfT} from transactions t
    join unnest(${accounts.map(({ address }) => address)}::text[], ${accounts.map(({ nonce }) => nonce)}::bigint[])
      as a(address, nonce) on t.from_address = a.address and t.nonce >= a.nonce
    where t.network = ${network} and t.raw is not null
    order by t.block_number nulls last, t.transaction_index, t.created_at, t.nonce`.execute(db);
  return rows.map((row) => signed(toRecord(row)));
}

/** A receipt on the chain, or null after it was removed. */
export interface MinedState extends Owner {
  id: string;
  transactionHash: string | null;
  block: { number: number; hash: string; index: number } | null;
  minedAt: Date | null;
}

/** Records the blocks of transactions; `live` tells which rows may be changed. */
export async function updateMined(
  db: ContractsDatabase,
  states: readonly MinedState[],
  now: Date,
  live: boolean,
): Promise<void> {
  if (states.length === 0) return;
  const rows = JSON.stringify(
    states.map(({ orgId, environment, id, transactionHash, block, minedAt }) => ({
      org_id: orgId,
      environment,
      id,
      transaction_hash: transactionHash,
      block_number: block?.number ?? null,
      block_hash: block?.hash ?? null,
      transaction_index: block?.index ?? null,
      mined_at: minedAt,
    })),
  );
  await sql`
    update transactions t set transaction_hash = coalesce(s.transaction_hash, t.transaction_hash),
      block_number = s.block_number, block_hash = s.block_hash, transaction_index = s.transaction_index,
      mined_at = s.mined_at, updated_at = ${now}
    from json_populate_recordset(null::transactions, ${rows}::json) s
    where t.org_id = s.org_id and t.environment = s.environment and t.id = s.id and t.live = ${live}`.execute(
    db,
  );
}

/**
 * Records that an execution or deployment is to be cancelled; undefined if it is settled. For a repeated
 * request, the first time and reason stay.
 */
export async function requestCancellation(
  db: ContractsDatabase,
  owner: Owner,
  { kind, id }: Pick<TransactionRecord, 'kind' | 'id'>,
  reason: string | null,
  now: Date,
): Promise<TransactionRecord | undefined> {
  const { rows } = await sql<TransactionRow>`
    update transactions set cancel_requested_at = coalesce(cancel_requested_at, ${now}),
      cancel_reason = case when cancel_requested_at is null then ${reason} else cancel_reason end, updated_at = ${now}
    where org_id = ${owner.orgId} and environment = ${owner.environment} and id = ${id}
      and kind = ${kind} and live
    returning ${columns}`.execute(db);
  return rows[0] && toRecord(rows[0]);
}

/**
 * Replaces the last sent transaction; false if another node settled or replaced it meanwhile: a signed hash
 * must never be lost from the list.
 */
export async function replaceSigned(
  db: ContractsDatabase,
  record: SignedRecord,
  now: Date,
): Promise<boolean> {
  const { gasPriceWei, maxFeeWei, maxPriorityFeeWei } = feesToColumns(record.fees);
  const { rows } = await sql`
    update transactions set gas_price_wei = ${gasPriceWei}, max_fee_wei = ${maxFeeWei},
      max_priority_fee_wei = ${maxPriorityFeeWei}, raw = ${toBytes(record.raw)}, replaced_raws = replaced_raws || raw,
      transaction_hash = ${record.transactionHash}, hashes = ${record.hashes}::text[],
      error = ${record.error && JSON.stringify(record.error)}, updated_at = ${now}
    where org_id = ${record.orgId} and environment = ${record.environment} and id = ${record.id} and live
      and hashes = ${record.hashes.slice(0, -1)}::text[]
    returning id`.execute(db);
  return rows.length > 0;
}
