import { argon2id } from '@noble/hashes/argon2.js';
import { expect, test } from 'vitest';
import { required } from '../../../kit/required.ts';
import { checkPassword, hashPassword, isPassword } from './password.ts';

test('a hash is the same Argon2id hash of password and salt that another implementation computes', async () => {
  const phc = await hashPassword('correct horse battery');
  const [, algorithm, version, parameters, salt, tag] = phc.split('$');
  expect([algorithm, version, parameters]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
  const again = argon2id('correct horse battery', Buffer.from(required(salt, 'salt'), 'base64'), {
    m: 19_456,
    t: 2,
    p: 1,
    dkLen: 32,
  });
  expect(Buffer.from(required(tag, 'tag'), 'base64')).toEqual(Buffer.from(again));
});

test('a password matches in every Unicode form, and no other password does', async () => {
  const phc = await hashPassword('Zürich-Ångström-9');
  expect(await isPassword('Zürich-Ångström-9'.normalize('NFD'), phc)).toBe(true);
  expect(await isPassword('Zurich-Angstrom-9', phc)).toBe(false);
  expect(await isPassword('', phc)).toBe(false);
});

test('equal passwords have different hashes', async () => {
  expect(await hashPassword('the same password')).not.toBe(await hashPassword('the same password'));
});

test('no password matches a person without one, or an invalid hash', async () => {
  expect(await isPassword('', null)).toBe(false);
  expect(await isPassword('anything', undefined)).toBe(false);
  expect(await isPassword('anything', 'anything')).toBe(false);
});

test('passwords are hashed a few at a time, and requests that would wait too long are refused', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 48 }, (_, i) => isPassword(`password ${i}`, null)),
  );
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({ reason: { code: 'unavailable' } });
  expect(await isPassword('afterwards', null)).toBe(false);
});

test.each(['aaaaaaaaaaaaaaaa', 'abababababab', 'Ada.Byron-2026!'])('%s is refused', (password) => {
  expect(() => checkPassword(password, { field: 'password', email: 'ada.byron@example.com' })).toThrow(
    '`password` must',
  );
});
