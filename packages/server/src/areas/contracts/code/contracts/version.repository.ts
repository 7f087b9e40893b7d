import { sql } from 'kysely';
import type { Abi, Hex } from 'viem';
import {
  column,
  defineTable,
  insertRows,
  only,
  type RowOf,
  rowsIn,
  selectPage,
} from '../../../../kit/db/index.ts';
import type { ContractsDatabase, ContractsTransaction, Owner } from '../../terms/contract-tables.ts';
import type { Page } from './contract.repository.ts';

export const contractVersions = defineTable('contract_versions', {
  orgId: column.uuid(),
  environment: column.text(),
  contractId: column.uuid(),
  version: column.text(),
  changes: column.text().orNull(),
  abi: column.json<Abi>(),
  bytecode: column.text<Hex>().orNull(),
  sourceCode: column.text().orNull(),
  compilation: column.json<object>().orNull(),
  createdAt: column.timestamp(),
});

export type ContractVersion = Omit<RowOf<typeof contractVersions>, 'orgId' | 'environment' | 'contractId'>;

export const contractRollbacks = defineTable('contract_rollbacks', {
  orgId: column.uuid(),
  environment: column.text(),
  id: column.uuid(),
  contractId: column.uuid(),
  previousVersion: column.text(),
  targetVersion: column.text(),
  reason: column.text(),
  rolledBackAt: column.timestamp(),
});

export type Rollback = Omit<RowOf<typeof contractRollbacks>, keyof Owner>;

/** False if the contract already has this version. */
export async function insertVersion(
  tx: ContractsTransaction,
  { orgId, environment }: Owner,
  contractId: string,
  version: ContractVersion,
): Promise<boolean> {
  const made = await insertRows(
    rowsIn(tx),
    contractVersions,
    [{ ...version, orgId, environment, contractId }],
    { skipTaken: true, returning: ['version'] },
  );
  return made.length > 0;
}

export async function setVersion(
  tx: ContractsTransaction,
  owner: Owner,
  id: string,
  version: string,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('contracts')
    .set({ version, updated_at: now })
    .where('org_id', '=', owner.orgId)
    .where('environment', '=', owner.environment)
    .where('id', '=', id)
    .execute();
}

const COLUMNS = sql.raw(contractVersions.columns);

export async function findVersion(
  db: ContractsDatabase,
  owner: Owner,
  contractId: string,
  version: string,
): Promise<ContractVersion | undefined> {
  const [row] = await rowsIn(db)<ContractVersion>(
    `select ${contractVersions.columns} from contract_versions
     where org_id = $1 and environment = $2 and contract_id = $3 and version = $4`,
    [owner.orgId, owner.environment, contractId, version],
  );
  return row;
}

/** Newest first. */
export async function listVersions(
  db: ContractsDatabase,
  owner: Owner,
  contractId: string,
  page: Page,
): Promise<{ versions: ContractVersion[]; total: number }> {
  const mine = sql`org_id = ${owner.orgId} and environment = ${owner.environment} and contract_id = ${contractId}`;
  const { rows: versions, total } = await selectPage(db, {
    rows: sql<ContractVersion>`select ${COLUMNS} from contract_versions where ${mine}
      order by created_at desc, version desc limit ${page.limit} offset ${page.offset}`,
    matching: sql`select 1 from contract_versions where ${mine}`,
    page,
  });
  return { versions, total };
}

/**
 * The errors of an environment's newest versions, to describe one that a contract passed on. The database
 * extracts them, because the whole ABIs of a hundred contracts may be megabytes.
 */
export async function listErrors(
  db: ContractsDatabase,
  owner: Owner,
  limits: { versions: number; errors: number },
): Promise<Abi> {
  const { rows } = await sql<{ error: string }>`
    select e.error::text as error from (
      select abi, created_at from contract_versions
      where org_id = ${owner.orgId} and environment = ${owner.environment}
      order by created_at desc limit ${limits.versions}
    ) v cross join lateral json_array_elements(v.abi) as e(error)
    where e.error ->> 'type' = 'error'
    group by e.error::text order by max(v.created_at) desc limit ${limits.errors}`.execute(db);
  return rows.map(({ error }) => JSON.parse(error) as Abi[number]);
}

/** A marker that changes when the newest versions of an environment, in which `listErrors` looks, are others. */
export async function newestVersions(db: ContractsDatabase, owner: Owner, versions: number): Promise<string> {
  const { rows } = await sql<{ marker: string | null }>`
    select md5(string_agg(contract_id || ' ' || version, ' ' order by created_at, contract_id, version)) as marker from (
      select contract_id, version, created_at from contract_versions
      where org_id = ${owner.orgId} and environment = ${owner.environment}
      order by created_at desc limit ${versions}
    ) v`.execute(db);
  return only(rows).marker ?? '';
}

export async function insertRollback(
  tx: ContractsTransaction,
  { orgId, environment }: Owner,
  rollback: Rollback,
): Promise<void> {
  await insertRows(rowsIn(tx), contractRollbacks, [{ ...rollback, orgId, environment }]);
}
