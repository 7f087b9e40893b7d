import { type Static, Type } from 'typebox';
import {
  type AnyRoute,
  defineRoute,
  listOf,
  named,
  ok,
  okList,
  pageOf,
  pageQuery,
  strictObject,
  toRecord,
} from '../../../../kit/http/index.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import { DEVNET } from '../../terms/network-table.ts';
import { base, networkField, nullable } from '../../terms/wire.ts';
import type { Chain } from '../chain/chain.ts';
import { readWalletState, type WalletState } from '../wallets/read-wallet-state.ts';
import type { Wallet } from '../wallets/wallet-directory.ts';
import type { Network } from './network.ts';
import type { NetworkDirectory } from './network-directory.ts';

const networkRecord = named(
  'Network',
  Type.Object({
    network: Type.String(),
    chain_id: Type.Integer(),
    kind: Type.String({
      enum: ['embedded', 'simulated', 'configured', 'not_configured'],
      description: '`not_configured` answers 503 until NETWORK_<NAME>_RPC_URL is set.',
    }),
    simulated: Type.Boolean(),
    asset: Type.String({ description: 'The native coin.' }),
    block_time_seconds: Type.Number(),
    confirmations: Type.Integer({ description: 'Required where a request names no number.' }),
    account: nullable(
      Type.String(),
      'The account that transactions of this organization and environment are sent from; null before it is known.',
    ),
  }),
);

const walletRecord = Type.Object({
  network: Type.String(),
  chain_id: Type.Integer(),
  asset: Type.String({ description: 'The native coin.' }),
  address: Type.String({ description: 'The account that transactions of this environment are sent from.' }),
  balance_wei: Type.String({ description: 'What it holds, exactly.' }),
  balance_eth: Type.Number({ description: 'The same in the native coin; the nearest double.' }),
  balance_usd: nullable(Type.Number(), 'The same in USD. Null when no price of the coin is known.'),
  mined_nonce: Type.Integer({ description: 'Transactions of it that are in a block.' }),
  next_nonce: Type.Integer({ description: 'The same with those that wait.' }),
  gas_price_gwei: Type.Number({ description: 'What a unit of gas costs just now.' }),
});

function kindOf({ simulated, isEmbedded, isConfigured }: Network) {
  if (simulated) return 'simulated';
  if (isEmbedded) return 'embedded';
  return isConfigured ? 'configured' : 'not_configured';
}

function describe(network: Network, account: string | undefined): Static<typeof networkRecord> {
  return toRecord(networkRecord, network, {
    network: network.name,
    kind: kindOf(network),
    block_time_seconds: network.blockTimeMs / 1_000,
    account: account ?? null,
  });
}

function describeWallet(network: Network, state: WalletState): Static<typeof walletRecord> {
  return toRecord(walletRecord, { ...network, ...state }, { network: network.name });
}

export interface NetworkRoutesPorts {
  networks: NetworkDirectory;
  prices: { priceOf(asset: string): { usd: number } | null };
  wallets: {
    walletFor(network: Network, chain: Chain, owner: Owner): Promise<Wallet>;
    /** The address that this owner sends from on each of these networks, where it is known. */
    accountsOf(networks: readonly Network[], owner: Owner): Promise<ReadonlyMap<string, string>>;
  };
}

const read = {
  tag: 'Contracts',
  environments: true,
  access: 'contracts:read',
  limits: ['contracts_queries'],
} as const;

export function networkRoutes(service: () => NetworkRoutesPorts): AnyRoute[] {
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/networks`,
      operationId: 'listNetworks',
      summary: 'List networks',
      description: 'The embedded devnet first, then by name; with the account that sends on each.',
      query: strictObject({ ...pageQuery }),
      responses: { 200: listOf('networks', networkRecord) },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const all = service().networks.all();
        const shown = all.slice(page.offset, page.offset + page.limit);
        const accounts = await service().wallets.accountsOf(shown, principal);
        return okList(
          'networks',
          shown.map((network) => describe(network, accounts.get(network.name))),
          all.length,
          page,
        );
      },
    }),
    defineRoute({
      ...read,
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
