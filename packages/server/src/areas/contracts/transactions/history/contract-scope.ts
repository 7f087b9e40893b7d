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
