import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { SourceCompiler } from '../../packages/server/src/areas/contracts/code/compiler/source-compiler.ts';
import { freePort } from '../../packages/server/src/kit/net/free-port.fixture.ts';
import { required } from '../../packages/server/src/kit/required.ts';
import type { Bench } from '../harness/bench.ts';
import { watchCpu } from '../harness/cpu-window.ts';
import { sleep } from '../harness/monotonic-clock.ts';
import { formatNumber } from '../harness/print-table.ts';
import type { Figure } from '../harness/result.ts';
import type { Service } from '../harness/service.ts';
import { median } from '../harness/statistics.ts';
import type { BareChainCommands } from './bare-chain.ts';
import type { ExecutorCommands } from './executor.ts';

const BLOCK_TIME_SECONDS = 0.1;
const RECEIVER = '0x00000000000000000000000000000000000000bb';
const SOURCE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
contract Coin is ERC20 { constructor() ERC20("Coin", "CN") { _mint(msg.sender, 1e30); } }
`;
const THROUGHPUT_CLIENTS = 64;
const LATENCY_CLIENTS = 16;
const WAIT_MS = 120_000;

interface Window {
  perSecond: number;
  latencyMs: Awaited<ReturnType<ExecutorCommands['execute']>>['latencyMs'];
  othersCores: number;
  faults: string[];
}

/**
 * Measures ERC-20 transfers of one account, from the request to the last confirmation, compared with an anvil that gets
 * them directly.
 */
export async function measureContracts(bench: Bench): Promise<Figure[]> {
  const { bytecode } = await new SourceCompiler().compile(SOURCE);
  const executor = bench.startWorker<ExecutorCommands>('contracts/executor.ts');
  const bare = bench.startWorker<BareChainCommands>('contracts/bare-chain.ts');
  const chain = await bare.call('start', { blockTimeSeconds: BLOCK_TIME_SECONDS, port: await freePort() });
  const proxyUrl = await bare.call('countingProxy');
  const bareContract = await bare.call('deploy', { bytecode: bytecode as Hex });
  const folder = await mkdtemp(join(tmpdir(), 'trivium-bench-key-'));
  await writeFile(join(folder, 'key'), chain.key, { mode: 0o600 });
  const service = await bench.startService({
    settings: { DEVNET_BLOCK_TIME: String(BLOCK_TIME_SECONDS) },
  });
  const contractId = await deploy(service, SOURCE, 'devnet');
  const count = bench.quick ? 1_500 : 6_000;
  const rounds: { ours: Window; barePerSecond: number }[] = [];
  for (let round = 0; round < (bench.quick ? 2 : 4); round++) {
    const { seconds } = await bare.call('feed', { contract: bareContract, count });
    const ours = await run(bench, service, executor, contractId, 'devnet', THROUGHPUT_CLIENTS, count);
    rounds.push({ ours, barePerSecond: count / seconds });
    bench.say(`  bare ${Math.round(count / seconds)}/s, ours ${Math.round(ours.perSecond)}/s`);
  }
  const calm = await run(bench, service, executor, contractId, 'devnet', LATENCY_CLIENTS, count / 2);
  await service.stop();
  const rpcCalls = await measureRpcCalls(bench, executor, { ...chain, proxyUrl, folder }, () =>
    bare.call('counted'),
  );
  await bare.call('stop');
  await bare.stop();
  await executor.stop();
  await rm(folder, { recursive: true, force: true });
  // The first round is a warm-up.
  const kept = rounds.slice(1);
  const ratios = kept.map(({ ours, barePerSecond }) => ours.perSecond / barePerSecond);
  const rate = (of: (round: (typeof kept)[number]) => number) => `${Math.round(median(kept.map(of)))}/s`;
  const others = Math.max(...kept.map(({ ours }) => ours.othersCores));
  return [
    {
      name: 'executions accepted and confirmed, one account, over anvil fed directly',
      ours: rate(({ ours }) => ours.perSecond),
      bare: rate(({ barePerSecond }) => barePerSecond),
      value: median(ratios),
      unit: 'ratio',
      floor: 0.2,
      aim: 0.35,
      better: 'higher',
      spread: ratios,
      othersCores: others,
      faults: kept.flatMap(({ ours }) => ours.faults),
      details: { clients: THROUGHPUT_CLIENTS, count, blockTimeSeconds: BLOCK_TIME_SECONDS, rounds },
    },
    latencyFigure('p50', calm, 25, 15),
    latencyFigure('p99', calm, 90, 60),
    rpcCalls,
  ];
}

function latencyFigure(name: 'p50' | 'p99', window: Window, floor: number, aim: number): Figure {
  const { p50, p95, p99 } = window.latencyMs;
  return {
    name: `execute answer with hash at ${LATENCY_CLIENTS} clients: ${name}`,
    ours: `p50 ${formatNumber(p50)}, p95 ${formatNumber(p95)}, p99 ${formatNumber(p99)} ms`,
    value: window.latencyMs[name],
    unit: 'ms',
    floor,
    aim,
    better: 'lower',
    othersCores: window.othersCores,
    faults: window.faults,
    details: window,
  };
}

/** Measures HTTP requests to the chain per transaction, with a configured network behind a counting proxy. */
async function measureRpcCalls(
  bench: Bench,
  executor: ReturnType<typeof bench.startWorker<ExecutorCommands>>,
  chain: { chainId: number; proxyUrl: string; folder: string },
  counted: () => Promise<Record<string, number>>,
): Promise<Figure> {
  const service = await bench.startService({
    settings: {
      NETWORK_BENCH_RPC_URL: chain.proxyUrl,
      NETWORK_BENCH_CHAIN_ID: String(chain.chainId),
      NETWORK_BENCH_SIGNER: `file:${join(chain.folder, 'key')}`,
      NETWORK_BENCH_BLOCK_TIME: String(BLOCK_TIME_SECONDS),
      NETWORK_BENCH_CONFIRMATIONS: '1',
    },
  });
  const contractId = await deploy(service, SOURCE, 'bench');
  const count = bench.quick ? 1_000 : 3_000;
  const before = await counted();
  const window = await run(bench, service, executor, contractId, 'bench', THROUGHPUT_CLIENTS, count);
  const byMethods = Object.entries(await counted()).map(([methods, count]) => ({
    methods,
    count: count - (before[methods] ?? 0),
  }));
  const requests = byMethods.reduce((sum, { count }) => sum + count, 0);
  await service.stop();
  return {
    name: 'RPC calls over HTTP for each transaction',
    ours: `${requests} for ${count}`,
    value: requests / count,
    unit: 'per event',
    floor: 0.5,
    aim: 0.1,
    better: 'lower',
    othersCores: window.othersCores,
    faults: window.faults,
    details: { requests, byMethods, count, window },
  };
}

async function deploy(service: Service, source: string, network: string): Promise<string> {
  const body = { name: 'Coin', source_code: source, network };
  const { id } = await service.api<{ id: string }>('POST', '/v1/contracts/contracts', body);
  await service.api('POST', `/v1/contracts/contracts/${id}/deploy`, {});
  for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += 50) {
    const { status } = await service.api<{ status: string }>('GET', `/v1/contracts/contracts/${id}`);
    if (status === 'deployed') return id;
    await sleep(50);
  }
  throw new Error('the contract was not deployed in time');
}

/** One window, from the first request to the last confirmation. The result is checked on the chain. */
async function run(
  bench: Bench,
  service: Service,
  executor: ReturnType<typeof bench.startWorker<ExecutorCommands>>,
  contractId: string,
  network: string,
  clients: number,
  executions: number,
): Promise<Window> {
  const before = await balance(service, contractId);
  const stopWatch = watchCpu({
    processes: { executor: executor.pid },
    trees: { service: service.pid },
  });
  const startedAt = performance.now();
  const origin = `http://${service.address.host}:${service.address.port}`;
  const load = { origin, apiKey: service.apiKey, contractId, network, clients, executions };
  const { latencyMs, refusals } = await executor.call('execute', load);
  const unsettled = await untilSettled(service);
  const seconds = (performance.now() - startedAt) / 1_000;
  const { others, stolen } = stopWatch();
  const landed = (await balance(service, contractId)) - before;
  const faults = refusals.map((text) => `refused: ${text}`);
  if (unsettled > 0) faults.push(`${unsettled} executions were not confirmed in time`);
  if (landed !== executions) faults.push(`${landed} of ${executions} transfers are on the chain`);
  return { perSecond: executions / seconds, latencyMs, othersCores: others + stolen, faults };
}

async function untilSettled(service: Service): Promise<number> {
  for (let waitedMs = 0; ; waitedMs += 20) {
    const { rows } = await service.database.query<{ live: string }>(
      'select count(*) as live from transactions where live',
    );
    const live = Number(required(rows[0], 'a row').live);
    if (live === 0 || waitedMs > WAIT_MS) return live;
    await sleep(20);
  }
}

async function balance(service: Service, contractId: string): Promise<number> {
  const { result } = await service.api<{ result: string }>(
    'POST',
    `/v1/contracts/contracts/${contractId}/call`,
    { function: 'balanceOf', args: [RECEIVER] },
  );
  return Number(result);
}
