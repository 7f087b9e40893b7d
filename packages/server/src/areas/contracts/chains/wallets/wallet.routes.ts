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
  network: Type.String({ description: 'The network that was asked for.' }),
  chain_id: Type.Integer({ description: 'As in EIP-155.' }),
  asset: Type.String({ description: 'The native coin.' }),
  address: Type.String({ description: 'The account that transactions of this environment are sent from.' }),
  balance_wei: Type.String({ description: 'What it holds, exactly.' }),
  balance_eth: Type.Number({ description: 'The same in the native coin; the nearest double.' }),
  balance_usd: nullable(Type.Number(), 'The same in USD. Null when no price of the coin is known.'),
  mined_nonce: Type.Integer({ description: 'Transactions of it that are in a block.' }),
  next_nonce: Type.Integer({ description: 'The same with those that wait.' }),
  gas_price_gwei: Type.Number({ description: 'What a unit of gas costs just now.' }),
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
      description: 'Its balance and nonces, asked of the network just now.',
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
