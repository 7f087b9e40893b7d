import { sql } from 'kysely';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import type { Owner } from '../../terms/contract-tables.ts';

/** A contract of an organization's environment, by its UUID. */
export interface ContractScope extends Owner {
  contractId: string;
}

/** What a request with a contract's public id is about. Throws `not_found` for what cannot be one. */
export function contractScope(owner: Owner, publicId: string): ContractScope {
  const contractId = parseId('ctr', publicId);
  if (contractId === undefined) throw notFound('contract');
  return { orgId: owner.orgId, environment: owner.environment, contractId };
}

/** The network of a contract; undefined when the environment has no such contract. */
export async function findNetwork(db: AnyDatabase, scope: ContractScope): Promise<string | undefined> {
  const { rows } = await sql<{ network: string }>`
    select network from contracts
    where org_id = ${scope.orgId} and environment = ${scope.environment} and id = ${scope.contractId}`.execute(
    db,
  );
  return rows[0]?.network;
}

/** Throws `not_found` when the environment has no such contract. */
export async function requireContract(db: AnyDatabase, scope: ContractScope): Promise<void> {
  if ((await findNetwork(db, scope)) === undefined) throw notFound('contract');
}
