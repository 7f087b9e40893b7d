import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Keystore } from 'ox';
import { type Hex, keccak256, parseTransaction, recoverTransactionAddress, toHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listen } from '../../../../kit/net/listen.fixture.ts';
import { required } from '../../../../kit/required.ts';
import { openAwsKmsSigner } from './aws-kms-signer.ts';
import { openGcpKmsSigner } from './gcp-kms-signer.ts';
import { addressOfSpki, partsOfDer } from './kms-signature.ts';
import { LocalSigner, newPrivateKey } from './local-signer.ts';
import { openSigner } from './open-signer.ts';
import { signTransaction } from './sign-transaction.ts';
import type { Signer } from './signer.ts';

const unsigned = {
  chainId: 31_337,
  nonce: 7,
  to: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' as const,
  data: '0x0102' as const,
  value: 5n,
  gas: 60_000,
};
const modern = { type: 'eip1559', maxFeePerGas: 3n * 10n ** 9n, maxPriorityFeePerGas: 10n ** 9n } as const;
const legacy = { type: 'legacy', gasPrice: 2n * 10n ** 9n } as const;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trivium-signers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function expectSignsAs(signer: Signer, address: string): Promise<void> {
  expect(signer.address).toBe(address);
  for (const fees of [modern, legacy]) {
    const { raw, hash } = await signTransaction({ ...unsigned, fees }, signer);
    expect(hash).toBe(keccak256(raw));
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(address);
    expect(parseTransaction(raw)).toMatchObject({ nonce: 7, chainId: 31_337, gas: 60_000n, value: 5n });
  }
}

describe('transactions are signed by the given account', () => {
  test('with a key in memory', async () => {
    const key = newPrivateKey();
    await expectSignsAs(new LocalSigner(key), privateKeyToAddress(key));
  });

  test('with a key file', async () => {
    const key = newPrivateKey();
    const path = join(folder, 'key');
    await writeFile(path, `${key.slice(2)}\n`);
    await expectSignsAs(await openSigner({ kind: 'key_file', path }), privateKeyToAddress(key));
    await writeFile(path, 'no key');
    await expect(openSigner({ kind: 'key_file', path })).rejects.toThrow('holds no private key');
  });

  test.each(['scrypt', 'pbkdf2'] as const)('with a keystore file by %s', async (kdf) => {
    const privateKey = newPrivateKey();
    const options = { password: 'a password' };
    const [key, opts] =
      kdf === 'scrypt'
        ? Keystore.scrypt({ ...options, n: 1_024 })
        : Keystore.pbkdf2({ ...options, iterations: 1_000 });
    const path = join(folder, kdf);
    await writeFile(path, JSON.stringify(Keystore.encrypt(privateKey, key, opts)));
    const signer = await openSigner({ kind: 'keystore', path, password: 'a password' });
    await expectSignsAs(signer, privateKeyToAddress(privateKey));
    await expect(openSigner({ kind: 'keystore', path, password: 'another' })).rejects.toThrow(
      'does not open',
    );
  });

  test('with a keystore file from geth, which has other scrypt parameters than ours', async () => {
    // Made with `geth account new --lightkdf`, 1.16.9; the password is the same as in the other files.
    const file = {
      address: '2f92cc7b3446596bcd0dca68de3f57a86eebbc73',
      crypto: {
        cipher: 'aes-128-ctr',
        ciphertext: '007521dd489b669c777236d352f781e715cd42b266aa0a68dc4565ccd49b50cd',
        cipherparams: { iv: 'd942ac317c39399f306ff9b70d85474c' },
        kdf: 'scrypt',
        kdfparams: {
          dklen: 32,
          n: 4_096,
          p: 6,
          r: 8,
          salt: '175ff5962ef386f487c443eca05a788e7b485242bad5eb24544bba1899974e2c',
        },
        mac: 'f82b971c4955d08a630c8a331f78db9736c7f878d83d6f671b4236c505363e82',
      },
      id: '796cd33c-d2f3-460a-a315-d9d7e9e92067',
      version: 3,
    };
    const path = join(folder, 'geth');
    await writeFile(path, JSON.stringify(file));
    const signer = await openSigner({ kind: 'keystore', path, password: 'a password' });
    await expectSignsAs(signer, '0x2F92CC7B3446596BCD0dca68de3F57A86EeBBC73');
  });

  test('a keystore file that needs too much memory or an unknown algorithm is refused', async () => {
    const open = async (kdf: string, kdfparams: object) => {
      const path = join(folder, 'odd');
      await writeFile(
        path,
        JSON.stringify({ crypto: { kdf, kdfparams: { dklen: 32, salt: '00', ...kdfparams } } }),
      );
      return openSigner({ kind: 'keystore', path, password: 'a password' });
    };
    await expect(open('scrypt', { n: 2 ** 24, r: 8, p: 1 })).rejects.toThrow('does not open');
    await expect(open('argon2', {})).rejects.toThrow('does not open');
    await expect(open('pbkdf2', { c: 10, prf: 'hmac-sha512' })).rejects.toThrow('does not open');
  });
});

describe('a key service', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });

  /** A DER signature of the digest itself, as key services make it. */
  function signDigest(key: KeyObject, digest: Buffer): Buffer {
    const { d } = key.export({ format: 'jwk' });
    const { signature } = new NoHash(Buffer.from(required(d, 'd'), 'base64url')).sign(digest);
    return signature;
  }

  test('returns signatures that are normalized to the low half, with their parity', async () => {
    const address = addressOfSpki(publicKey.export({ format: 'der', type: 'spki' }));
    const half = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
    const parities = new Set<number>();
    for (let i = 0; i < 20; i++) {
      const hash = keccak256(toHex(i));
      for (const isHigh of [false, true]) {
        const der = signDigest(privateKey, Buffer.from(hash.slice(2), 'hex'));
        const parts = await partsOfDer(isHigh ? mirrored(der) : der, hash, address);
        expect(BigInt(parts.s)).toBeLessThanOrEqual(half);
        parities.add(parts.yParity);
      }
    }
    expect(parities).toEqual(new Set([0, 1]));
  });

  test('of Amazon is called through its SDK', async () => {
    const asked: unknown[] = [];
    const server: Server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        const target = request.headers['x-amz-target'];
        const given = JSON.parse(body);
        asked.push([target, given.KeyId, given.MessageType, given.SigningAlgorithm]);
        const answer =
          target === 'TrentService.GetPublicKey'
            ? { PublicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64') }
            : {
                Signature: mirrored(signDigest(privateKey, Buffer.from(given.Message, 'base64'))).toString(
                  'base64',
                ),
              };
        response.setHeader('content-type', 'application/x-amz-json-1.1').end(JSON.stringify(answer));
      });
    });
    const { origin } = await listen(server);
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'key');
    vi.stubEnv('AWS_REGION', 'eu-central-1');
    try {
      const signer = await openAwsKmsSigner('key-1', origin);
      await expectSignsAs(signer, addressOfSpki(publicKey.export({ format: 'der', type: 'spki' })));
      expect(asked[0]).toEqual(['TrentService.GetPublicKey', 'key-1', undefined, undefined]);
      expect(asked[1]).toEqual(['TrentService.Sign', 'key-1', 'DIGEST', 'ECDSA_SHA_256']);
    } finally {
      vi.unstubAllEnvs();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  test('of Google is called through its REST API', async () => {
    const asked: string[] = [];
    const server: Server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
        const answer = required(request.url, 'request.url').endsWith('/publicKey')
          ? { pem: publicKey.export({ format: 'pem', type: 'spki' }) }
          : {
              signature: signDigest(
                privateKey,
                Buffer.from(JSON.parse(body).digest.sha256, 'base64'),
              ).toString('base64'),
            };
        response.end(JSON.stringify(answer));
      });
    });
    const { origin } = await listen(server);
    try {
      const signer = await openGcpKmsSigner({
        keyName: 'projects/p/key/1',
        api: origin,
        readToken: async () => 'token',
      });
      await expectSignsAs(signer, addressOfSpki(publicKey.export({ format: 'der', type: 'spki' })));
      expect(asked[0]).toBe('GET /projects/p/key/1/publicKey Bearer token');
      expect(asked[1]).toBe('POST /projects/p/key/1:asymmetricSign Bearer token');
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

/** Signs digests without hashing them again, which node:crypto would do. */
class NoHash {
  readonly #key: Buffer;
  constructor(key: Buffer) {
    this.#key = key;
  }

  sign(digest: Buffer): { signature: Buffer } {
    const { r, s } = new LocalSigner(`0x${this.#key.toString('hex')}`).sign(
      `0x${digest.toString('hex')}`,
    ) as {
      r: Hex;
      s: Hex;
    };
    return { signature: toDer(BigInt(r), BigInt(s)) };
  }
}

function toDer(r: bigint, s: bigint): Buffer {
  const integer = (value: bigint) => {
    const hex = value.toString(16);
    const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
    const signed = required(bytes[0], 'bytes[0]') >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
    return Buffer.concat([Buffer.from([2, signed.length]), signed]);
  };
  const body = Buffer.concat([integer(r), integer(s)]);
  return Buffer.concat([Buffer.from([0x30, body.length]), body]);
}

/** The other valid signature: with `s` in the high half. */
function mirrored(der: Buffer): Buffer {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const rLength = required(der[3], 'der[3]');
  const r = BigInt(`0x${der.subarray(4, 4 + rLength).toString('hex')}`);
  const s = BigInt(`0x${der.subarray(6 + rLength).toString('hex')}`);
  return toDer(r, order - s);
}
