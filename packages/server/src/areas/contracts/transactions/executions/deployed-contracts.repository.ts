import type { Address } from 'viem';
import type { QueryRows } from '../../../../kit/db/index.ts';
import type { Owner } from '../../terms/contract-tables.ts';

/** A contract of the environment at an address. */
export interface DeployedContract {
  address: Address;
  contractId: string;
  version: string;
  name: string;
}

/** The environment's deployments at these addresses of a network, newest per address. */
export function findDeployedAt(
  query: QueryRows,
  { orgId, environment }: Owner,
  network: string,
  addresses: readonly Address[],
): Promise<DeployedContract[]> {
  return query<DeployedContract>(
    `select distinct on (lower(t.to_address)) lower(t.to_address) as address, t.contract_id as "contractId", t.version, c.name
     from transactions t join contracts c
       on c.org_id = t.org_id and c.environment = t.environment and c.id = t.contract_id
     where t.org_id = $1 and t.environment = $2 and t.network = $3 and t.kind = 'deployment'
       and t.status in ('active', 'superseded', 'confirmed') and lower(t.to_address) = any($4::text[])
     order by lower(t.to_address), t.created_at desc`,
    [orgId, environment, network, addresses.map((address) => address.toLowerCase())],
  );
}
