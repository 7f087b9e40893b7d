import type { Address, Hex } from 'viem';
import type { Clock } from '../../../../kit/clock.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { type SecretBox, sealedColumn } from '../../../../kit/secrets/index.ts';
import type { ContractsDatabase, Owner } from '../../terms/contract-tables.ts';
import type { Chain } from '../chain/chain.ts';
import { EmbeddedRpcChain } from '../chain/embedded/embedded-rpc-chain.ts';
import { NetworkUnavailableError } from '../chain/network-unavailable.ts';
import type { Network } from '../networks/network.ts';
import type { SignerSettings } from '../networks/network-settings.ts';
import { LocalSigner, newPrivateKey } from '../signers/local-signer.ts';
import { openSigner } from '../signers/open-signer.ts';
import type { Signer } from '../signers/signer.ts';
import {
  findOwnWallet,
  findSharedWallet,
  insertWallet,
  listEmbeddedWallets,
  listOwnAddresses,
  raiseNextNonce,
  type WalletRow,
} from './wallet.repository.ts';

/** An account that can send. */
export interface Wallet {
  id: string;
  network: string;
  address: Address;
  signer: Signer;
}

export interface WalletDirectoryOptions {
  db: ContractsDatabase;
  clock: Clock;
  secretBox: SecretBox;
  onError(error: unknown): void;
}

/** The balance that an account of an embedded chain gets; the money has no value. */
const PURSE_WEI = 10n ** 24n;

/**
 * The sending accounts. On an embedded chain each organization has its own per environment, with a key that
 * is generated here and used nowhere else; on a real network all send from the operator's signer.
 */
export class WalletDirectory {
  readonly #options: WalletDirectoryOptions;
  readonly #wallets = new Map<string, Promise<Wallet>>();
  readonly #byId = new Map<string, Wallet>();

  constructor(options: WalletDirectoryOptions) {
    this.#options = options;
  }

  /** An owner's sender account on a network. Throws `network_unavailable` without a usable signer. */
  walletFor(network: Network, chain: Chain, owner: Owner): Promise<Wallet> {
    const key = network.isEmbedded
      ? `${network.name} ${owner.orgId} ${owner.environment}`
      : `${network.name} shared`;
    let wallet = this.#wallets.get(key);
    if (wallet === undefined) {
      wallet = (
        network.isEmbedded ? this.#ownWallet(network, chain, owner) : this.#sharedWallet(network, chain)
      )
        .then((found) => {
          this.#byId.set(found.id, found);
          return found;
        })
        .catch((error) => {
          this.#wallets.delete(key);
          throw error;
        });
      this.#wallets.set(key, wallet);
    }
    return wallet;
  }

  /** The account with this address, to sign again; undefined when this node has no key for it. */
  async findByAddress(network: Network, chainId: number, address: string): Promise<Wallet | undefined> {
    for (const wallet of this.#byId.values()) {
      if (wallet.network === network.name && wallet.address === address) return wallet;
    }
    const row = await findSharedWallet(this.#options.db, network.name, chainId, address);
    if (row === undefined) return undefined;
    const signer = row.sealedKey === null ? await this.#operatorSigner(network) : this.#unseal(row);
    if (signer.address !== address) return undefined;
    const wallet = { id: row.id, network: network.name, address: signer.address, signer };
    this.#byId.set(row.id, wallet);
    return wallet;
  }

  /** Funds every account of an embedded chain whose state lacks it. */
  async refill(chain: EmbeddedRpcChain): Promise<Address[]> {
    const wallets = await listEmbeddedWallets(this.#options.db, chain.network);
    for (const { address } of wallets) await fill(chain, address as Address);
    return wallets.map(({ address }) => address as Address);
  }

  /** The addresses that an owner sends from; none if a key service or chain would have to be asked. */
  async accountsOf(networks: readonly Network[], owner: Owner): Promise<Map<string, string>> {
    const known = await listOwnAddresses(this.#options.db, owner);
    const accounts = new Map<string, string>();
    for (const network of networks) {
      const address = network.isEmbedded ? known.get(network.name) : await this.#openedShared(network);
      if (address !== undefined) accounts.set(network.name, address);
      // There is only one devnet, and its account is needed before anything is sent, for example as an owner.
      else if (network.isEmbedded && !network.simulated) {
        accounts.set(network.name, (await this.#findOrMakeOwn(network, owner)).address);
      }
    }
    return accounts;
  }

  async #openedShared({ name }: Network): Promise<string | undefined> {
    return (await this.#wallets.get(`${name} shared`))?.address;
  }

  async #ownWallet(network: Network, chain: Chain, owner: Owner): Promise<Wallet> {
    const row = await this.#findOrMakeOwn(network, owner);
    const signer = this.#unseal(row);
    if (chain instanceof EmbeddedRpcChain) await fill(chain, signer.address);
    return { id: row.id, network: network.name, address: signer.address, signer };
  }

  async #findOrMakeOwn(network: Network, owner: Owner): Promise<WalletRow> {
    const { db, clock, secretBox } = this.#options;
    let row = await findOwnWallet(db, network.name, owner);
    if (row === undefined) {
      const key = newPrivateKey();
      const id = newUuid();
      await insertWallet(db, {
        id,
        network: network.name,
        chainId: network.chainId,
        address: new LocalSigner(key).address,
        owner,
        sealedKey: secretBox.seal(key, sealContext(id)),
        nextNonce: 0,
        createdAt: new Date(clock.now()),
      });
      // Another node may have inserted it first.
      row = required(await findOwnWallet(db, network.name, owner), 'the wallet just written');
    }
    return row;
  }

  #unseal(row: WalletRow): LocalSigner {
    return new LocalSigner(
      this.#options.secretBox.open(
        required(row.sealedKey, 'the key of the wallet'),
        sealContext(row.id),
      ) as Hex,
    );
  }

  async #sharedWallet(network: Network, chain: Chain): Promise<Wallet> {
    const { db, clock } = this.#options;
    const signer = await this.#operatorSigner(network);
    const { address } = signer;
    let row = await findSharedWallet(db, network.name, network.chainId, address);
    if (row === undefined) {
      const [nextNonce] = await chain.nonces([address], 'pending');
      await insertWallet(db, {
        id: newUuid(),
        network: network.name,
        chainId: network.chainId,
        address,
        owner: null,
        sealedKey: null,
        nextNonce: required(nextNonce, 'the nonce of the account'),
        createdAt: new Date(clock.now()),
      });
      row = required(
        await findSharedWallet(db, network.name, network.chainId, address),
        'the wallet just written',
      );
    } else {
      // The operator may have used the key elsewhere meanwhile.
      const [used = 0] = await chain.nonces([address], 'latest');
      await raiseNextNonce(db, { network: network.name, chainId: network.chainId, address }, used);
    }
    return { id: row.id, network: network.name, address, signer };
  }

  async #operatorSigner({ name, signer }: Network): Promise<Signer> {
    if (signer === undefined)
      throw noSigner(name, `has no signer. Set NETWORK_${name.toUpperCase()}_SIGNER.`);
    return openSignerOnce(signer).catch((error) => {
      this.#options.onError(error);
      throw noSigner(name, 'has a signer that cannot be used; the log says why.');
    });
  }
}

const signers = new WeakMap<SignerSettings, Promise<Signer>>();

/** A keystore takes a second to open, a KMS a round trip. */
function openSignerOnce(settings: SignerSettings): Promise<Signer> {
  let signer = signers.get(settings);
  if (signer === undefined) {
    signer = openSigner(settings).catch((error) => {
      signers.delete(settings);
      throw error;
    });
    signers.set(settings, signer);
  }
  return signer;
}

async function fill(chain: EmbeddedRpcChain, address: Address): Promise<void> {
  if ((await chain.balance(address)) < PURSE_WEI / 2n) await chain.setBalance(address, PURSE_WEI);
}

/** Where the keys of throw-away wallets are stored. */
export const walletSealedPlace = sealedColumn({
  table: 'wallets',
  key: [{ name: 'id', type: 'uuid' }],
  column: 'sealed_key',
  contextOf: ({ id = '' }) => sealContext(id),
});

function sealContext(walletId: string): string {
  return `wallets ${walletId}`;
}

function noSigner(network: string, problem: string): NetworkUnavailableError {
  return new NetworkUnavailableError(network, undefined, `The network \`${network}\` ${problem}`);
}
