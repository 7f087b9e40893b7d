import { money } from '../../parts/format.tsx';

/** An amount of a native coin with its significant digits, such as `0.00123 ETH`. */
export function coins(amount: number | null | undefined, asset = 'ETH'): string {
  if (amount == null) return '–';
  if (amount === 0) return `0 ${asset}`;
  if (amount < 1e-9) return `under 0.000000001 ${asset}`;
  const digits = amount >= 1_000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 4 };
  return `${new Intl.NumberFormat('en-US', digits).format(amount)} ${asset}`;
}

/** The same with its value in USD, if a price is known. */
export function coinsAndMoney(amount: number | null, usd: number | null, asset = 'ETH'): string {
  return usd === null ? coins(amount, asset) : `${coins(amount, asset)}, ${money(usd)}`;
}

/** Wei as text in the coin; exact if short. */
export function weiText(wei: string, asset = 'ETH'): string {
  return wei === '0' ? 'Nothing' : coins(Number(wei) / 1e18, asset);
}

export function gwei(price: number | null | undefined): string {
  if (price == null) return '–';
  return `${new Intl.NumberFormat('en-US', { maximumSignificantDigits: 4 }).format(price)} gwei`;
}

/** Wei as entered in the native coin, exactly: `0.25`; empty for none. */
export function coinsOfWei(wei: string): string {
  const digits = wei.padStart(19, '0');
  const whole = digits.slice(0, -18);
  const part = digits.slice(-18).replace(/0+$/, '');
  if (part === '') return whole === '0' ? '' : whole;
  return `${whole}.${part}`;
}
