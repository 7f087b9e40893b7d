import { sql } from 'kysely';
import { column, defineTable, insertRows, type RowOf, rowsIn, selectPage } from '../../../../kit/db/index.ts';
import type { ContractsDatabase, ContractsTransaction, Owner } from '../../terms/contract-tables.ts';

export const contracts = defineTable('contracts', {
  orgId: column.uuid(),
  environment: column.text(),
  id: column.uuid(),
  name: column.text(),
  description: column.text().orNull(),
  network: column.text(),
  templateId: column.text().orNull(),
  version: column.text(),
  status: column.text<'created' | 'deployed'>(),
  createdAt: column.timestamp(),
});

export const newContracts = defineTable('contracts', {
  ...contracts.fields,
  updatedAt: column.timestamp(),
});

export type Contract = RowOf<typeof contracts>;

const COLUMNS = sql.raw(contracts.columns);
const COLUMNS_OF_C = sql.raw(contracts.columnsOf('c'));

/** False if the id exists: a repeated request created it before. */
export async function insertContract(tx: ContractsTransaction, contract: Contract): Promise<boolean> {
  const row = { ...contract, updatedAt: contract.createdAt };
  const made = await insertRows(rowsIn(tx), newContracts, [row], { skipTaken: true, returning: ['id'] });
  return made.length > 0;
}

export async function findContract(
  db: ContractsDatabase,
  owner: Owner,
  id: string,
): Promise<Contract | undefined> {
  const [contract] = await rowsIn(db)<Contract>(
    `select ${contracts.columns} from contracts where org_id = $1 and environment = $2 and id = $3`,
    [owner.orgId, owner.environment, id],
  );
  return contract;
}

/** Locks the contract's versions against concurrent changes until the transaction ends. */
export async function lockContract(
  tx: ContractsTransaction,
  owner: Owner,
  id: string,
): Promise<Contract | undefined> {
  const [contract] = await rowsIn(tx)<Contract>(
    `select ${contracts.columns} from contracts where org_id = $1 and environment = $2 and id = $3 for update`,
    [owner.orgId, owner.environment, id],
  );
  return contract;
}

export interface ContractFilter {
  network?: string | undefined;
  status?: 'created' | 'deployed' | undefined;
  templateId?: string | undefined;
}

export interface Page {
  limit: number;
  offset: number;
}

export async function listContracts(
  db: ContractsDatabase,
  owner: Owner,
  filter: ContractFilter,
  page: Page,
): Promise<{ contracts: Contract[]; total: number }> {
  const { network = null, status = null, templateId = null } = filter;
  const wanted = sql`org_id = ${owner.orgId} and environment = ${owner.environment}
    ${network === null ? sql`` : sql`and network = ${network}`}
    ${status === null ? sql`` : sql`and status = ${status}`}
    ${templateId === null ? sql`` : sql`and template_id = ${templateId}`}`;
  const { rows, total } = await selectPage(db, {
    rows: sql<Contract>`select ${COLUMNS} from contracts where ${wanted}
      order by created_at desc, id desc limit ${page.limit} offset ${page.offset}`,
    matching: sql`select 1 from contracts where ${wanted}`,
    page,
  });
  return { contracts: rows, total };
}

export interface ExecutionTarget {
  contractId: string;
  network: string;
}

/** The target of a call: the contract's active deployment on a network, and its version. */
export interface ActiveDeployment extends ExecutionTarget {
  address: string;
  version: string;
  simulated: boolean;
}

interface Deployed {
  address: string;
  deployedVersion: string;
  simulated: boolean;
}

/**
 * Flat, because this is on the path of every call: building and parsing a JSON object in the database costs
 * more than it saves here.
 */
type TargetRow = Contract & { rank: number; askedNetwork: string } & (
    | Deployed
    | { [Field in keyof Deployed]: null }
  );

/** The targets for several contracts at once, so that a burst of calls costs one statement. */
export async function findTargets(
  db: ContractsDatabase,
  asked: readonly (Owner & { contractId: string; network: string | undefined })[],
): Promise<({ contract: Contract; deployment: ActiveDeployment | undefined } | undefined)[]> {
  const { rows } = await sql<TargetRow>`
    select a.rank, ${COLUMNS_OF_C}, coalesce(a.network, c.network) as "askedNetwork",
      d.to_address as address, d.version as "deployedVersion", d.simulated
    from unnest(${asked.map((_, i) => i)}::int[], ${asked.map(({ orgId }) => orgId)}::uuid[],
      ${asked.map(({ environment }) => environment)}::text[], ${asked.map(({ contractId }) => contractId)}::uuid[],
      ${asked.map(({ network }) => network ?? null)}::text[]) as a(rank, org_id, environment, id, network)
    join contracts c on c.org_id = a.org_id and c.environment = a.environment and c.id = a.id
    left join lateral (
      select t.to_address, t.version, t.simulated from transactions t
      where t.org_id = c.org_id and t.environment = c.environment and t.contract_id = c.id
        and t.kind = 'deployment' and t.network = coalesce(a.network, c.network) and t.status = 'active'
      order by t.created_at desc limit 1
    ) d on true`.execute(db);
  const byRank = new Map(rows.map((row) => [row.rank, toTarget(row)]));
  return asked.map((_, i) => byRank.get(i));
}

function toTarget({ rank: _, askedNetwork: network, ...row }: TargetRow) {
  const { address, deployedVersion: version, simulated, ...contract } = row;
  if (address === null) return { contract, deployment: undefined };
  return { contract, deployment: { contractId: contract.id, network, address, version, simulated } };
}
