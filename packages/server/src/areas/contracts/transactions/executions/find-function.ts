import { required } from '../../../../kit/required.ts';
import type { CallableFunction, ContractInterface } from '../../code/abi/contract-interface.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import type { ContractsCore } from './contracts-core.ts';

/**
 * The function that a request names, and its interface: that of the deployed version, or else of the
 * contract's current version, to which a proxy may have been upgraded. Throws `invalid_request` with the
 * functions of the deployed version, or of the current one if they differ.
 */
export async function findFunction(
  core: ContractsCore,
  request: Owner & { contractId: string; function: string },
  { deployed, current }: { deployed: string; current: string },
): Promise<{ callable: CallableFunction; contractInterface: ContractInterface }> {
  const contractInterface = await interfaceOf(core, request, deployed);
  try {
    return { callable: contractInterface.function(request.function), contractInterface };
  } catch (error) {
    if (current === deployed) throw error;
    const other = await interfaceOf(core, request, current);
    return { callable: other.function(request.function), contractInterface: other };
  }
}

async function interfaceOf(
  core: ContractsCore,
  owner: Owner & { contractId: string },
  version: string,
): Promise<ContractInterface> {
  const found = await core.interfaces.get(owner, owner.contractId, version);
  return required(found, 'the interface of a stored version');
}

/**
 * The interfaces to decode a transaction with: that of its version, then that of the contract's current one.
 */
export async function interfacesOf(
  core: ContractsCore,
  record: Owner & { contractId: string; version: string },
): Promise<ContractInterface[]> {
  const target = await core.targets.add({ ...record, network: undefined });
  const versions = [...new Set([record.version, target?.contract.version ?? record.version])];
  const found = await Promise.all(
    versions.map((version) => core.interfaces.get(record, record.contractId, version)),
  );
  return found.filter((one) => one !== undefined);
}
