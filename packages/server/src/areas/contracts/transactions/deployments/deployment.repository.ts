import { sql } from 'kysely';
import { selectPage } from '../../../../kit/db/index.ts';
import type { Page } from '../../code/contracts/contract.repository.ts';
import type { ContractsDatabase, Owner, TransactionStatus } from '../../terms/contract-tables.ts';
import {
  type TransactionRecord,
  type TransactionRow,
  toRecord,
  transactions,
} from '../executions/pipeline/transaction-record.ts';

export interface DeploymentFilter {
  network?: string | undefined;
  status?: TransactionStatus | undefined;
}

/** Deployments of a contract, newest first. */
export async function listDeployments(
  db: ContractsDatabase,
  owner: Owner,
  contractId: string,
  filter: DeploymentFilter,
  page: Page,
): Promise<{ deployments: TransactionRecord[]; total: number }> {
  const matching = sql`org_id = ${owner.orgId} and environment = ${owner.environment}
    and contract_id = ${contractId} and kind = 'deployment'
    ${filter.network === undefined ? sql`` : sql`and network = ${filter.network}`}
    ${filter.status === undefined ? sql`` : sql`and status = ${filter.status}`}`;
  const { rows, total } = await selectPage(db, {
    rows: sql<TransactionRow>`select ${sql.raw(transactions.columns)} from transactions where ${matching}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
    matching: sql`select 1 from transactions where ${matching}`,
    page,
  });
  return { deployments: rows.map(toRecord), total };
}

/**
 * The newest deployments of each of these contracts that were sent to a chain, up to a limit per contract. A
 * deployment refused before sending has neither address nor transaction.
 */
export async function listNewestDeployments(
  db: ContractsDatabase,
  owner: Owner,
  contractIds: readonly string[],
  limit: number,
): Promise<Map<string, TransactionRecord[]>> {
  const { rows } = await sql<TransactionRow>`
    select d.* from unnest(${[...contractIds]}::uuid[]) as c(id)
    cross join lateral (
      select ${sql.raw(transactions.columnsOf('t'))} from transactions t
      where t.org_id = ${owner.orgId} and t.environment = ${owner.environment} and t.contract_id = c.id
        and t.kind = 'deployment' and t.transaction_hash is not null
      order by t.created_at desc, t.id desc limit ${limit}
    ) d`.execute(db);
  const byContract = new Map<string, TransactionRecord[]>();
  for (const record of rows.map(toRecord)) {
    const known = byContract.get(record.contractId);
    if (known === undefined) byContract.set(record.contractId, [record]);
    else known.push(record);
  }
  return byContract;
}
