import type { PackageUse } from '@trivium/scanner';
import { expect, test } from 'vitest';
import { formatComponent } from './format-component.ts';

const used = { ecosystem: 'Pub', name: 'http', version: '0.13.0', license: null } as PackageUse;

test('a hash has the length of its algorithm, or is left out', () => {
  const hashesOf = (integrity: string) => JSON.parse(formatComponent({ ...used, integrity }, 1)).hashes;
  const digest = Buffer.alloc(64, 1);
  expect(hashesOf(`sha512-${digest.toString('base64')}`)).toEqual([
    { alg: 'SHA-512', content: digest.toString('hex') },
  ]);
  for (const cut of ['sha512-x', 'sha512-AAAA', 'sha384-AAAA==']) expect(hashesOf(cut)).toBeUndefined();
});

test('Dart packages have a package URL too', () => {
  expect(JSON.parse(formatComponent({ ...used, integrity: null }, 1)).purl).toBe('pkg:pub/http@0.13.0');
});
