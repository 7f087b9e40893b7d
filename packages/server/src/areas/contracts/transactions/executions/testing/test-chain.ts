import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../../kit/net/free-port.fixture.ts';
import { listen } from '../../../../../kit/net/listen.fixture.ts';
import { required } from '../../../../../kit/required.ts';
import { findAnvil } from '../../../chains/chain/embedded/find-anvil.ts';
import { JsonRpc, type RpcResult } from '../../../chains/chain/json-rpc.ts';
import type { NetworkSettings } from '../../../chains/networks/network-settings.ts';
import { LocalSigner, newPrivateKey } from '../../../chains/signers/local-signer.ts';

/** The test's own chain, configured like an operator's: a URL and a key file. */
export interface TestChain {
  rpcUrl: string;
  chainId: number;
  account: string;
  rpc(method: string, ...params: unknown[]): Promise<unknown>;
  /** Adds to its pool, in this order. */
  send(raws: readonly string[]): Promise<void>;
  /** Stops making blocks until resumed; then one every tenth of a second by default. */
  pauseBlocks(): Promise<void>;
  resumeBlocks(everyMs?: number): void;
  /** Settings for the service; optionally with another URL. */
  settings(rpcUrl?: string): NetworkSettings;
  close(): Promise<void>;
}

const CHAIN_ID = 99_001;
export const TEST_NETWORK = 'testnet';

export async function startTestChain(args: string[] = ['--block-time', '0.1']): Promise<TestChain> {
  const folder = await mkdtemp(join(tmpdir(), 'trivium-chain-'));
  const port = await freePort();
  const child = spawn(
    required(findAnvil(), 'findAnvil()'),
    [
      '--port',
      String(port),
      '--chain-id',
      String(CHAIN_ID),
      '--accounts',
      '0',
      '--quiet',
      '--order',
      'fifo',
      ...args,
    ],
    { stdio: 'ignore' },
  );
  const rpcUrl = `http://127.0.0.1:${port}`;
  const client = new JsonRpc({ network: 'test', urls: [rpcUrl], deadlineMs: 20_000 });
  const rpc = async (method: string, ...params: unknown[]) =>
    resultOf(required((await client.batch([{ method, params }]))[0], 'the answer'));
  await untilUp(rpc);
  const key = newPrivateKey();
  const keyPath = join(folder, 'key');
  await writeFile(keyPath, `${key}\n`, { mode: 0o600 });
  const account = new LocalSigner(key).address;
  await rpc('anvil_setBalance', account, `0x${(10n ** 24n).toString(16)}`);
  let isTicking = false;
  let ticking = Promise.resolve();
  const blockTime = Number(args[args.indexOf('--block-time') + 1]);
  return {
    rpcUrl,
    chainId: CHAIN_ID,
    account,
    rpc,
    async send(raws) {
      const calls = raws.map((raw) => ({ method: 'eth_sendRawTransaction', params: [raw] }));
      for (const result of await client.batch(calls)) resultOf(result);
    },
    settings: (url = rpcUrl) => ({
      name: TEST_NETWORK,
      rpcUrls: [url],
      chainId: CHAIN_ID,
      asset: 'ETH',
      blockTimeMs: blockTime > 0 ? blockTime * 1_000 : 100,
      confirmations: 1,
      signer: { kind: 'key_file', path: keyPath },
    }),
    async pauseBlocks() {
      isTicking = false;
      // A block that is being mined would still include what is sent next.
      await ticking;
      await rpc('evm_setIntervalMining', 0);
    },
    resumeBlocks(everyMs = 100) {
      // Once changed, the chain's own interval has to be whole seconds.
      isTicking = true;
      ticking = (async () => {
        while (isTicking) {
          await rpc('evm_mine').catch(() => {});
          await new Promise((resolve) => setTimeout(resolve, everyMs));
        }
      })();
    },
    async close() {
      isTicking = false;
      await ticking;
      await client.close();
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function resultOf(result: RpcResult): unknown {
  if ('error' in result) throw new Error(result.error.message);
  return result.result;
}

async function untilUp(rpc: TestChain['rpc']): Promise<void> {
  for (;;) {
    try {
      await rpc('eth_chainId');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function end(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

/** How a proxy changes a response. `next` is the node's own response, if requested. */
export type Tamper = (
  body: string,
  next: () => Promise<string>,
) => Promise<{ status: number; body: string } | 'hang up'>;

export interface RpcProxy {
  url: string;
  /** Where it forwards requests to. */
  target: string;
  /** HTTP requests received. */
  requests: number;
  tamper: Tamper | undefined;
  close(): Promise<void>;
}

/** A proxy in front of a chain that changes its responses as told. */
export async function startRpcProxy(target: string): Promise<RpcProxy> {
  const proxy: RpcProxy = { url: '', target, requests: 0, tamper: undefined, close: async () => {} };
  const server: Server = createServer((incoming, outgoing) => {
    proxy.requests++;
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk) => chunks.push(chunk));
    incoming.on('end', async () => {
      const body = Buffer.concat(chunks).toString();
      const next = () => forward(target, body);
      try {
        const answer = await (proxy.tamper?.(body, next) ??
          next().then((text) => ({ status: 200, body: text })));
        if (answer === 'hang up') {
          outgoing.socket?.destroy();
          return;
        }
        outgoing.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
      } catch {
        outgoing.socket?.destroy();
      }
    });
  });
  proxy.url = (await listen(server)).origin;
  proxy.close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return proxy;
}

/** Forwards other calls than those received. */
export function forwardTo({ target }: RpcProxy, calls: unknown): Promise<string> {
  return forward(target, JSON.stringify(calls));
}

function forward(target: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      target,
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => resolve(Buffer.concat(chunks).toString()));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
