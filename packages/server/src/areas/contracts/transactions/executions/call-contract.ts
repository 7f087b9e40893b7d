import type { Address } from 'viem';
import { getAddress } from 'viem/utils';
import { AppError, invalidField, notFound } from '../../../../kit/errors/index.ts';
import { decodeAnyValues } from '../../code/abi/abi-threads.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';
import { assertRan } from './assert-code.ts';
import type { ContractsCore } from './contracts-core.ts';
import { parseValue } from './costs/amounts.ts';
import { revertDetails, sentence } from './execute-contract.ts';
import { findFunction } from './find-function.ts';
import { decodeRevert } from './reverts/decode-revert.ts';

export interface CallRequest extends Owner {
  contractId: string;
  network?: string | undefined;
  function: string;
  args?: readonly unknown[] | undefined;
  from?: string | undefined;
  value?: string | undefined;
  block?: 'latest' | 'pending' | number | undefined;
}

export interface CallResult {
  network: string;
  address: string;
  function: string;
  outputs: { name: string; type: string; value: unknown }[];
  simulated: boolean;
}

/** Messages of geth, Nethermind, Besu and anvil for a block that does not exist, or whose state is pruned. */
const NO_SUCH_BLOCK =
  /BlockOutOfRange|block not found|header not found|unknown block|missing trie node|state\b.*(not |un)available|historical state/i;

/** Calls a function without a transaction: nothing is signed, sent or paid. */
export async function callContract(core: ContractsCore, request: CallRequest): Promise<CallResult> {
  const target = await core.targets.add({ ...request, network: request.network });
  if (target === undefined) throw notFound('contract');
  const { contract, deployment } = target;
  const network = core.networks.get(request.network ?? contract.network);
  const version = deployment?.version ?? contract.version;
  const { callable, contractInterface } = await findFunction(core, request, {
    deployed: version,
    current: contract.version,
  });
  const data = await contractInterface.encodeCall(callable, request.args ?? []);
  const value = request.value === undefined ? 0n : parseValue(request.value);
  if (deployment === undefined) {
    throw new AppError(contractsErrors.contract_not_deployed, {
      field: 'network',
      message: `This contract has no active deployment on \`${network.name}\`. Deploy it there first.`,
    });
  }
  const chain = await network.open();
  const from: Address =
    request.from === undefined
      ? (await core.wallets.walletFor(network, chain, request)).address
      : (getAddress(request.from.toLowerCase()) as Address);
  const to = deployment.address as Address;
  const outcome = await chain.call({ from, to, data, value }, request.block ?? 'latest');
  if (!outcome.ok) {
    const { data, message } = outcome.failure;
    if (typeof request.block === 'number' && data === '0x' && NO_SUCH_BLOCK.test(message)) {
      throw invalidField(
        'block',
        `\`${network.name}\` has no block ${request.block}, or its node keeps that state no longer. Name another, or leave it out.`,
      );
    }
    const abis = await core.interfaces.errorAbis(request, contract.id, version);
    const revert = decodeRevert(data, message, abis);
    throw new AppError(contractsErrors.execution_failed, {
      message: sentence(`The call fails: ${revert.reason}`),
      details: revertDetails(revert),
    });
  }
  const { outputs } = callable.item;
  if (outcome.value === '0x') await assertRan(chain, to, request.block, outputs.length > 0);
  let values: readonly unknown[];
  try {
    values = outputs.length === 0 ? [] : await decodeAnyValues(outputs, outcome.value);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(contractsErrors.execution_failed, {
      message: `\`${callable.signature}\` answered what its ABI does not describe. Check that the ABI is that of the deployed contract.`,
      details: { kind: 'undecodable', raw: outcome.value.slice(0, 1_000) },
    });
  }
  return {
    network: network.name,
    address: deployment.address,
    function: callable.signature,
    outputs: outputs.map(({ name = '', type }, i) => ({ name, type, value: values[i] })),
    simulated: deployment.simulated,
  };
}
