import { sql } from 'kysely';
import type { ContractsDatabase, Owner } from '../../terms/contract-tables.ts';

/** A short summary of a contract's executions. */
export interface ContractHealth {
  status: 'healthy' | 'degraded' | 'unhealthy';
  lastExecution: Date | null;
  executionCount: number;
  /** 0 to 1. */
  failureRate: number;
}

const DEGRADED_ABOVE = 0.05;
const UNHEALTHY_ABOVE = 0.25;

/** The health of these contracts over all time; one without executions is healthy. */
export async function readHealth(
  db: ContractsDatabase,
  owner: Owner,
  contractIds: readonly string[],
): Promise<Map<string, ContractHealth>> {
  const { rows } = await sql<{ id: string; succeeded: number; failed: number; last: Date | null }>`
    select c.id, coalesce(m.succeeded, 0)::bigint as succeeded, coalesce(m.failed, 0)::bigint as failed, l.created_at as last
    from unnest(${[...contractIds]}::uuid[]) as c(id)
    left join lateral (
      select sum(transactions) filter (where outcome = 'confirmed') as succeeded,
        sum(transactions) filter (where outcome = 'failed') as failed
      from transaction_totals(${owner.orgId}, ${owner.environment}, c.id, null, null) where kind = 'execution'
    ) m on true
    left join lateral (
      select created_at from transactions t
      where t.org_id = ${owner.orgId} and t.environment = ${owner.environment} and t.contract_id = c.id
        and t.kind = 'execution'
      order by created_at desc, id desc limit 1
    ) l on true`.execute(db);
  return new Map(rows.map((row) => [row.id, toHealth(row.succeeded, row.failed, row.last)]));
}

function toHealth(succeeded: number, failed: number, lastExecution: Date | null): ContractHealth {
  const executionCount = succeeded + failed;
  const failureRate = executionCount === 0 ? 0 : failed / executionCount;
  const status =
    failureRate > UNHEALTHY_ABOVE ? 'unhealthy' : failureRate > DEGRADED_ABOVE ? 'degraded' : 'healthy';
  return { status, lastExecution, executionCount, failureRate };
}
