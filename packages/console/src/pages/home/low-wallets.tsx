import { useQueries } from '@tanstack/react-query';
import { Wallet as WalletIcon } from 'lucide-react';
import { useApi } from '../../api/client.ts';
import { useRead } from '../../api/read.ts';
import { coins } from '../contracts/coins.ts';
import { networkName } from '../contracts/networks.tsx';
import { shortage } from '../contracts/wallet-words.ts';

const EVERY_MS = 30_000;

/**
 * Wallets on real networks running low, before a transaction fails because of it. Embedded ones are funded
 * automatically.
 */
export function LowWallets() {
  const api = useApi();
  const networks = useRead('listNetworks', { query: { limit: 100 } });
  const used =
    networks.data?.networks.filter(({ kind, account }) => kind === 'configured' && account !== null) ?? [];
  const wallets = useQueries({
    queries: used.map(({ network }) => ({
      queryKey: ['getWallet', { query: { network } }],
      queryFn: () => api.getWallet({ query: { network } }),
      staleTime: EVERY_MS,
      refetchInterval: EVERY_MS,
    })),
  });
  const low = wallets.flatMap(({ data }) => {
    const text = data && shortage(data);
    return data && text ? [{ ...data, text }] : [];
  });
  if (low.length === 0) return null;
  return (
    <div className="note bad home-note" role="status">
      <WalletIcon aria-hidden size={18} />
      <div>
        <strong>
          {low.length === 1
            ? 'A wallet is running out of funds'
            : `${low.length} wallets are running out of funds`}
        </strong>
        <ul className="plain-list">
          {low.map((one) => (
            <li key={one.network}>
              <a href="#/contracts/wallets">{networkName(one.network)}</a> holds{' '}
              {coins(one.balance_eth, one.asset)}. {one.text}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
