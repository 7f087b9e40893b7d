import { createRequire } from 'node:module';
import type { Address, Hex } from 'viem';
import { generatePrivateKey, privateKeyToAddress, sign as signSlowly } from 'viem/accounts';
import { hexToBytes } from 'viem/utils';
import type { SignatureParts, Signer } from './signer.ts';

/** The native library signs about ten times as fast; on platforms without a build of it, viem signs. */
interface NativeLibrary {
  ecdsaSign(hash: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number };
}

const native = loadNative();

function loadNative(): NativeLibrary | undefined {
  try {
    return createRequire(import.meta.url)('secp256k1/bindings') as NativeLibrary;
  } catch {
    return undefined;
  }
}

/** A key in this process's memory. */
export class LocalSigner implements Signer {
  readonly address: Address;
  readonly #key: Hex;
  readonly #keyBytes: Uint8Array;

  /** `key` is 32 bytes of hex with 0x; throws for an invalid private key. */
  constructor(key: Hex) {
    this.#key = key;
    this.#keyBytes = hexToBytes(key);
    this.address = privateKeyToAddress(key);
  }

  sign(hash: Hex): SignatureParts | Promise<SignatureParts> {
    if (native === undefined) return signWithoutNative(hash, this.#key);
    const { signature, recid } = native.ecdsaSign(Buffer.from(hash.slice(2), 'hex'), this.#keyBytes);
    const hex = Buffer.from(signature).toString('hex');
    return { r: `0x${hex.slice(0, 64)}`, s: `0x${hex.slice(64)}`, yParity: recid === 1 ? 1 : 0 };
  }
}

export function newPrivateKey(): Hex {
  return generatePrivateKey();
}

async function signWithoutNative(hash: Hex, privateKey: Hex): Promise<SignatureParts> {
  const { r, s, yParity } = await signSlowly({ hash, privateKey });
  return { r, s, yParity: yParity === 1 ? 1 : 0 };
}
