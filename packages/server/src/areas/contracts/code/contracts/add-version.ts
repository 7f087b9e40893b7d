import { configurationEvents } from '../../../../engine/catalog/index.ts';
import { AppError, notFound } from '../../../../kit/errors/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import type { CodeCore } from './code-core.ts';
import { findContract, lockContract } from './contract.repository.ts';
import { resolveCode, type SubmittedCode } from './resolve-code.ts';
import { type ContractVersion, findVersion, insertVersion, setVersion } from './version.repository.ts';

export interface AddVersionRequest extends Owner, SubmittedCode {
  contractId: string;
  version: string;
  changes?: string | undefined;
}

/**
 * Adds a version and makes it the current one for deployments. Omitted code is inherited from the previous
 * version. Throws `version_conflict` for an existing number.
 */
export async function addVersion(core: CodeCore, request: AddVersionRequest): Promise<ContractVersion> {
  const contract = await findContract(core.db, request, request.contractId);
  if (contract === undefined) throw notFound('contract');
  const previous = required(
    await findVersion(core.db, contract, contract.id, contract.version),
    'the current version',
  );
  const givesCode =
    request.abi !== undefined || request.bytecode !== undefined || request.sourceCode !== undefined;
  const abi = request.abi ?? (request.sourceCode === undefined ? previous.abi : undefined);
  const code = givesCode ? await resolveCode(core, { ...request, abi }) : previous;
  const version: ContractVersion = {
    version: request.version,
    changes: request.changes ?? null,
    abi: code.abi,
    bytecode: code.bytecode,
    sourceCode: code.sourceCode,
    compilation: code.compilation,
    createdAt: new Date(core.clock.now()),
  };
  return core.unitOfWork(async (tx) => {
    await lockContract(tx, contract, contract.id);
    if (!(await insertVersion(tx, contract, contract.id, version))) {
      throw new AppError('version_conflict', {
        field: 'version',
        message: `The contract has a version ${version.version}. Versions never change; choose the next number.`,
      });
    }
    await setVersion(tx, contract, contract.id, version.version, version.createdAt);
    const { orgId, id, name } = contract;
    const told = { orgId, thing: 'contract', id: formatId('ctr', id), name } as const;
    return { value: version, events: configurationEvents({ ...told, action: 'version_added' }) };
  });
}
