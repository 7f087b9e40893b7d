import { readFile } from 'node:fs/promises';
import type { Hex } from 'viem';
import type { SignerSettings } from '../networks/network-settings.ts';
import { LocalSigner } from './local-signer.ts';
import type { Signer } from './signer.ts';

/** The signer that the settings name. Throws with a sentence for the log; secrets stay out of it. */
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

/** A keystore of version 3, by scrypt or PBKDF2. */
async function openKeystore(path: string, password: string): Promise<Signer> {
  const { Keystore } = await import('ox');
  const keystore = JSON.parse(await readFile(path, 'utf8')) as Parameters<typeof Keystore.toKeyAsync>[0];
  try {
    const key = await Keystore.toKeyAsync(keystore, { password });
    return new LocalSigner(Keystore.decrypt(keystore, key));
  } catch (error) {
    throw new Error(`${path} does not open with the given password, or is no keystore of version 3`, {
      cause: error,
    });
  }
}
