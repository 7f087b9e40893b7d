import { pbkdf2, type ScryptOptions, scrypt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Keystore } from 'ox';
import type { Hex } from 'viem';
import type { SignerSettings } from '../networks/network-settings.ts';
import { LocalSigner } from './local-signer.ts';
import type { Signer } from './signer.ts';

type KeystoreFile = Keystore.Keystore;
type ScryptParameters = Keystore.ScryptDeriveOpts['kdfparams'];
type Pbkdf2Parameters = Keystore.Pbkdf2DeriveOpts['kdfparams'];

const MAX_KDF_BYTES = 2 ** 31;

/** The signer from the settings. Throws an error whose message is for the log and contains no secrets. */
export async function openSigner(settings: SignerSettings): Promise<Signer> {
  switch (settings.kind) {
    case 'key_file':
      return new LocalSigner(readKey(await readFile(settings.path, 'utf8'), settings.path));
    case 'keystore':
      return openKeystore(settings.path, settings.password);
    case 'aws_kms':
      return (await import('./aws-kms-signer.ts')).openAwsKmsSigner(settings.keyId);
    case 'gcp_kms':
      return (await import('./gcp-kms-signer.ts')).openGcpKmsSigner({ keyName: settings.keyName });
  }
}

function readKey(text: string, path: string): Hex {
  const hex = text.trim().replace(/^0x/, '').toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new Error(`${path} holds no private key of 64 hex digits`);
  return `0x${hex}`;
}

/** A version 3 keystore, with scrypt or PBKDF2. */
async function openKeystore(path: string, password: string): Promise<Signer> {
  const { Keystore } = await import('ox');
  const keystore = JSON.parse(await readFile(path, 'utf8')) as KeystoreFile;
  try {
    const key = await deriveKey(keystore.crypto, password);
    return new LocalSigner(Keystore.decrypt(keystore, `0x${key.toString('hex')}`));
  } catch (error) {
    throw new Error(`${path} does not open with the given password, or is not a keystore of version 3`, {
      cause: error,
    });
  }
}

/**
 * With Node's crypto, which takes a second where JavaScript takes many; and with the file's own parameters:
 * ox supports only one choice for scrypt, which is not geth's.
 */
function deriveKey({ kdf, kdfparams }: KeystoreFile['crypto'], password: string): Promise<Buffer> {
  const salt = Buffer.from(kdfparams.salt, 'hex');
  if (kdf === 'pbkdf2') {
    const { c, dklen, prf = 'hmac-sha256' } = kdfparams as Pbkdf2Parameters;
    if (prf !== 'hmac-sha256') throw new Error(`the keystore's prf ${prf} is not known`);
    return promisify(pbkdf2)(password, salt, c, dklen, 'sha256');
  }
  if (kdf !== 'scrypt') throw new Error(`the keystore's kdf ${kdf} is not known`);
  const { n, r, p, dklen } = kdfparams as ScryptParameters;
  const maxmem = 128 * r * (n + p + 2) + 1_024;
  if (maxmem > MAX_KDF_BYTES) throw new Error('the keystore asks for more memory than 2 GiB');
  return promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)(password, salt, dklen, {
    N: n,
    r,
    p,
    maxmem,
  });
}
