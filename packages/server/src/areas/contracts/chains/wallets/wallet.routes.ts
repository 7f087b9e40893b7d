import { type Static, Type } from 'typebox';
import {
  type AnyRoute,
  defineRoute,
  nullable,
  ok,
  strictObject,
  toRecord,
} from '../../../../kit/http/index.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import { DEVNET } from '../../terms/network-table.ts';
import { base, networkField } from '../../terms/wire.ts';
import type { Chain } from '../chain/chain.ts';
import type { Network } from '../networks/network.ts';
import type { NetworkDirectory } from '../networks/network-directory.ts';
import { readWalletState, type WalletState } from './read-wallet-state.ts';
import type { Wallet } from './wallet-directory.ts';

const walletRecord = Type.Object({
  network: Type.String({ description: 'The requested network.' }),
  chain_id: Type.Integer({ description: 'The chain id of EIP-155.' }),
  asset: Type.String({ description: 'The native coin.' }),
  address: Type.String({ description: 'The account that transactions of this environment are sent from.' }),
  balance_wei: Type.String({ description: 'The balance, exactly.' }),
  balance_eth: Type.Number({ description: 'The balance in the native coin, as the nearest double.' }),
  balance_usd: nullable(Type.Number(), 'The balance in USD; null if no price of the coin is known.'),
  mined_nonce: Type.Integer({ description: 'Number of mined transactions.' }),
  next_nonce: Type.Integer({ description: 'Number of transactions, including pending ones.' }),
  gas_price_gwei: Type.Number({ description: 'The current price of a unit of gas.' }),
});

function describeWallet(network: Network, state: WalletState): Static<typeof walletRecord> {
  return toRecord(walletRecord, { ...network, ...state }, { network: network.name });
}

export interface WalletRoutesPorts {
  networks: NetworkDirectory;
  prices: { priceOf(asset: string): { usd: number } | null };
  wallets: { walletFor(network: Network, chain: Chain, owner: Owner): Promise<Wallet> };
}

export function walletRoutes(service: () => WalletRoutesPorts): AnyRoute[] {
  return [
    defineRoute({
      tag: 'Contracts',
      environments: true,
      access: 'contracts:read',
      limits: ['contracts_queries'],
      method: 'GET',
      path: `${base}/wallet`,
      operationId: 'getWallet',
      summary: 'Read the sending account of a network',
      description: 'Its balance and nonces, read from the network now.',
      query: strictObject({
        network: Type.Optional({ ...networkField, default: DEVNET }),
      }),
      responses: { 200: walletRecord },
      errors: ['network_unavailable'],
      handler: async ({ principal, query }) => {
        const network = service().networks.get(query.network ?? DEVNET);
        const chain = await network.open();
        const { address } = await service().wallets.walletFor(network, chain, principal);
        const usd = service().prices.priceOf(network.asset)?.usd ?? null;
        return ok(describeWallet(network, await readWalletState(chain, address, usd)));
      },
    }),
  ];
}
