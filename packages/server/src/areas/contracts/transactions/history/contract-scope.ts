import { notFound } from '../../../../kit/errors/index.ts';
import { parseId } from '../../../../kit/ids.ts';
import type { Owner } from '../../terms/contract-tables.ts';

/** A contract in an organization's environment, by UUID. */
export interface ContractScope extends Owner {
  contractId: string;
}

/** The scope of a request from a contract's public id. Throws `not_found` for an invalid id. */
export function contractScope(owner: Owner, publicId: string): ContractScope {
  const contractId = parseId('ctr', publicId);
  if (contractId === undefined) throw notFound('contract');
  return { orgId: owner.orgId, environment: owner.environment, contractId };
}
