import {
  column,
  defineTable,
  insertRows,
  type NewRowOf,
  type RowOf,
  rowsIn,
} from '../../../../kit/db/index.ts';
import { required } from '../../../../kit/required.ts';
import type { ContractsDatabase, ContractsTransaction, Owner } from '../../terms/contract-tables.ts';

export const wallets = defineTable('wallets', {
  id: column.uuid(),
  network: column.text(),
  chainId: column.integer(),
  address: column.text(),
  sealedKey: column.text().orNull(),
});

export const newWallets = defineTable('wallets', {
  ...wallets.fields,
  /** Null for the operator's key, as is the environment. */
  orgId: column.uuid().orNull(),
  environment: column.text().orNull(),
  nextNonce: column.integer(),
  createdAt: column.timestamp(),
});

export type WalletRow = RowOf<typeof wallets>;

/** An owner's throw-away account on an embedded chain. */
export async function findOwnWallet(
  db: ContractsDatabase,
  network: string,
  owner: Owner,
): Promise<WalletRow | undefined> {
  const [wallet] = await rowsIn(db)<WalletRow>(
    `select ${wallets.columns} from wallets where network = $1 and org_id = $2 and environment = $3`,
    [network, owner.orgId, owner.environment],
  );
  return wallet;
}

/** An owner's throw-away accounts, by network. */
export async function listOwnAddresses(db: ContractsDatabase, owner: Owner): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('wallets')
    .select(['network', 'address'])
    .where('org_id', '=', owner.orgId)
    .where('environment', '=', owner.environment)
    .execute();
  return new Map(rows.map(({ network, address }) => [network, address]));
}

export type NewWallet = Omit<NewRowOf<typeof newWallets>, keyof Owner> & { owner: Owner | null };

/** Does nothing if the wallet exists; read it afterwards. */
export async function insertWallet(db: ContractsDatabase, { owner, ...wallet }: NewWallet): Promise<void> {
  const { orgId = null, environment = null } = owner ?? {};
  await insertRows(rowsIn(db), newWallets, [{ ...wallet, orgId, environment }], { skipTaken: true });
}

/** The wallet of the operator's key. */
export async function findSharedWallet(
  db: ContractsDatabase,
  network: string,
  chainId: number,
  address: string,
): Promise<WalletRow | undefined> {
  const [wallet] = await rowsIn(db)<WalletRow>(
    `select ${wallets.columns} from wallets where network = $1 and chain_id = $2 and address = $3`,
    [network, chainId, address],
  );
  return wallet;
}

/** More signers than anybody configures. */
const MAX_SHARED = 100;

/** The accounts of the operator's keys on these networks, without those of embedded chains. */
export async function listSharedAddresses(
  db: ContractsDatabase,
  networks: readonly string[],
): Promise<{ network: string; address: string }[]> {
  return rowsIn(db)<{ network: string; address: string }>(
    `select network, address from wallets where org_id is null and network = any($1::text[])
     order by network, address limit ${MAX_SHARED}`,
    [networks],
  );
}

/** Raises an account's next nonce to the chain's, because someone else used its key. Never lowers it. */
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

/** All throw-away accounts of an embedded chain. */
export async function listEmbeddedWallets(db: ContractsDatabase, network: string): Promise<WalletRow[]> {
  return rowsIn(db)<WalletRow>(
    `select ${wallets.columns} from wallets where network = $1 and org_id is not null`,
    [network],
  );
}

/**
 * Locks a wallet until the transaction ends; returns its next nonce, and whether there are any spend limits.
 * While it is locked, no other node assigns its nonces.
 */
export async function lockWallet(
  tx: ContractsTransaction,
  walletId: string,
): Promise<{ nextNonce: number; hasLimits: boolean }> {
  const [wallet] = await rowsIn(tx)<{ nextNonce: number; hasLimits: boolean }>(
    `select next_nonce as "nextNonce", exists (select from spend_limits) as "hasLimits"
     from wallets where id = $1 for update of wallets`,
    [walletId],
  );
  return required(wallet, `the wallet ${walletId}`);
}
