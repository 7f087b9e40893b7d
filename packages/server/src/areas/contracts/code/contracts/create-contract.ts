import { factData, factEvent } from '../../../../engine/catalog/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import type { ContractsTransaction, Owner } from '../../terms/contract-tables.ts';
import { DEVNET } from '../../terms/network-table.ts';
import type { CodeCore } from './code-core.ts';
import { type Contract, findContract, insertContract } from './contract.repository.ts';
import { resolveCode, type SubmittedCode } from './resolve-code.ts';
import { insertVersion } from './version.repository.ts';

export interface CreateContractRequest extends Owner, SubmittedCode {
  id: string;
  name: string;
  description?: string | undefined;
  network?: string | undefined;
  correlationId?: string | undefined;
}

const FIRST_VERSION = '1.0.0';

/**
 * Registers a contract with its first version. Repeating it with the same id returns the existing contract.
 */
export async function createContract(core: CodeCore, request: CreateContractRequest): Promise<Contract> {
  const { name: network } = core.networks.get(request.network ?? DEVNET);
  const code = await resolveCode(core, request);
  const createdAt = new Date(core.clock.now());
  const contract: Contract = {
    orgId: request.orgId,
    environment: request.environment,
    id: request.id,
    name: request.name,
    description: request.description ?? null,
    network,
    templateId: request.templateId ?? null,
    version: FIRST_VERSION,
    status: 'created',
    createdAt,
  };
  return core.unitOfWork(async (tx: ContractsTransaction) => {
    if (!(await insertContract(tx, contract))) {
      return { value: required(await findContract(tx, contract, contract.id), 'the contract made before') };
    }
    const version = { ...code, version: FIRST_VERSION, changes: null, createdAt };
    await insertVersion(tx, contract, contract.id, version);
    const event = factEvent('contract_created', {
      orgId: contract.orgId,
      source: 'contracts',
      correlationId: request.correlationId,
      data: factData('contract_created', contract, {
        contract_id: formatId('ctr', contract.id),
        status: 'created',
      }),
    });
    return { value: contract, events: [event] };
  });
}
