import { sql } from 'kysely';
import type { AnyDatabase, AnyTransaction } from '../../../engine/spine/index.ts';
import { type AlertRule, RULE_COLUMNS } from './alert.repository.ts';
import { stateMetrics, transactionMetrics, windowMetrics } from './alert-condition.ts';
import type { AlertWatchPorts } from './alert-ports.ts';
import { type AlertChanges, noChanges, resolveQuiet, stepRule } from './alert-step.ts';
import { readStates, readWindows, type StateFigures, type WindowFigures } from './alert-values.repository.ts';
import { writeChanges } from './write-changes.ts';

const MOST_TRANSACTIONS = 500;
const RULES_AT_ONCE = 1_000;

interface Settled {
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

interface Batch {
  from: number;
  to: number;
  isFull: boolean;
  transactions: Settled[];
}

/**
 * Holds what was settled since the last pass against the rules of its contracts, in the order of
 * settling. State, alerts, events, mails and the place reached commit together. True when more waits.
 */
export async function passSettled(ports: AlertWatchPorts): Promise<boolean> {
  const batch = await readBatch(ports.db);
  if (batch === undefined) return false;
  const events = await countEvents(ports, batch);
  await ports.unitOfWork(async (tx) => {
    const now = new Date(ports.clock.now());
    // Whoever else passes at this moment has written this batch, or waits and then finds it written.
    if ((await lockCursor(tx)) !== batch.from) return { value: undefined };
    const rules = await lockRules(tx, contractsOf(batch.transactions));
    const changes = noChanges();
    for (const transaction of batch.transactions) {
      for (const rule of rules) {
        if (!isAbout(rule, transaction)) continue;
        const value = transactionValue(rule, transaction, events);
        if (value !== undefined) stepRule(changes, rule, value, now, transaction);
      }
    }
    await stepFigures(tx, changes, rules, now);
    await sql`update alert_cursor set settled_seq = ${batch.to}`.execute(tx);
    return { value: undefined, events: await writeChanges(tx, ports.jobs, changes, now) };
  });
  return batch.isFull;
}

/** Holds time against all rules: what left a window, what is pending too long, what balances are. */
export async function passAll(
  ports: AlertWatchPorts,
  readChain: (rules: AlertRule[]) => Promise<Map<string, number>>,
): Promise<void> {
  let after: string | undefined;
  do {
    const page = await readRulePage(ports.db, after);
    if (page.length === 0) return;
    const balances = await readChain(page);
    await ports.unitOfWork(async (tx) => {
      const now = new Date(ports.clock.now());
      await lockCursor(tx);
      const rules = await lockRulePage(tx, page);
      const changes = noChanges();
      await stepFigures(tx, changes, rules, now);
      for (const rule of rules) {
        const balance = balances.get(rule.id);
        if (balance !== undefined) stepRule(changes, rule, balance, now);
        if (isKept(rule)) resolveQuiet(changes, rule, now);
      }
      return { value: undefined, events: await writeChanges(tx, ports.jobs, changes, now) };
    });
    after = page.length < RULES_AT_ONCE ? undefined : page.at(-1)!.id;
  } while (after !== undefined);
}

/** Holds a reorganization of a network against the rules of its contracts. */
export async function passReorg(ports: AlertWatchPorts, network: string, depth: number): Promise<void> {
  await ports.unitOfWork(async (tx) => {
    const now = new Date(ports.clock.now());
    await lockCursor(tx);
    const { rows: rules } = await sql<AlertRule>`
      select ${RULE_COLUMNS} from alert_rules r
      where r.live and r.metric = 'reorg_depth' and exists (
        select from transactions t where t.org_id = r.org_id and t.environment = r.environment
          and t.contract_id = r.contract_id and t.network = ${network})
      order by r.id limit ${RULES_AT_ONCE} for update of r`.execute(tx);
    const changes = noChanges();
    for (const rule of rules) stepRule(changes, rule, depth, now);
    return { value: undefined, events: await writeChanges(tx, ports.jobs, changes, now) };
  });
}

/** An alert on single transactions that only time resolves. */
function isKept({ metric, windowMinutes, firingAlertId }: AlertRule): boolean {
  if (firingAlertId === null) return false;
  return metric === 'reorg_depth' || (windowMinutes !== null && transactionMetrics.includes(metric as never));
}

async function readBatch(db: AnyDatabase): Promise<Batch | undefined> {
  const { rows } = await sql<{ from: number; to: number }>`
    select settled_seq as "from", coalesce((select max(settled_seq) from transactions where settled_seq is not null), 0) as "to"
    from alert_cursor`.execute(db);
  const { from, to } = rows[0]!;
  if (to <= from) return undefined;
  const { rows: transactions } = await sql<Settled>`
    select settled_seq as seq, org_id as "orgId", environment, contract_id as "contractId", id, network, version, to_address as address,
      transaction_hash as "transactionHash", correlation_id as "correlationId", gas_used as "gasUsed",
      (effective_gas_price_wei / 1e9)::float8 as "gasPriceGwei", (cost_wei / 1e18)::float8 as "costEth",
      cost_usd::float8 as "costUsd", (extract(epoch from settled_at - created_at) * 1000)::float8 as "durationMs",
      settled_at as "settledAt"
    from transactions t
    where settled_seq > ${from} and settled_seq <= ${to} and kind = 'execution' and exists (
      select from alert_rules r where r.org_id = t.org_id and r.environment = t.environment
        and r.contract_id = t.contract_id and r.live and r.created_at <= t.settled_at)
    order by settled_seq limit ${MOST_TRANSACTIONS}`.execute(db);
  const isFull = transactions.length === MOST_TRANSACTIONS;
  return { from, to: isFull ? transactions.at(-1)!.seq : to, isFull, transactions };
}

async function lockCursor(tx: AnyTransaction): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select settled_seq as seq from alert_cursor for update`.execute(
    tx,
  );
  return rows[0]!.seq;
}

type ContractKey = Pick<AlertRule, 'orgId' | 'environment' | 'contractId'>;

function contractsOf(transactions: readonly ContractKey[]): ContractKey[] {
  const byKey = new Map(transactions.map((t) => [`${t.orgId} ${t.environment} ${t.contractId}`, t]));
  return [...byKey.values()];
}

async function lockRules(tx: AnyTransaction, contracts: readonly ContractKey[]): Promise<AlertRule[]> {
  if (contracts.length === 0) return [];
  const { rows } = await sql<AlertRule>`
    select ${RULE_COLUMNS} from alert_rules r
    join unnest(${contracts.map(({ orgId }) => orgId)}::uuid[], ${contracts.map(({ environment }) => environment)}::text[],
      ${contracts.map(({ contractId }) => contractId)}::uuid[]) as c(org_id, environment, contract_id)
      on c.org_id = r.org_id and c.environment = r.environment and c.contract_id = r.contract_id
    where r.live order by r.id for update of r`.execute(tx);
  return rows;
}

/** Rules that time alone can change, by id. */
async function readRulePage(db: AnyDatabase, after: string | undefined): Promise<AlertRule[]> {
  const { rows } = await sql<AlertRule>`
    select ${RULE_COLUMNS} from alert_rules r
    where r.live and (not (r.metric = any(${[...transactionMetrics, 'reorg_depth']})) or r.firing_alert_id is not null)
      ${after === undefined ? sql`` : sql`and r.id > ${after}`}
    order by r.id limit ${RULES_AT_ONCE}`.execute(db);
  return rows;
}

async function lockRulePage(tx: AnyTransaction, page: readonly AlertRule[]): Promise<AlertRule[]> {
  const { rows } = await sql<AlertRule>`
    select ${RULE_COLUMNS} from alert_rules r where r.live and r.id = any(${page.map(({ id }) => id)}::uuid[])
    order by r.id for update of r`.execute(tx);
  return rows;
}

function isAbout(rule: AlertRule, transaction: Settled): boolean {
  return (
    rule.contractId === transaction.contractId &&
    rule.environment === transaction.environment &&
    rule.orgId === transaction.orgId &&
    rule.createdAt <= transaction.settledAt
  );
}

function transactionValue(
  { metric, eventName }: AlertRule,
  transaction: Settled,
  events: ReadonlyMap<string, number>,
): number | undefined {
  switch (metric) {
    case 'gas_used':
      return transaction.gasUsed ?? undefined;
    case 'gas_price_gwei':
      return transaction.gasPriceGwei ?? undefined;
    case 'cost_eth':
      return transaction.costEth ?? undefined;
    case 'cost_usd':
      return transaction.costUsd ?? undefined;
    case 'execution_time_ms':
      return transaction.durationMs;
    case 'event_count':
      return events.get(eventKey(transaction.id, eventName));
    default:
      return undefined;
  }
}

async function stepFigures(
  tx: AnyTransaction,
  changes: AlertChanges,
  rules: readonly AlertRule[],
  now: Date,
): Promise<void> {
  const ofWindow = rules.filter(({ metric }) => windowMetrics.includes(metric as never));
  const ofState = rules.filter(({ metric }) => stateMetrics.includes(metric as never));
  const windows = await readWindows(tx, ofWindow, now);
  const states = await readStates(tx, ofState, now);
  for (const [i, rule] of ofWindow.entries())
    stepOrResolve(changes, rule, windowValue(rule, windows[i]!), now);
  for (const [i, rule] of ofState.entries())
    stepOrResolve(changes, rule, stateValue(rule, states[i]!, now), now);
}

/** A rate of nothing is no value: it meets no condition. */
function stepOrResolve(changes: AlertChanges, rule: AlertRule, value: number | undefined, now: Date): void {
  if (value === undefined) resolveQuiet(changes, rule, now);
  else stepRule(changes, rule, value, now);
}

function windowValue({ metric }: AlertRule, figures: WindowFigures): number | undefined {
  const judged = figures.succeeded + figures.failed;
  const over = (amount: number, number: number) => (number === 0 ? undefined : amount / number);
  switch (metric) {
    case 'execution_count':
      return figures.executions;
    case 'success_count':
      return figures.succeeded;
    case 'failure_count':
      return figures.failed;
    case 'failure_rate':
      return over(figures.failed, judged);
    case 'success_rate':
      return over(figures.succeeded, judged);
    case 'avg_gas_used':
      return over(figures.gasUsed, figures.mined);
    case 'avg_execution_time_ms':
      return over(figures.durationMs, figures.settled);
    default:
      return undefined;
  }
}

function stateValue({ metric }: AlertRule, figures: StateFigures, now: Date): number | undefined {
  switch (metric) {
    case 'consecutive_failures':
      return figures.consecutiveFailures;
    case 'pending_count':
      return figures.pending;
    case 'pending_age_seconds':
      return figures.oldestPendingAt === null
        ? 0
        : Math.max(0, now.getTime() - figures.oldestPendingAt.getTime()) / 1000;
    default:
      return undefined;
  }
}

function eventKey(transactionId: string, eventName: string | null): string {
  return `${transactionId} ${eventName ?? ''}`;
}

/** What the transactions of contracts with such rules emitted, asked of the chain before anything is locked. */
async function countEvents(
  { db, chain }: AlertWatchPorts,
  { transactions }: Batch,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  if (chain === undefined || transactions.length === 0) return counts;
  const { rows: rules } = await sql<Pick<AlertRule, 'orgId' | 'environment' | 'contractId' | 'eventName'>>`
    select distinct r.org_id as "orgId", r.environment, r.contract_id as "contractId", r.event_name as "eventName" from alert_rules r
    where r.live and r.metric = 'event_count' and r.contract_id = any(${transactions.map(({ contractId }) => contractId)}::uuid[])`.execute(
    db,
  );
  const wanted = transactions.flatMap((transaction) =>
    rules
      .filter(
        (rule) =>
          rule.contractId === transaction.contractId &&
          rule.environment === transaction.environment &&
          rule.orgId === transaction.orgId,
      )
      .map(({ eventName }) => ({ transaction, eventName })),
  );
  await Promise.all(
    wanted.map(async ({ transaction, eventName }) => {
      const { network, version, address, transactionHash: hash } = transaction;
      const emitted = { network, version, eventName };
      const count =
        hash === null || address === null
          ? 0
          : await chain.countEvents(transaction, { ...emitted, hash, address });
      if (count !== undefined) counts.set(eventKey(transaction.id, eventName), count);
    }),
  );
  return counts;
}
