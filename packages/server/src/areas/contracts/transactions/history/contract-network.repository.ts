import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';
import { notFound } from '../../../../kit/errors/index.ts';
import type { ContractScope } from './contract-scope.ts';

/** The network of a contract; undefined if the environment has no such contract. */
export async function findNetwork(db: AnyDatabase, scope: ContractScope): Promise<string | undefined> {
  const [contract] = await rowsIn(db)<{ network: string }>(
    'select network from contracts where org_id = $1 and environment = $2 and id = $3',
    [scope.orgId, scope.environment, scope.contractId],
  );
  return contract?.network;
}

/** Throws `not_found` if the environment has no such contract; `field` is the request's field. */
export async function requireContract(db: AnyDatabase, scope: ContractScope, field?: string): Promise<void> {
  if ((await findNetwork(db, scope)) === undefined) throw notFound('contract', field);
}
