// The upper limit for executions: an anvil like the embedded one that gets transactions which were signed before.
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { concatHex, encodeAbiParameters, type Hex, toFunctionSelector } from 'viem';
import { findAnvil } from '../../packages/server/src/areas/contracts/chains/chain/embedded/find-anvil.ts';
import { JsonRpc } from '../../packages/server/src/areas/contracts/chains/chain/json-rpc.ts';
import {
  LocalSigner,
  newPrivateKey,
} from '../../packages/server/src/areas/contracts/chains/signers/local-signer.ts';
import { signTransaction } from '../../packages/server/src/areas/contracts/chains/signers/sign-transaction.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import { serveCommands } from '../harness/serve-commands.ts';

const CHAIN_ID = 99_002;
const BATCH = 100;
const POLL_MS = 25;
const RESEND_AFTER_BLOCKS = 20;
const fees = { type: 'eip1559', maxFeePerGas: 2_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n } as const;
const RECEIVER = '0x00000000000000000000000000000000000000bb';

const key = newPrivateKey();
const signer = new LocalSigner(key);
let child: ChildProcess;
let rpc: JsonRpc;
let rpcUrl: string;
let nonce = 0;
/** Number of HTTP requests, by the methods in them. */
const proxied: Record<string, number> = {};

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  const [answer] = await rpc.batch([{ method, params }]);
  if (answer === undefined || 'error' in answer) throw new Error(`${method}: ${JSON.stringify(answer)}`);
  return answer.result;
}

const commands = {
  /** Starts the chain; resolves with what a service needs to use it. */
  async start({ blockTimeSeconds, port }: { blockTimeSeconds: number; port: number }) {
    const settings = ['--block-time', String(blockTimeSeconds), '--gas-limit', '15000000', '--order', 'fifo'];
    const quiet = ['--quiet', '--no-cors', '--accounts', '0', '--block-base-fee-per-gas', '0'];
    child = spawn(
      required(findAnvil(), 'anvil'),
      ['--port', String(port), '--chain-id', String(CHAIN_ID), ...settings, ...quiet],
      {
        stdio: 'ignore',
      },
    );
    // Stops the chain whenever this process ends, normally or by an interruption of the bench.
    process.once('exit', () => child.kill('SIGKILL'));
    process.once('SIGTERM', () => process.exit(0));
    rpcUrl = `http://127.0.0.1:${port}`;
    rpc = new JsonRpc({ network: 'bare', urls: [rpcUrl], deadlineMs: 20_000 });
    for (let tries = 0; ; tries++) {
      try {
        await ask('eth_chainId');
        break;
      } catch (error) {
        if (tries > 200) throw error;
        await sleep(25);
      }
    }
    await ask('anvil_setBalance', signer.address, `0x${(10n ** 24n).toString(16)}`);
    return { rpcUrl, chainId: CHAIN_ID, key, pid: required(child.pid, 'the id of the process') };
  },

  /** Deploys bytecode from the funded account; resolves with the address. */
  async deploy({ bytecode }: { bytecode: Hex }) {
    const unsigned = { chainId: CHAIN_ID, nonce: nonce++, to: undefined, value: 0n, gas: 3_000_000, fees };
    const { raw, hash } = await signTransaction({ ...unsigned, data: bytecode }, signer);
    await ask('eth_sendRawTransaction', raw);
    for (;;) {
      const receipt = (await ask('eth_getTransactionReceipt', hash)) as { contractAddress: Hex } | null;
      if (receipt !== null) return receipt.contractAddress;
      await sleep(POLL_MS);
    }
  },

  /**
   * Sends `count` signed transfers as fast as the chain accepts them. Resolves with the seconds until the last receipt.
   */
  async feed({ contract, count }: { contract: Hex; count: number }) {
    const inputs = [{ type: 'address' }, { type: 'uint256' }];
    const data = concatHex([
      toFunctionSelector('transfer(address,uint256)'),
      encodeAbiParameters(inputs, [RECEIVER, 1n]),
    ]);
    const signed: Hex[] = [];
    for (let i = 0; i < count; i++) {
      const unsigned = {
        chainId: CHAIN_ID,
        nonce: nonce++,
        to: contract,
        data,
        value: 0n,
        gas: 70_000,
        fees,
      };
      signed.push((await signTransaction(unsigned, signer)).raw);
    }
    const first = Number(await ask('eth_blockNumber'));
    const startedAt = performance.now();
    const fed = (async () => {
      for (let at = 0; at < count; at += BATCH) {
        const part = signed.slice(at, at + BATCH);
        const answers = await rpc.batch(
          part.map((raw) => ({ method: 'eth_sendRawTransaction', params: [raw] })),
        );
        const refused = answers.find((answer) => 'error' in answer);
        if (refused !== undefined) throw new Error(`a transfer was refused: ${JSON.stringify(refused)}`);
      }
    })();
    let receipts = 0;
    let emptyBlocks = 0;
    for (let next = first + 1; receipts < count; ) {
      if (Number(await ask('eth_blockNumber')) < next) {
        await sleep(POLL_MS);
        continue;
      }
      const found = ((await ask('eth_getBlockReceipts', `0x${next.toString(16)}`)) as unknown[]).length;
      receipts += found;
      emptyBlocks = found === 0 ? emptyBlocks + 1 : 0;
      // When the machine is busy, anvil sometimes drops a transaction, and all later ones would wait for ever.
      if (emptyBlocks > 0 && emptyBlocks % RESEND_AFTER_BLOCKS === 0) {
        await fed;
        await rpc.batch(signed.map((raw) => ({ method: 'eth_sendRawTransaction', params: [raw] })));
      }
      next++;
    }
    await fed;
    return { seconds: (performance.now() - startedAt) / 1_000 };
  },

  /** Starts a proxy in front of the chain that counts HTTP requests; resolves with its address. */
  countingProxy: () =>
    new Promise<string>((resolve) => {
      const server = createServer((request, response) => {
        const chunks: Buffer[] = [];
        request.on('data', (chunk: Buffer) => chunks.push(chunk));
        request.on('end', async () => {
          const calls = [JSON.parse(Buffer.concat(chunks).toString())].flat() as { method: string }[];
          const methods = [...new Set(calls.map(({ method }) => method))].sort().join(', ');
          proxied[methods] = (proxied[methods] ?? 0) + 1;
          const answer = await fetch(rpcUrl, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: Buffer.concat(chunks),
          });
          const text = await answer.text();
          response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
        });
      });
      server.listen(0, '127.0.0.1', () => {
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      });
    }),

  counted: () => ({ ...proxied }),

  async stop() {
    await rpc.close();
    child.kill('SIGKILL');
  },
};

export type BareChainCommands = typeof commands;
serveCommands(commands);
