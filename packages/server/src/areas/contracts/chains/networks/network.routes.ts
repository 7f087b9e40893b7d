import { type Static, Type } from 'typebox';
import {
  type AnyRoute,
  defineRoute,
  listOf,
  named,
  nullable,
  okList,
  pageOf,
  pageQuery,
  strictObject,
  toRecord,
} from '../../../../kit/http/index.ts';
import type { Owner } from '../../terms/contract-tables.ts';
import { base, read } from '../../terms/wire.ts';
import type { Network } from './network.ts';
import type { NetworkDirectory } from './network-directory.ts';

const networkRecord = named(
  'Network',
  Type.Object({
    network: Type.String({ description: 'Its name in requests, such as `devnet`.' }),
    chain_id: Type.Integer({ description: 'The chain id of EIP-155.' }),
    kind: Type.String({
      enum: ['embedded', 'simulated', 'configured', 'not_configured'],
      description: '`not_configured` answers 503 until NETWORK_<NAME>_RPC_URL is set.',
    }),
    simulated: Type.Boolean({
      description: 'Whether it is simulated on an embedded chain: nothing there has a cost or a value.',
    }),
    asset: Type.String({ description: 'The native coin.' }),
    block_time_seconds: Type.Number({ description: 'Assumed time between blocks.' }),
    confirmations: Type.Integer({ description: 'Confirmations, unless a request names a number.' }),
    account: nullable(
      Type.String(),
      'The account that transactions of this organization and environment are sent from; null before it is known.',
    ),
  }),
);

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

export interface NetworkRoutesPorts {
  networks: NetworkDirectory;
  wallets: {
    /** The account that this owner sends from on each of these networks, if known. */
    accountsOf(networks: readonly Network[], owner: Owner): Promise<ReadonlyMap<string, string>>;
  };
}

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
  ];
}
