import type { Address, Hex } from 'viem';
import { addressOfSpki, partsOfDer } from './kms-signature.ts';
import type { SignatureParts, Signer } from './signer.ts';

const API = 'https://cloudkms.googleapis.com/v1';
const TOKEN_URL =
  'http://metadata.google.internal/computeMetadata/v1/instance/service-accounts/default/token';
const DEADLINE_MS = 5_000;

export interface GcpKmsOptions {
  /** projects/…/cryptoKeyVersions/1, with the algorithm EC_SIGN_SECP256K1_SHA256. */
  keyName: string;
  api?: string;
  /** By default for the machine's service account. */
  readToken?: () => Promise<string>;
}

/** A key in Google Cloud KMS, through its REST API. */
export async function openGcpKmsSigner(options: GcpKmsOptions): Promise<Signer> {
  const { keyName, api = API } = options;
  const readToken = options.readToken ?? machineToken();
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${api}/${keyName}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${await readToken()}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(DEADLINE_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`Google Cloud KMS answered ${answer.status}`);
    return (await answer.json()) as T;
  };
  const { pem } = await ask<{ pem: string }>('/publicKey');
  const address: Address = addressOfSpki(pem);
  return {
    address,
    async sign(hash: Hex): Promise<SignatureParts> {
      const digest = { sha256: Buffer.from(hash.slice(2), 'hex').toString('base64') };
      const { signature } = await ask<{ signature: string }>(':asymmetricSign', { digest });
      return partsOfDer(Buffer.from(signature, 'base64'), hash, address);
    },
  };
}

/** Tokens of the machine's service account, cached until shortly before they expire. */
function machineToken(): () => Promise<string> {
  let token = '';
  let endsAt = 0;
  return async () => {
    if (performance.now() < endsAt) return token;
    const answer = await fetch(TOKEN_URL, {
      headers: { 'metadata-flavor': 'Google' },
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    if (!answer.ok) throw new Error(`the metadata server answered ${answer.status}`);
    const { access_token, expires_in } = (await answer.json()) as {
      access_token: string;
      expires_in: number;
    };
    token = access_token;
    endsAt = performance.now() + (expires_in - 60) * 1_000;
    return token;
  };
}
