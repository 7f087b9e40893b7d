import { useRead } from '../../api/read.ts';
import type { PageProps } from '../../app/router.tsx';
import { CopyText } from '../../parts/button.tsx';
import { money, plural } from '../../parts/format.tsx';
import { PageHead, Section } from '../../parts/page.tsx';
import { Failure, Loading, Shown } from '../../parts/states.tsx';
import { coins, gwei } from './coins.ts';
import { ContractsNav } from './contracts-nav.tsx';
import { kindText, type Network, networkName, useWallet, type Wallet } from './networks.tsx';
import { SpendLimits } from './spend-limits.tsx';
import { shortage } from './wallet-words.ts';

/** Sender accounts, their balances, and spend limits. */
export function WalletsPage(_props: PageProps) {
  const networks = useRead('listNetworks', { query: { limit: 100 } });
  return (
    <>
      <PageHead
        title="Wallets and limits"
        lead="The accounts that send transactions. On local networks each environment has its own, which is funded automatically."
      />
      <ContractsNav here="#/contracts/wallets" />
      <Shown of={networks} lines={6}>
        {({ networks: all }) => (
          <>
            <Wallets of={all.filter(isInUse)} />
            <OtherNetworks of={all.filter((one) => !isInUse(one))} />
          </>
        )}
      </Shown>
      <SpendLimits />
    </>
  );
}

/** It has a known account, or was configured to have one. */
function isInUse({ account, kind }: Network): boolean {
  return account !== null || kind === 'configured';
}

function Wallets({ of }: { of: Network[] }) {
  return (
    <ul className="cards wallets" aria-label="Wallets">
      {of.map((network) => (
        <WalletCard key={network.network} network={network} />
      ))}
    </ul>
  );
}

function WalletCard({ network }: { network: Network }) {
  const wallet = useWallet(network.network);
  return (
    <li className="card">
      <h2>{networkName(network.network)}</h2>
      <span className="quiet">
        {kindText(network)}, chain {network.chain_id}
      </span>
      {wallet.data === undefined ? (
        wallet.error === null ? (
          <Loading lines={2} />
        ) : (
          <Failure error={wallet.error} retry={() => void wallet.refetch()} />
        )
      ) : (
        <Holdings of={wallet.data} isWorthless={network.kind !== 'configured'} />
      )}
    </li>
  );
}

function Holdings({ of, isWorthless }: { of: Wallet; isWorthless: boolean }) {
  const waits = of.next_nonce - of.mined_nonce;
  const short = isWorthless && of.balance_eth > 0 ? undefined : shortage(of);
  return (
    <>
      <span className={short ? 'card-figure bad' : 'card-figure'}>{coins(of.balance_eth, of.asset)}</span>
      {of.balance_usd !== null && !isWorthless && <span className="quiet">{money(of.balance_usd)}</span>}
      <CopyText text={of.address} label={`address on ${networkName(of.network)}`} />
      <span className="quiet">
        {plural(of.mined_nonce, 'transaction')} sent{waits > 0 && `, ${waits} wait`}. Gas costs{' '}
        {gwei(of.gas_price_gwei)} now.
      </span>
      {short && (
        <span className="note bad">
          {short} Send {of.asset} to its address.
        </span>
      )}
    </>
  );
}

function OtherNetworks({ of }: { of: Network[] }) {
  if (of.length === 0) return null;
  const simulated = of.filter(({ simulated: is }) => is);
  const missing = of.filter(({ kind }) => kind === 'not_configured');
  const named = (networks: Network[]) => networks.map(({ network }) => networkName(network)).join(', ');
  return (
    <Section title="Other networks">
      {simulated.length > 0 && (
        <p>
          Simulated until a node of the real network is configured. An account is created with the first
          deployment: {named(simulated)}.
        </p>
      )}
      {missing.length > 0 && (
        <p>
          Not configured: {named(missing)}. <a href="/docs/guides/contracts">How to set one up</a>
        </p>
      )}
    </Section>
  );
}
