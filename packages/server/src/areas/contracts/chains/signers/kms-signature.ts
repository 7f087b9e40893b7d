import { createPublicKey } from 'node:crypto';
import type { Address, Hex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { numberToHex, recoverAddress } from 'viem/utils';
import type { SignatureParts } from './signer.ts';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The account of a public key in the format of key services: SPKI, in DER or PEM. */
export function addressOfSpki(key: Buffer | string): Address {
  const options = typeof key === 'string' ? key : ({ key, format: 'der', type: 'spki' } as const);
  const { x = '', y = '' } = createPublicKey(options).export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return publicKeyToAddress(`0x04${point.toString('hex')}`);
}

/**
 * The parts of a DER signature. Key services return either of the two valid `s` and no parity: `s` is moved
 * to the lower half, and the parity is the one that recovers the account.
 */
export async function partsOfDer(der: Uint8Array, hash: Hex, address: Address): Promise<SignatureParts> {
  const [r, s] = readDer(der);
  const low = s > ORDER / 2n ? ORDER - s : s;
  const parts = { r: numberToHex(r, { size: 32 }), s: numberToHex(low, { size: 32 }) };
  for (const yParity of [0, 1] as const) {
    const found = await recoverAddress({ hash, signature: { ...parts, yParity } });
    if (found === address) return { ...parts, yParity };
  }
  throw new Error('the key service signed with another key than the one it reported');
}

/** SEQUENCE of two INTEGERs, each below 2^256. */
function readDer(der: Uint8Array): [bigint, bigint] {
  const bytes = Buffer.from(der);
  if (bytes[0] !== 0x30 || bytes[1] !== bytes.length - 2) throw new Error('not a DER signature');
  const integer = (at: number): [bigint, number] => {
    const length = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0x02 || length === 0 || length > 33) throw new Error('not a DER signature');
    const end = at + 2 + length;
    return [BigInt(`0x${bytes.subarray(at + 2, end).toString('hex')}`), end];
  };
  const [r, next] = integer(2);
  const [s] = integer(next);
  return [r, s];
}
