import type { Answer } from '../../api/client.ts';
import { money } from '../../parts/format.tsx';
import { Facts } from '../../parts/page.tsx';
import { coins, coinsAndMoney, gwei } from './coins.ts';
import type { Wallet } from './networks.tsx';
import { failureText } from './words.tsx';

type Found = Pick<
  Answer<'estimateDeployment'>,
  'would_succeed' | 'error' | 'estimated_cost' | 'from' | 'network'
>;

/** The cost of a transaction, or why it would fail, before signing. */
export function Estimate({ of, wallet, what }: { of: Found; wallet: Wallet | undefined; what: string }) {
  const { error, estimated_cost: cost } = of;
  if (error !== null || cost === null) {
    return (
      <div className="note bad" role="status">
        <div>
          <strong>{what} would fail, so nothing was sent.</strong>
          <p>{error === null ? 'The network gives no reason.' : failureText(error)}</p>
        </div>
      </div>
    );
  }
  const asset = wallet?.asset ?? 'ETH';
  const isEnough = wallet === undefined || wallet.balance_eth >= cost.total_eth;
  return (
    <section className="estimate" aria-label="Estimated cost">
      <p className="estimate-figure">
        About {coins(cost.expected_eth, asset)}
        {cost.expected_usd !== null && <span className="quiet"> ({money(cost.expected_usd)})</span>}
      </p>
      <p className="quiet">Nothing is signed yet. A simulation on the current state succeeded.</p>
      <Facts
        of={{
          'At most': coinsAndMoney(cost.total_eth, cost.total_usd, asset),
          Gas: `${digits(cost.expected_gas)} expected, ${digits(cost.gas_limit)} at most`,
          'Gas price': `${gwei(cost.expected_gas_price_gwei)} now, ${gwei(cost.gas_price_gwei)} at most`,
          'Paid by': <code>{of.from}</code>,
          'It holds': wallet && coins(wallet.balance_eth, asset),
        }}
      />
      {!isEnough && <p className="note warn">The account holds less than the maximum cost. Fund it first.</p>}
    </section>
  );
}

function digits(gas: number): string {
  return gas.toLocaleString('en-US');
}
