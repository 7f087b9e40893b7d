import type { Address, Hex } from 'viem';
import type { SendOutcome } from '../chain.ts';
import type { JsonRpc } from '../json-rpc.ts';
import { RpcChain } from '../rpc-chain.ts';

/** The embedded chain's RPC, with the methods that only an embedded chain has. */
export class EmbeddedRpcChain extends RpcChain {
  readonly #rpc: JsonRpc;
  /** Whether anything was sent since the last snapshot. */
  isDirty = false;

  constructor(network: string, chainId: number, rpc: JsonRpc) {
    super(network, chainId, rpc);
    this.#rpc = rpc;
  }

  override send(raws: readonly Hex[]): Promise<SendOutcome[]> {
    this.isDirty = true;
    return super.send(raws);
  }

  async setBalance(address: Address, wei: bigint): Promise<void> {
    this.isDirty = true;
    await this.#rpc.batch([{ method: 'anvil_setBalance', params: [address, `0x${wei.toString(16)}`] }]);
  }
}
