import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import { only } from '../../../../kit/db/index.ts';
import { type AlertRule, RULE_COLUMNS } from './alert.repository.ts';
import { transactionMetrics } from './alert-condition.ts';

const MAX_TRANSACTIONS = 500;
/** Max. settled executions per pass: most may belong to contracts that nobody watches. */
const MAX_SETTLED = 10_000;
export const RULES_AT_ONCE = 1_000;

/** An execution in its final state, with the values that rules measure. */
export interface Settled {
  seq: number;
  orgId: string;
  environment: string;
  contractId: string;
  id: string;
  network: string;
  version: string;
  address: string | null;
  transactionHash: string | null;
  correlationId: string | null;
  gasUsed: number | null;
  gasPriceGwei: number | null;
  costEth: number | null;
  costUsd: number | null;
  durationMs: number;
  settledAt: Date;
}

/** What was settled after one position and up to another. */
export interface Batch {
  from: number;
  to: number;
  /** More was settled than fits in it. */
  isFull: boolean;
  transactions: Settled[];
}

export type ContractKey = Pick<AlertRule, 'orgId' | 'environment' | 'contractId'>;

/** Executions of watched contracts, settled since the last pass; undefined when nothing was settled. */
export async function readBatch(db: AnyDatabase): Promise<Batch | undefined> {
  const { rows } = await sql<{ from: number; newest: number }>`
    select settled_seq as "from", coalesce((select max(settled_seq) from transactions where settled_seq is not null), 0) as newest
    from alert_cursor`.execute(db);
  const { from, newest } = only(rows);
  if (newest <= from) return undefined;
  const to = Math.min(newest, from + MAX_SETTLED);
  const watched = await readWatched(db, await readSettledContracts(db, from, to));
  if (watched.length === 0) return { from, to, isFull: to < newest, transactions: [] };
  const { rows: transactions } = await sql<Settled>`
    select settled_seq as seq, org_id as "orgId", environment, contract_id as "contractId", id, network, version, to_address as address,
      transaction_hash as "transactionHash", correlation_id as "correlationId", gas_used as "gasUsed",
      (effective_gas_price_wei / 1e9)::float8 as "gasPriceGwei", (cost_wei / 1e18)::float8 as "costEth",
      cost_usd::float8 as "costUsd", (extract(epoch from settled_at - created_at) * 1000)::float8 as "durationMs",
      settled_at as "settledAt"
    from transactions
    where settled_seq > ${from} and settled_seq <= ${to} and kind = 'execution' and contract_id = any(${watched}::uuid[])
    order by settled_seq limit ${MAX_TRANSACTIONS}`.execute(db);
  const isCut = transactions.length === MAX_TRANSACTIONS;
  const last = isCut ? transactions.at(-1) : undefined;
  return { from, to: last?.seq ?? to, isFull: isCut || to < newest, transactions };
}

interface SettledContract {
  id: string;
  orgId: string;
}

/** The contracts whose executions were settled after one position and up to another. */
async function readSettledContracts(db: AnyDatabase, from: number, to: number): Promise<SettledContract[]> {
  const { rows } = await sql<SettledContract>`
    select distinct contract_id as id, org_id as "orgId" from transactions
    where settled_seq > ${from} and settled_seq <= ${to} and kind = 'execution'`.execute(db);
  return rows;
}

/**
 * UUIDs of the contracts watched by a live rule, in any environment. A separate query, and not one per
 * execution: few contracts are watched, and most settled executions may belong to others.
 */
async function readWatched(db: AnyDatabase, contracts: readonly SettledContract[]): Promise<string[]> {
  if (contracts.length === 0) return [];
  const orgIds = [...new Set(contracts.map(({ orgId }) => orgId))];
  const { rows } = await sql<{ id: string }>`
    select distinct contract_id as id from alert_rules
    where live and org_id = any(${orgIds}::uuid[]) and contract_id = any(${contracts.map(({ id }) => id)}::uuid[])`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** The position reached by the last pass; locks out other passes until the transaction ends. */
export async function lockCursor(tx: AnyTransaction): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select settled_seq as seq from alert_cursor for update`.execute(
    tx,
  );
  return only(rows).seq;
}

export async function moveCursor(tx: AnyTransaction, to: number): Promise<void> {
  await sql`update alert_cursor set settled_seq = ${to}`.execute(tx);
}

/** The contracts' live rules, locked. */
export async function lockRules(tx: AnyTransaction, contracts: readonly ContractKey[]): Promise<AlertRule[]> {
  if (contracts.length === 0) return [];
  const { rows } = await sql<AlertRule>`
    select ${RULE_COLUMNS} from alert_rules r
    join unnest(${contracts.map(({ orgId }) => orgId)}::uuid[], ${contracts.map(({ environment }) => environment)}::text[],
      ${contracts.map(({ contractId }) => contractId)}::uuid[]) as c(org_id, environment, contract_id)
      on c.org_id = r.org_id and c.environment = r.environment and c.contract_id = r.contract_id
    where r.live order by r.id for update of r`.execute(tx);
  return rows;
}

/** Rules that can change by time alone, by id. */
export async function readRulePage(db: AnyDatabase, after: string | undefined): Promise<AlertRule[]> {
  const { rows } = await sql<AlertRule>`
    select ${RULE_COLUMNS} from alert_rules r
    where r.live and (not (r.metric = any(${[...transactionMetrics, 'reorg_depth']})) or r.firing_alert_id is not null)
      ${after === undefined ? sql`` : sql`and r.id > ${after}`}
    order by r.id limit ${RULES_AT_ONCE}`.execute(db);
  return rows;
}

/** The rules of a page that are still live, re-read and locked. */
export async function lockRulePage(tx: AnyTransaction, page: readonly AlertRule[]): Promise<AlertRule[]> {
  const { rows } = await sql<AlertRule>`
    select ${RULE_COLUMNS} from alert_rules r where r.live and r.id = any(${page.map(({ id }) => id)}::uuid[])
      and r.org_id = any(${page.map(({ orgId }) => orgId)}::uuid[])
    order by r.id for update of r`.execute(tx);
  return rows;
}

/** Rules on reorganizations, of contracts that have transactions on a network, locked. */
export async function lockReorgRules(tx: AnyTransaction, network: string): Promise<AlertRule[]> {
  const { rows } = await sql<AlertRule>`
    select ${RULE_COLUMNS} from alert_rules r
    where r.live and r.metric = 'reorg_depth' and exists (
      select from transactions t where t.org_id = r.org_id and t.environment = r.environment
        and t.contract_id = r.contract_id and t.network = ${network})
    order by r.id limit ${RULES_AT_ONCE} for update of r`.execute(tx);
  return rows;
}

/** The events that rules count, by contract, without duplicates. */
export async function readCountedEvents(
  db: AnyDatabase,
  contracts: readonly ContractKey[],
): Promise<(ContractKey & Pick<AlertRule, 'eventName'>)[]> {
  const { rows } = await sql<ContractKey & Pick<AlertRule, 'eventName'>>`
    select distinct r.org_id as "orgId", r.environment, r.contract_id as "contractId", r.event_name as "eventName"
    from alert_rules r
    where r.live and r.metric = 'event_count'
      and r.contract_id = any(${contracts.map(({ contractId }) => contractId)}::uuid[])`.execute(db);
  return rows;
}
