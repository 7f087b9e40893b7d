import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { required } from '../required.ts';
import { createKeyRing, createSecretBox, SecretBoxError } from './secret-box.ts';

const key = randomBytes(32);

test('sealed text opens in its place, in this process and in another with the same key', () => {
  const box = createSecretBox(key);
  const later = createSecretBox(key);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, context) => {
      const sealed = box.seal(text, context);
      expect(box.open(sealed, context)).toBe(text);
      expect(later.open(sealed, context)).toBe(text);
    }),
  );
});

test('the same text never seals to the same bytes, and is not visible in them', () => {
  const box = createSecretBox(key);
  const sealed = Array.from({ length: 1000 }, () => box.seal('whsec_visible', 'a'));
  expect(new Set(sealed).size).toBe(1000);
  expect(
    sealed.some((text) =>
      Buffer.from(required(text.split('.')[2], 'text.split(.)[2]'), 'base64url').includes('visible'),
    ),
  ).toBe(false);
  expect(createSecretBox(key).seal('x', 'a')).not.toBe(createSecretBox(key).seal('x', 'a'));
});

test('any change of a single byte is detected', () => {
  const box = createSecretBox(key);
  const [version, keyId, encoded] = box.seal('secret', 'place').split('.');
  const bytes = Buffer.from(required(encoded, 'encoded'), 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    const changed = Buffer.from(bytes);
    changed[i] = (changed[i] ?? 0) ^ 1;
    expect(() => box.open(`${version}.${keyId}.${changed.toString('base64url')}`, 'place')).toThrow(
      SecretBoxError,
    );
  }
});

test('another place, another key, a truncated text and other text do not open', () => {
  const box = createSecretBox(key);
  const sealed = box.seal('secret', 'subscriptions/1');
  expect(() => box.open(sealed, 'subscriptions/2')).toThrow('belongs to another place');
  expect(() => createSecretBox(randomBytes(32)).open(sealed, 'subscriptions/1')).toThrow(
    'Sealed under the key',
  );
  expect(() => box.open(sealed.slice(0, 30), 'subscriptions/1')).toThrow(SecretBoxError);
  expect(() => box.open('secret', 'subscriptions/1')).toThrow('This is not a sealed text.');
  expect(() => createSecretBox(randomBytes(16))).toThrow('A master key has 32 bytes, not 16.');
});

test('a key ring opens with each of its keys and seals with one, also after a change', () => {
  const next = randomBytes(32);
  const old = createSecretBox(key).seal('secret', 'place');
  const ring = createKeyRing({ current: key, others: [] });
  expect(() => ring.open(createSecretBox(next).seal('x', 'place'), 'place')).toThrow('Sealed under the key');
  ring.use({ current: next, others: [key] });
  expect(ring.open(old, 'place')).toBe('secret');
  expect(createSecretBox(next).open(ring.seal('new', 'place'), 'place')).toBe('new');
  ring.use({ current: next, others: [] });
  expect(() => ring.open(old, 'place')).toThrow(SecretBoxError);
});

test('a key ring asks for newer keys when none of its own opens a text', () => {
  const next = randomBytes(32);
  let asked = 0;
  const ring = createKeyRing({ current: key, others: [] }, () => {
    asked++;
    return { current: next, others: [key] };
  });
  ring.open(ring.seal('own', 'place'), 'place');
  expect(asked).toBe(0);
  expect(ring.open(createSecretBox(next).seal('newer', 'place'), 'place')).toBe('newer');
  expect(ring.keyId).toBe(createSecretBox(next).keyId);
});
