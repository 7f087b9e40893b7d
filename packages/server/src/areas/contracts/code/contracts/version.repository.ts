import { sql } from 'kysely';
import type { Abi, Hex } from 'viem';
import { selectPage } from '../../../../kit/db/index.ts';
import type { ContractsDatabase, ContractsTransaction, Owner } from '../../terms/contract-tables.ts';
import type { Page } from './contract.repository.ts';

export interface ContractVersion {
  version: string;
  changes: string | null;
  abi: Abi;
  bytecode: Hex | null;
  sourceCode: string | null;
  compilation: object | null;
  createdAt: Date;
}

interface VersionRow {
  version: string;
  changes: string | null;
  abi: unknown[];
  bytecode: string | null;
  source_code: string | null;
  compilation: object | null;
  created_at: Date;
}

function toVersion(row: VersionRow): ContractVersion {
  return {
    version: row.version,
    changes: row.changes,
    abi: row.abi as unknown as Abi,
    bytecode: row.bytecode as Hex | null,
    sourceCode: row.source_code,
    compilation: row.compilation,
    createdAt: row.created_at,
  };
}

/** False when the contract has a version of this number. */
export async function insertVersion(
  tx: ContractsTransaction,
  owner: Owner,
  contractId: string,
  version: ContractVersion,
): Promise<boolean> {
  const result = await tx
    .insertInto('contract_versions')
    .values({
      org_id: owner.orgId,
      environment: owner.environment,
      contract_id: contractId,
      version: version.version,
      changes: version.changes,
      abi: JSON.stringify(version.abi),
      bytecode: version.bytecode,
      source_code: version.sourceCode,
      compilation: version.compilation === null ? null : JSON.stringify(version.compilation),
      created_at: version.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
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

function versionsOf(db: ContractsDatabase, owner: Owner, contractId: string) {
  return db
    .selectFrom('contract_versions')
    .where('org_id', '=', owner.orgId)
    .where('environment', '=', owner.environment)
    .where('contract_id', '=', contractId);
}

const versionColumns = [
  'version',
  'changes',
  'abi',
  'bytecode',
  'source_code',
  'compilation',
  'created_at',
] as const;

export async function findVersion(
  db: ContractsDatabase,
  owner: Owner,
  contractId: string,
  version: string,
): Promise<ContractVersion | undefined> {
  const row = await versionsOf(db, owner, contractId)
    .select(versionColumns)
    .where('version', '=', version)
    .executeTakeFirst();
  return row && toVersion(row);
}

/** Newest first. */
export async function listVersions(
  db: ContractsDatabase,
  owner: Owner,
  contractId: string,
  page: Page,
): Promise<{ versions: ContractVersion[]; total: number }> {
  const { rows, total } = await selectPage(db, {
    rows: versionsOf(db, owner, contractId)
      .select(versionColumns)
      .orderBy('created_at', 'desc')
      .orderBy('version', 'desc')
      .limit(page.limit)
      .offset(page.offset),
    count: versionsOf(db, owner, contractId).select((select) => select.fn.countAll<number>().as('total')),
  });
  return { versions: rows.map(toVersion), total };
}

/**
 * The errors of an environment's newest versions, in which one that a contract passed on may be described. They are
 * picked out by the database: whole ABIs of a hundred contracts may be megabytes.
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

/** A mark that changes whenever an environment has a version more. */
export async function newestVersion(db: ContractsDatabase, owner: Owner): Promise<string> {
  const row = await db
    .selectFrom('contract_versions')
    .select((select) => [select.fn.max('created_at').as('newest'), select.fn.countAll<number>().as('count')])
    .where('org_id', '=', owner.orgId)
    .where('environment', '=', owner.environment)
    .executeTakeFirstOrThrow();
  return `${row.newest?.getTime()} ${row.count}`;
}

export interface Rollback {
  id: string;
  contractId: string;
  previousVersion: string;
  targetVersion: string;
  reason: string;
  rolledBackAt: Date;
}

export async function insertRollback(
  tx: ContractsTransaction,
  owner: Owner,
  rollback: Rollback,
): Promise<void> {
  await tx
    .insertInto('contract_rollbacks')
    .values({
      org_id: owner.orgId,
      environment: owner.environment,
      id: rollback.id,
      contract_id: rollback.contractId,
      previous_version: rollback.previousVersion,
      target_version: rollback.targetVersion,
      reason: rollback.reason,
      rolled_back_at: rollback.rolledBackAt,
    })
    .execute();
}
