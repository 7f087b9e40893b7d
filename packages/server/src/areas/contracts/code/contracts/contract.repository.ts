import { sql } from 'kysely';
import { selectPage } from '../../../../kit/db/index.ts';
import type { ContractsDatabase, ContractsTransaction, Owner } from '../../terms/contract-tables.ts';

export interface Contract extends Owner {
  id: string;
  name: string;
  description: string | null;
  network: string;
  templateId: string | null;
  version: string;
  status: 'created' | 'deployed';
  createdAt: Date;
}

interface ContractRow {
  org_id: string;
  environment: string;
  id: string;
  name: string;
  description: string | null;
  network: string;
  template_id: string | null;
  version: string;
  status: 'created' | 'deployed';
  created_at: Date;
}

function toContract(row: ContractRow): Contract {
  return {
    orgId: row.org_id,
    environment: row.environment,
    id: row.id,
    name: row.name,
    description: row.description,
    network: row.network,
    templateId: row.template_id,
    version: row.version,
    status: row.status,
    createdAt: row.created_at,
  };
}

/** False when the id is taken: a repeated request made it before. */
export async function insertContract(tx: ContractsTransaction, contract: Contract): Promise<boolean> {
  const result = await tx
    .insertInto('contracts')
    .values({
      org_id: contract.orgId,
      environment: contract.environment,
      id: contract.id,
      name: contract.name,
      description: contract.description,
      network: contract.network,
      template_id: contract.templateId,
      version: contract.version,
      status: contract.status,
      created_at: contract.createdAt,
      updated_at: contract.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

function contractsOf(db: ContractsDatabase, owner: Owner) {
  return db
    .selectFrom('contracts')
    .where('org_id', '=', owner.orgId)
    .where('environment', '=', owner.environment);
}

export async function findContract(
  db: ContractsDatabase,
  owner: Owner,
  id: string,
): Promise<Contract | undefined> {
  const row = await contractsOf(db, owner).selectAll().where('id', '=', id).executeTakeFirst();
  return row && toContract(row);
}

/** Locks the contract against other changes of its versions until the transaction ends. */
export async function lockContract(
  tx: ContractsTransaction,
  owner: Owner,
  id: string,
): Promise<Contract | undefined> {
  const row = await contractsOf(tx, owner).selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toContract(row);
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
  let found = contractsOf(db, owner);
  if (filter.network !== undefined) found = found.where('network', '=', filter.network);
  if (filter.status !== undefined) found = found.where('status', '=', filter.status);
  if (filter.templateId !== undefined) found = found.where('template_id', '=', filter.templateId);
  const { rows, total } = await selectPage(db, {
    rows: found
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page.limit)
      .offset(page.offset),
    count: found.select((select) => select.fn.countAll<number>().as('total')),
  });
  return { contracts: rows.map(toContract), total };
}

export interface ExecutionTarget {
  contractId: string;
  network: string;
}

/** Where a call goes: the contract's active deployment on a network, with the version that runs there. */
export interface ActiveDeployment extends ExecutionTarget {
  address: string;
  version: string;
  simulated: boolean;
}

/** What is asked for contracts: several at once, so that a burst of calls costs one statement. */
export async function findTargets(
  db: ContractsDatabase,
  asked: readonly (Owner & { contractId: string; network: string | undefined })[],
): Promise<({ contract: Contract; deployment: ActiveDeployment | undefined } | undefined)[]> {
  const { rows } = await sql<
    ContractRow & {
      rank: number;
      deployment: ActiveDeployment | null;
    }
  >`
    select a.rank, c.*, d.deployment
    from unnest(${asked.map((_, i) => i)}::int[], ${asked.map(({ orgId }) => orgId)}::uuid[],
      ${asked.map(({ environment }) => environment)}::text[], ${asked.map(({ contractId }) => contractId)}::uuid[],
      ${asked.map(({ network }) => network ?? null)}::text[]) as a(rank, org_id, environment, id, network)
    join contracts c on c.org_id = a.org_id and c.environment = a.environment and c.id = a.id
    left join lateral (
      select json_build_object('contractId', c.id, 'network', t.network, 'address', t.to_address,
        'version', t.version, 'simulated', t.simulated) as deployment
      from transactions t
      where t.org_id = c.org_id and t.environment = c.environment and t.contract_id = c.id
        and t.kind = 'deployment' and t.network = coalesce(a.network, c.network) and t.status = 'active'
      order by t.created_at desc limit 1
    ) d on true`.execute(db);
  const byRank = new Map(rows.map((row) => [row.rank, row]));
  return asked.map((_, i) => {
    const row = byRank.get(i);
    if (row === undefined) return undefined;
    const { deployment } = row;
    return { contract: toContract(row), deployment: deployment ?? undefined };
  });
}
