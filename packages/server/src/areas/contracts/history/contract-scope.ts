import { sql } from 'kysely';
import type { AnyDatabase } from '../../../engine/spine/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import { parseId } from '../../../kit/ids.ts';
import type { Owner } from '../contracts/contract-tables.ts';

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

/** Throws `not_found` when the environment has no such contract. */
export async function requireContract(db: AnyDatabase, scope: ContractScope): Promise<void> {
  const { rows } = await sql`
    select from contracts
    where org_id = ${scope.orgId} and environment = ${scope.environment} and id = ${scope.contractId}`.execute(
    db,
  );
  if (rows.length === 0) throw notFound('contract');
}
