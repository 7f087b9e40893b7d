/** Money is whole micro-USD internally, and a number of USD in responses. */
const MICROS_PER_USD = 1_000_000;

/** Rounded up, so that no part of an expense goes unbooked. */
export function microsOfUsd(usd: number): number {
  return Math.ceil(Math.round(usd * MICROS_PER_USD * 1_000) / 1_000);
}

export function usdOfMicros(micros: number): number {
  return micros / MICROS_PER_USD;
}
