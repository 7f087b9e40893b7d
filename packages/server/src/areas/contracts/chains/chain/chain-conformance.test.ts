import { afterAll, beforeAll, expect, test } from 'vitest';
import { newUuid } from '../../../../kit/ids.ts';
import {
  type ContractsFixture,
  startContracts,
} from '../../transactions/executions/testing/contracts-fixture.ts';
import {
  startRpcProxy,
  startTestChain,
  TEST_NETWORK,
} from '../../transactions/executions/testing/test-chain.ts';
import { EmbeddedRpcChain } from './embedded/embedded-rpc-chain.ts';
import { JsonRpc } from './json-rpc.ts';
import { RpcChain } from './rpc-chain.ts';
import type { OpenedChain } from './testing/chain-adapter.ts';
import { testChainConformance } from './testing/chain-conformance.ts';

let contracts: ContractsFixture;
const open: { close(): Promise<void> }[] = [];
/** Requests that failed at the addresses of the configured network. */
let failed = 0;

beforeAll(async () => {
  const chain = await startTestChain();
  open.push(chain);
  const addresses = ['http://127.0.0.1:9'];
  const failedOnce = new Set<string>();
  // One address cannot be reached, and two fail in different ways: each request only once, so that the other can
  // answer.
  for (const losesAnswers of [false, true]) {
    const proxy = await startRpcProxy(chain.rpcUrl);
    open.push(proxy);
    addresses.push(proxy.url);
    proxy.tamper = async (body, next) => {
      if (failedOnce.has(body)) return { status: 200, body: await next() };
      failedOnce.add(body);
      failed++;
      if (!losesAnswers) return { status: 503, body: 'down' };
      await next();
      return 'hang up';
    };
  }
  contracts = await startContracts({ networks: [{ ...chain.settings(), rpcUrls: addresses }] });
});
afterAll(async () => {
  await contracts?.close();
  for (const one of open.reverse()) await one.close();
});

async function openNetwork(name: string): Promise<OpenedChain> {
  const { core } = contracts.node;
  const network = core.networks.get(name);
  const chain = await network.open();
  const owner = { orgId: newUuid(), environment: 'production' };
  const { signer } = await core.wallets.walletFor(network, chain, owner);
  return { chain, signer };
}

const deadRpc = () => new JsonRpc({ network: 'dead', urls: ['http://127.0.0.1:9', 'http://127.0.0.1:9'] });

testChainConformance('a network whose addresses fail over', {
  open: () => openNetwork(TEST_NETWORK),
  openDead: () => new RpcChain('dead', 1, deadRpc()),
});
testChainConformance('the embedded devnet', {
  open: () => openNetwork('devnet'),
  openDead: () => new EmbeddedRpcChain('dead', 1, deadRpc()),
});
testChainConformance('a simulated known network', {
  open: () => openNetwork('polygon_mainnet'),
  openDead: () => new EmbeddedRpcChain('dead', 1, deadRpc()),
});

test('the failing addresses did fail, repeatedly', () => {
  expect(failed).toBeGreaterThan(10);
});
