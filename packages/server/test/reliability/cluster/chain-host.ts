import { type ChildProcess, spawn } from 'node:child_process';
import { openAnvil } from '../../../src/areas/contracts/index.ts';
import { bareEnvironment, waitUntil } from '../../../src/kit/processes/index.ts';
import type { ChainCall } from './history.ts';
import type { Network } from './network.ts';

/** The well-known first account of every anvil. It has coins, which are worthless. */
export const chainSignerKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
export const chainSigner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const TRANSFER = '0xa9059cbb';
const UP_WITHIN_MS = 20_000;

interface Transaction {
  hash: string;
  nonce: string;
  input: string;
}

/** A chain on a separate host that all nodes reach over the network, like that of a provider. */
export class ChainHost {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  static async start(network: Network, host: string): Promise<ChainHost> {
    const program = openAnvil(undefined);
    if ('problem' in program) throw new Error(program.problem);
    const address = network.addresses[host] ?? '';
    const [file = '', ...words] = [
      ...network.on(host),
      ...[program.binary, '--host', address, '--port', '8545', '--block-time', '1', '--silent'],
    ];
    const child = spawn(file, words, { stdio: 'ignore', env: bareEnvironment });
    const chain = new ChainHost(`http://${address}:8545`, child);
    const isUp = () =>
      chain.#ask('eth_chainId').then(
        () => true,
        () => false,
      );
    if (await waitUntil(isUp, UP_WITHIN_MS, 100)) return chain;
    chain.stop();
    throw new Error('the chain did not start');
  }

  stop(): void {
    this.#child.kill('SIGKILL');
  }

  /** Every token transfer in the blocks of the chain; its amount is the number that a client gave it. */
  async transfers(): Promise<ChainCall[]> {
    const newest = Number(await this.#ask('eth_blockNumber'));
    const calls: ChainCall[] = [];
    for (let number = 0; number <= newest; number++) {
      const block = await this.#ask('eth_getBlockByNumber', [`0x${number.toString(16)}`, true]);
      for (const { hash, nonce, input } of (block as { transactions: Transaction[] }).transactions) {
        if (input.startsWith(TRANSFER))
          calls.push({ n: Number(`0x${input.slice(-64)}`), hash, nonce: Number(nonce) });
      }
    }
    return calls;
  }

  async #ask(method: string, params: unknown[] = []): Promise<unknown> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(5_000),
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }
}
