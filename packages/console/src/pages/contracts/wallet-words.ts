import type { Wallet } from './networks.tsx';

/** Gas of an average call; a plain transfer takes 21,000, a deployment a million or more. */
const GAS_OF_A_CALL = 100_000;
/** With fewer calls left than this, the wallet should be topped up. */
const LOW = 20;

type Held = Pick<Wallet, 'balance_eth' | 'gas_price_gwei'>;

/** Approximate number of calls it pays for at the current gas price. */
export function callsLeft({ balance_eth: balance, gas_price_gwei: gwei }: Held): number {
  if (balance === 0) return 0;
  return gwei > 0 ? Math.floor((balance * 1e9) / (gwei * GAS_OF_A_CALL)) : Number.POSITIVE_INFINITY;
}

/** A warning for a wallet running low; undefined otherwise. */
export function shortage(of: Held): string | undefined {
  const calls = callsLeft(of);
  if (calls >= LOW) return undefined;
  if (of.balance_eth === 0) return 'Empty: nothing can be sent.';
  if (calls === 0) return 'Not enough for one call at this gas price.';
  return `Enough for about ${calls} more ${calls === 1 ? 'call' : 'calls'} at this gas price.`;
}
