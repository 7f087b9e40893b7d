/** A seeded source of characters (mulberry32), so that a run can be repeated. */
export interface RandomText {
  next(): number;
  integer(below: number): number;
  pick<T>(items: readonly T[]): T;
  of(alphabet: string, length: number): string;
}

export const hex = '0123456789abcdef';
export const lower = 'abcdefghijklmnopqrstuvwxyz';
export const upper = lower.toUpperCase();
export const digits = '0123456789';
export const alphanumeric = upper + lower + digits;
export const base64 = `${alphanumeric}+/`;
export const base64url = `${alphanumeric}_-`;
export const base32 = `${upper}234567`;

export function randomText(seed: number): RandomText {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (below: number) => Math.floor(next() * below);
  const pick = <T>(items: readonly T[]): T => items[integer(items.length)] as T;
  const of = (alphabet: string, length: number) => {
    let text = '';
    for (let i = 0; i < length; i++) text += alphabet.charAt(integer(alphabet.length));
    return text;
  };
  return { next, integer, pick, of };
}
