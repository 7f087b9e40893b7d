import { configurationEvents } from '../../../../engine/catalog/index.ts';
import { AppError, invalidField, notFound } from '../../../../kit/errors/index.ts';
import { formatId, newUuid } from '../../../../kit/ids.ts';
import type { ContractsTransaction, Owner } from '../../terms/contract-tables.ts';
import type { CodeCore } from './code-core.ts';
import { lockContract } from './contract.repository.ts';
import { findVersion, insertRollback, type Rollback, setVersion } from './version.repository.ts';

export interface RollBackRequest extends Owner {
  contractId: string;
  targetVersion: string;
  reason: string;
}

/**
 * Makes an existing version the current one again. Deployed code stays: it cannot be removed from a chain.
 */
export async function rollBack(core: CodeCore, request: RollBackRequest): Promise<Rollback> {
  return core.unitOfWork(async (tx: ContractsTransaction) => {
    const contract = await lockContract(tx, request, request.contractId);
    if (contract === undefined) throw notFound('contract');
    if ((await findVersion(tx, contract, contract.id, request.targetVersion)) === undefined) {
      throw invalidField(
        'target_version',
        `The contract has no version ${request.targetVersion.slice(0, 100)}. See GET /contracts/:id/versions.`,
      );
    }
    if (contract.version === request.targetVersion) {
      throw new AppError('invalid_state', {
        field: 'target_version',
        message: `The contract is at version ${contract.version} already.`,
      });
    }
    const rolledBackAt = new Date(core.clock.now());
    const rollback: Rollback = {
      id: newUuid(),
      contractId: contract.id,
      previousVersion: contract.version,
      targetVersion: request.targetVersion,
      reason: request.reason,
      rolledBackAt,
    };
    await setVersion(tx, contract, contract.id, request.targetVersion, rolledBackAt);
    await insertRollback(tx, contract, rollback);
    const { orgId, id, name } = contract;
    const told = { orgId, thing: 'contract', id: formatId('ctr', id), name } as const;
    return { value: rollback, events: configurationEvents({ ...told, action: 'rolled_back' }) };
  });
}
