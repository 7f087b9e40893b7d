import { resolve } from 'node:path';
import type { NodeRegistry } from '../../engine/cluster/index.ts';
import type { AnyDatabase, UnitOfWork } from '../../engine/spine/index.ts';
import { GroupCommit } from '../../kit/batching/index.ts';
import type { Clock } from '../../kit/clock.ts';
import type { SecretBox } from '../../kit/secrets/index.ts';
import type { EmbeddedRpcChain } from './chains/chain/embedded/embedded-rpc-chain.ts';
import { type EmbeddedProgram, openAnvil } from './chains/chain/embedded/find-anvil.ts';
import { EmbeddedChains, type EmbeddedChainsOptions } from './chains/networks/embedded-chains.ts';
import type { Network } from './chains/networks/network.ts';
import { NetworkDirectory } from './chains/networks/network-directory.ts';
import type { NetworkSettings } from './chains/networks/network-settings.ts';
import { WalletDirectory } from './chains/wallets/wallet-directory.ts';
import { SourceCompiler } from './code/compiler/source-compiler.ts';
import { findTargets } from './code/contracts/contract.repository.ts';
import { InterfaceCache } from './code/contracts/interface-cache.ts';
import type { AssetPrice } from './terms/contract-tables.ts';
import { DEVNET } from './terms/network-table.ts';
import type { ContractsCore, HasKey, TargetQuery } from './transactions/executions/contracts-core.ts';
import { FeeOracle } from './transactions/executions/costs/fee-oracle.ts';
import { PriceBook } from './transactions/executions/costs/price-book.ts';
import { executeContract } from './transactions/executions/execute-contract.ts';
import type {
  BlockListener,
  ExecuteContract,
  SettledListener,
} from './transactions/executions/execution-ports.ts';
import { findByKeys } from './transactions/executions/pipeline/transaction.repository.ts';
import { TransactionPipeline } from './transactions/executions/pipeline/transaction-pipeline.ts';

export interface CorePorts {
  db: AnyDatabase;
  clock: Clock;
  unitOfWork: UnitOfWork;
  secretBox: SecretBox;
  registry: NodeRegistry;
  dataDir: string;
  /** Which node the files of embedded chains in the data directory belong to. */
  chainFiles: EmbeddedChainsOptions['chainFiles'];
  networks: readonly NetworkSettings[];
  /** Whether known networks without a URL are simulated by embedded chains. */
  simulateNetworks: boolean;
  devnetBlockTimeSeconds: number;
  /** The operator's anvil for the embedded chains; npm's by default. */
  anvilPath?: string | undefined;
  prices: {
    fixed: readonly AssetPrice[];
    feed: { url: string; read(): Promise<ReadonlyMap<string, number>> } | undefined;
  };
  hasKey: HasKey;
  onError(error: unknown): void;
}

/** Contracts, deployments, executions and the chains below them. */
export interface OpenCore {
  /** The networks, in one line for the operator. */
  description: string;
  core: ContractsCore;
  /** POST /execute within the process, for executions started by the service itself. */
  executeContract: ExecuteContract;
  /** Called with settled transactions on the node that settled them. */
  onExecutionSettled(listener: SettledListener): void;
  /** Called with each new block of the networks that this node watches. */
  onBlock(listener: BlockListener): void;
  start(): void;
  stop(): Promise<void>;
}

const MAX_READS = 256;

export function openCore(options: CorePorts): OpenCore {
  const { db, registry, clock, onError } = options;
  const wallets = new WalletDirectory(options);
  const fees = new FeeOracle();
  const prices = new PriceBook({ db, clock, ...options.prices, onError });
  const interfaces = new InterfaceCache(db);
  const { program, embedded, networks } = openNetworks(options, (chain) => pipeline.replay(chain));
  const leadership = registry.leader('contracts.chains', { onElected: () => pipeline.takeOver() });
  const shared = { db, clock, unitOfWork: options.unitOfWork, networks, wallets, fees, prices };
  const pipeline: TransactionPipeline = new TransactionPipeline({
    ...shared,
    isLeader: () => leadership.isLeader(),
    hasPeers: () => registry.aliveNodeIds().length > 1,
    abisOf: (record) => interfaces.errorAbis(record, record.contractId, record.version),
    onError,
  });
  const core: ContractsCore = {
    ...shared,
    pipeline,
    interfaces,
    compiler: new SourceCompiler(),
    hasKey: options.hasKey,
    ...groupedReads(db),
  };
  return {
    description: describeNetworks(networks.all(), options.devnetBlockTimeSeconds, program),
    core,
    executeContract: (request) => executeContract(core, request),
    onExecutionSettled: (listener) => pipeline.onSettled(listener),
    onBlock: (listener) => pipeline.onBlock(listener),
    start() {
      prices.start();
      pipeline.start();
    },
    async stop() {
      await pipeline.stop();
      await prices.stop();
      await embedded.stop();
      await networks.close();
    },
  };
}

/** The networks, and the embedded chains behind some of them. */
function openNetworks(options: CorePorts, replay: (chain: EmbeddedRpcChain) => Promise<void>) {
  const { db, registry, clock, onError } = options;
  const program = openAnvil(options.anvilPath);
  const embedded = new EmbeddedChains({
    db,
    binary: 'binary' in program ? program.binary : '',
    nodeId: registry.nodeId,
    isNodeAlive: (nodeId) => registry.aliveNodeIds().includes(nodeId),
    dataDir: resolve(options.dataDir),
    chainFiles: options.chainFiles,
    blockTimeSeconds: options.devnetBlockTimeSeconds,
    clock,
    replay,
    onError,
  });
  const networks = new NetworkDirectory({
    settings: options.networks,
    simulate: options.simulateNetworks,
    embedded: 'problem' in program ? program : embedded,
    embeddedBlockTimeSeconds: options.devnetBlockTimeSeconds,
  });
  return { program, embedded, networks };
}

/** The reads of a burst of calls are batched. */
function groupedReads(db: AnyDatabase): Pick<ContractsCore, 'targets' | 'keys'> {
  return {
    targets: new GroupCommit({ run: (asked: TargetQuery[]) => findTargets(db, asked), maxItems: MAX_READS }),
    keys: new GroupCommit({
      maxItems: MAX_READS,
      run: async (keys) => {
        const found = await findByKeys(db, keys);
        return keys.map((key) =>
          found.find(
            (record) =>
              record.orgId === key.orgId &&
              record.environment === key.environment &&
              record.idempotencyKey === key.idempotencyKey,
          ),
        );
      },
    }),
  };
}

function describeNetworks(
  networks: readonly Network[],
  blockTimeSeconds: number,
  program: EmbeddedProgram,
): string {
  const count = (is: (network: Network) => boolean) => networks.filter(is).length;
  const configured = networks.filter(({ isConfigured }) => isConfigured).map(({ name }) => name);
  const simulated = count((network) => network.simulated);
  const missing = count(({ isConfigured, isEmbedded }) => !isConfigured && !isEmbedded);
  const devnet = networks.find(({ name }) => name === DEVNET);
  return [
    ...(devnet?.isEmbedded ? [`devnet embedded, a block every ${blockTimeSeconds} s`] : []),
    ...('problem' in program && !devnet?.isConfigured
      ? [`NO DEVNET. ${program.problem.replace(/\.$/, '')}`]
      : []),
    ...(configured.length > 0 ? [`configured: ${configured.join(', ')}`] : []),
    ...(simulated > 0 ? [`${simulated} known networks SIMULATED on embedded chains, and labelled so`] : []),
    ...(missing > 0 ? [`${missing} known networks without an address answer 503`] : []),
  ].join('; ');
}
