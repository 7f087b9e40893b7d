import { sql } from 'kysely';
import type { ContractsDatabase, ContractsTransaction, Owner } from '../../terms/contract-tables.ts';

export interface WalletRow {
  id: string;
  network: string;
  chainId: number;
  address: string;
  sealedKey: string | null;
}

const columns = ['id', 'network', 'chain_id', 'address', 'sealed_key'] as const;

interface Row {
  id: string;
  network: string;
  chain_id: number;
  address: string;
  sealed_key: string | null;
}

function toWallet(row: Row): WalletRow {
  return {
    id: row.id,
    network: row.network,
    chainId: row.chain_id,
    address: row.address,
    sealedKey: row.sealed_key,
  };
}

/** The throw-away account of an owner on an embedded chain. */
export async function findOwnWallet(
  db: ContractsDatabase,
  network: string,
  owner: Owner,
): Promise<WalletRow | undefined> {
  const row = await db
    .selectFrom('wallets')
    .select(columns)
    .where('network', '=', network)
    .where('org_id', '=', owner.orgId)
    .where('environment', '=', owner.environment)
    .executeTakeFirst();
  return row && toWallet(row);
}

/** The throw-away accounts of an owner, by network. */
export async function listOwnAddresses(db: ContractsDatabase, owner: Owner): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('wallets')
    .select(['network', 'address'])
    .where('org_id', '=', owner.orgId)
    .where('environment', '=', owner.environment)
    .execute();
  return new Map(rows.map(({ network, address }) => [network, address]));
}

export interface NewWallet {
  id: string;
  network: string;
  chainId: number;
  address: string;
  owner: Owner | null;
  sealedKey: string | null;
  nextNonce: number;
  createdAt: Date;
}

/** Does nothing when the wallet is there; read it afterwards. */
export async function insertWallet(db: ContractsDatabase, wallet: NewWallet): Promise<void> {
  await db
    .insertInto('wallets')
    .values({
      id: wallet.id,
      network: wallet.network,
      chain_id: wallet.chainId,
      address: wallet.address,
      org_id: wallet.owner?.orgId ?? null,
      environment: wallet.owner?.environment ?? null,
      sealed_key: wallet.sealedKey,
      next_nonce: wallet.nextNonce,
      created_at: wallet.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The wallet of the operator's key. */
export async function findSharedWallet(
  db: ContractsDatabase,
  network: string,
  chainId: number,
  address: string,
): Promise<WalletRow | undefined> {
  const row = await db
    .selectFrom('wallets')
    .select(columns)
    .where('network', '=', network)
    .where('chain_id', '=', chainId)
    .where('address', '=', address)
    .executeTakeFirst();
  return row && toWallet(row);
}

/** Moves an account's next nonce past what the chain has of it: someone else used its key. Never back. */
export async function raiseNextNonce(
  db: ContractsDatabase,
  wallet: { network: string; chainId: number; address: string },
  nonce: number,
): Promise<void> {
  await db
    .updateTable('wallets')
    .set({ next_nonce: nonce })
    .where('network', '=', wallet.network)
    .where('chain_id', '=', wallet.chainId)
    .where('address', '=', wallet.address)
    .where('next_nonce', '<', nonce)
    .execute();
}

/** Every throw-away account of an embedded chain. */
export async function listEmbeddedWallets(db: ContractsDatabase, network: string): Promise<WalletRow[]> {
  const rows = await db
    .selectFrom('wallets')
    .select(columns)
    .where('network', '=', network)
    .where('org_id', 'is not', null)
    .execute();
  return rows.map(toWallet);
}

/**
 * Locks a wallet until the transaction ends; tells its next nonce, and whether anybody set a spend limit. While it is locked nobody else, on
 * whatever node, gives out nonces of it.
 */
export async function lockWallet(
  tx: ContractsTransaction,
  walletId: string,
): Promise<{ nextNonce: number; hasLimits: boolean }> {
  const { rows } = await sql<{ next_nonce: number; has_limits: boolean }>`
    select next_nonce, exists (select from spend_limits) as has_limits
    from wallets where id = ${walletId} for update of wallets`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`there is no wallet ${walletId}`);
  return { nextNonce: row.next_nonce, hasLimits: row.has_limits };
}
