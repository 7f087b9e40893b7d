import { invalidField } from '../../../../../kit/errors/index.ts';

const WEI_PER_ETHER = 10n ** 18n;
const MAX_UINT256 = (1n << 256n) - 1n;

/** Wei in ether (or another native coin); the nearest double. */
export function toEther(wei: bigint): number {
  return Number(formatUnits(wei, 18));
}

/** Wei in gwei. */
export function toGwei(wei: bigint): number {
  return Number(formatUnits(wei, 9));
}

/** An amount of wei in USD, rounded to eight places. */
export function toUsd(wei: bigint, usdPerEther: number): number {
  // The price has at most eight places, so the product is exact and rounded only once.
  const price = BigInt(Math.round(usdPerEther * 1e8));
  const scaled = (wei * price + WEI_PER_ETHER / 2n) / WEI_PER_ETHER;
  return Number(formatUnits(scaled, 8));
}

/** Amounts of USD have eight places at most; a sum of doubles may have more. */
export function sumUsd(amounts: readonly number[]): number {
  return Math.round(amounts.reduce((sum, usd) => sum + usd, 0) * 1e8) / 1e8;
}

function formatUnits(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const VALUE = /^(\d{1,78})(?:\.(\d{1,18}))?(?: *(wei|gwei|ether))?$/;
const places = { wei: 0, gwei: 9, ether: 18 };

/** The wei of a request field, usually `value`: whole wei, or an amount with a unit, such as `0.1 ether`. */
export function parseValue(text: string, field = 'value'): bigint {
  const [, whole, fraction = '', unit = 'wei'] = VALUE.exec(text.trim()) ?? [];
  const scale = places[unit as keyof typeof places];
  if (whole !== undefined && fraction.length <= scale) {
    const wei = BigInt(whole + fraction.padEnd(scale, '0'));
    if (wei <= MAX_UINT256) return wei;
  }
  throw invalidField(
    field,
    `\`${field}\` must be whole wei such as \`1000000000000000000\`, or an amount such as \`1 ether\`.`,
  );
}

/** The wei of a price in gwei, such as `1.5`. */
export function parseGasPrice(text: string): bigint {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,9}))?$/.exec(text.trim()) ?? [];
  const wei = whole === undefined ? 0n : BigInt(whole + fraction.padEnd(9, '0'));
  if (wei > 0n) return wei;
  throw invalidField('gas_price', '`gas_price` must be a price in gwei above 0, such as `1.5`.');
}
