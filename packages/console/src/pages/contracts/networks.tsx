import type { UseQueryResult } from '@tanstack/react-query';
import type { ItemOf } from '../../../../sdk/src/index.ts';
import type { Answer } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import type { Option } from '../../parts/fields.tsx';
import { words } from '../../parts/format.tsx';

export type Network = ItemOf<'listNetworks'>;

/** `ethereum_mainnet` as a readable name. */
export function networkName(network: string): string {
  return words(network)
    .replace(/^Bsc/, 'BSC')
    .replace(/^Zksync/, 'zkSync');
}

export function kindText({ kind, simulated }: Network): string {
  if (simulated) return 'Simulated: nothing reaches the real network';
  if (kind === 'embedded') return 'Part of the service; its coins are worthless';
  return kind === 'configured' ? 'A real network' : 'Not configured';
}

/** Networks available for deployments. */
export function useNetworks(): Network[] {
  return useRead('listNetworks', { query: { limit: 100 } }).data?.networks ?? [];
}

/** Usable networks, plus the one already chosen. */
export function networkOptions(networks: Network[], chosen: string): Option[] {
  const usable = networks.filter(({ kind, network }) => kind !== 'not_configured' || network === chosen);
  const options = usable.map((one) => ({
    id: one.network,
    label: networkName(one.network),
    detail: kindText(one),
  }));
  return options.some(({ id }) => id === chosen)
    ? options
    : [{ id: chosen, label: networkName(chosen) }, ...options];
}

export type Wallet = Answer<'getWallet'>;

export function useWallet(network: string): UseQueryResult<Wallet> {
  return useRead('getWallet', { query: { network } });
}

/** Suggestions for an address field. */
export function addressOptions(wallet: Wallet | undefined, others: Option[] = []): Option[] {
  const own = wallet ? [{ id: wallet.address, label: wallet.address, detail: 'Your sending account' }] : [];
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...others.filter(({ id }) => !ids.has(id))];
}
