import type { Address, Hex } from 'viem';
import { AppError, invalidField } from '../../../../kit/errors/index.ts';
import type { BlockTag, Chain } from '../../chains/chain/chain.ts';
import { contractsErrors } from '../../terms/contracts-errors.ts';
import { intrinsicGas } from './intrinsic-gas.ts';

/** Estimates include a margin: geth's are up to a sixty-fourth too high. */
const ESTIMATE_MARGIN = 1.05;

/** Whether a call with this estimate may have run no code. */
export function mayRunNothing(data: Hex, estimatedGas: number): boolean {
  return estimatedGas <= intrinsicGas(data, false) * ESTIMATE_MARGIN;
}

/** To a chain, a call of an address without code is a success that does nothing. */
export async function assertCode(chain: Chain, address: Address): Promise<void> {
  if ((await chain.code(address)) !== '0x') return;
  throw new AppError(contractsErrors.contract_not_deployed, {
    field: 'network',
    message: `There is no code at ${address} on \`${chain.network}\` any more: the chain was started anew, lost the deployment in a reorganization, or the contract destroyed itself. Deploy it again with POST /contracts/:id/deploy.`,
  });
}

/** After a call that returned nothing: whether there was a contract to call. */
export async function assertRan(
  chain: Chain,
  address: Address,
  block: BlockTag | undefined,
  hasOutputs: boolean,
): Promise<void> {
  await assertCode(chain, address);
  if (typeof block !== 'number' || !hasOutputs) return;
  throw invalidField(
    'block',
    `The contract at ${address} on \`${chain.network}\` returned nothing at block ${block}: it may not have existed yet. Name a block after its deployment.`,
  );
}
