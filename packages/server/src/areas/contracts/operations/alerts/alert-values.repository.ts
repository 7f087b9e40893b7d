import { sql } from 'kysely';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import type { AlertRule } from './alert.repository.ts';

/** Totals of the executions of a rule's contract: those settled within its window, or all. */
export interface WindowFigures {
  executions: number;
  succeeded: number;
  failed: number;
  mined: number;
  gasUsed: number;
  settled: number;
  durationMs: number;
}

/** The current state of a contract's executions. */
export interface StateFigures {
  consecutiveFailures: number;
  pending: number;
  oldestPendingAt: Date | null;
}

/** The rules as rows, in order. */
function rulesRows(rules: readonly AlertRule[], now: Date) {
  const since = rules.map(({ windowMinutes }) =>
    windowMinutes === null ? null : new Date(Math.floor(now.getTime() / 60_000 - windowMinutes) * 60_000),
  );
  return sql`unnest(${rules.map(({ orgId }) => orgId)}::uuid[], ${rules.map(({ environment }) => environment)}::text[],
    ${rules.map(({ contractId }) => contractId)}::uuid[], ${since}::timestamptz[]) with ordinality
    as r(org_id, environment, contract_id, since, place)`;
}

/** Cancelled transactions have the gas and the time of the empty transaction that replaced them. */
function sumOfEnded(column: string): string {
  return `coalesce(sum(${column}) filter (where outcome <> 'cancelled'), 0)::float8`;
}

const SUMS = sql.raw(`coalesce(sum(transactions), 0)::float8 as executions,
  coalesce(sum(transactions) filter (where outcome = 'confirmed'), 0)::float8 as succeeded,
  coalesce(sum(transactions) filter (where outcome = 'failed'), 0)::float8 as failed,
  ${sumOfEnded('mined')} as mined, ${sumOfEnded('gas_used')} as "gasUsed",
  ${sumOfEnded('settled')} as settled, ${sumOfEnded('duration_ms')} as "durationMs"`);

function paired<Figures>(rules: readonly AlertRule[], rows: readonly Figures[]): [AlertRule, Figures][] {
  return rules.flatMap((rule, i): [AlertRule, Figures][] => {
    const figures = rows[i];
    return figures === undefined ? [] : [[rule, figures]];
  });
}

/**
 * One per rule, in order. A window begins at a full minute, so it may be up to one minute longer than
 * requested.
 */
export async function readWindows(
  db: AnyDatabase,
  rules: readonly AlertRule[],
  now: Date,
): Promise<[AlertRule, WindowFigures][]> {
  if (rules.length === 0) return [];
  // Joined as a whole, because a lookup per rule may read everything for each rule.
  const { rows } = await sql<WindowFigures>`
    with r as materialized (select * from ${rulesRows(rules, now)}),
    x as (
      select r.place, c.outcome, c.transactions, c.mined, c.gas_used, c.settled, c.duration_ms from r cross join lateral (
        select * from transaction_counts c
        where c.org_id = r.org_id and c.environment = r.environment and c.contract_id = r.contract_id
          and c.resolution = case when r.since is null then 'all' else 'settled_minute' end
          and c.bucket >= coalesce(r.since, '-infinity') and c.kind = 'execution'
        offset 0
      ) c
      union all
      select r.place, d.outcome, d.transactions, d.mined, d.gas_used, d.settled, d.duration_ms
      from transaction_count_deltas d
      join r on r.org_id = d.org_id and r.environment = d.environment and r.contract_id = d.contract_id
      where d.kind = 'execution' and (r.since is null or d.settled_bucket >= r.since)
    )
    select ${SUMS} from r left join x on x.place = r.place group by r.place order by r.place`.execute(db);
  return paired(rules, rows);
}

/** One per rule, in order. */
export async function readStates(
  db: AnyDatabase,
  rules: readonly AlertRule[],
  now: Date,
): Promise<[AlertRule, StateFigures][]> {
  if (rules.length === 0) return [];
  const { rows } = await sql<StateFigures>`
    select f."consecutiveFailures", p.pending, p."oldestPendingAt" from ${rulesRows(rules, now)}
    cross join lateral (
      select count(*) as "consecutiveFailures" from transactions t
      where t.org_id = r.org_id and t.environment = r.environment and t.contract_id = r.contract_id
        and transaction_outcome(t.status) = 'failed' and t.kind = 'execution'
        and t.created_at > coalesce((
          select s.created_at from transactions s
          where s.org_id = r.org_id and s.environment = r.environment and s.contract_id = r.contract_id
            and transaction_outcome(s.status) = 'confirmed' and s.kind = 'execution'
          order by s.created_at desc, s.id desc limit 1), '-infinity')
    ) f
    cross join lateral (
      select count(*) as pending, min(t.created_at) as "oldestPendingAt" from transactions t
      where t.org_id = r.org_id and t.environment = r.environment and t.contract_id = r.contract_id
        and transaction_outcome(t.status) = 'pending' and t.kind = 'execution'
    ) p
    order by r.place`.execute(db);
  return paired(rules, rows);
}

/** The address of each rule's balance: the wallet that sent last, or the contract that was deployed last. */
export async function readAddresses(
  db: AnyDatabase,
  rules: readonly AlertRule[],
): Promise<({ network: string; wallet: string; contract: string | null } | undefined)[]> {
  if (rules.length === 0) return [];
  const { rows } = await sql<{ place: number; network: string; wallet: string; contract: string | null }>`
    select r.place, t.network, t.from_address as wallet, t.to_address as contract
    from ${rulesRows(rules, new Date(0))} cross join lateral (
      select network, from_address, to_address from transactions t
      where t.org_id = r.org_id and t.environment = r.environment and t.contract_id = r.contract_id and t.transaction_hash is not null
      order by t.created_at desc, t.id desc limit 1
    ) t`.execute(db);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return rules.map((_, i) => byPlace.get(i + 1));
}
