import type { GroupCommit } from '../../../../kit/batching/index.ts';
import type { WalletDirectory } from '../../chains/wallets/wallet-directory.ts';
import type { CodeCore } from '../../code/contracts/code-core.ts';
import type { findTargets } from '../../code/contracts/contract.repository.ts';
import type { InterfaceCache } from '../../code/contracts/interface-cache.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import type { FeeOracle } from './costs/fee-oracle.ts';
import type { PriceBook } from './costs/price-book.ts';
import type { KeyedRequest } from './pipeline/transaction.repository.ts';
import type { TransactionPipeline } from './pipeline/transaction-pipeline.ts';
import type { TransactionRecord } from './pipeline/transaction-record.ts';

export type TargetQuery = Owner & { contractId: string; network: string | undefined };
export type Target = Awaited<ReturnType<typeof findTargets>>[number];

/** Whether an API key (UUID) belongs to this organization and environment, and is not revoked. */
export type HasKey = (owner: Owner, keyId: string) => Promise<boolean>;

/** The dependencies of the use cases on contracts, deployments and executions. */
export interface ContractsCore extends CodeCore {
  wallets: WalletDirectory;
  fees: FeeOracle;
  prices: PriceBook;
  pipeline: TransactionPipeline;
  interfaces: InterfaceCache;
  hasKey: HasKey;
  /** Reads shared by a burst of calls. */
  targets: GroupCommit<TargetQuery, Target>;
  keys: GroupCommit<KeyedRequest, TransactionRecord | undefined>;
}
