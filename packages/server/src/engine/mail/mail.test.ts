import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { envelopeAddress, formsOf, isMailAddress, isRecipientAddress, normalAddress } from './address.ts';
import { composeMail } from './compose-mail.ts';
import { dkimKeyOf, signDkim } from './sign-dkim.ts';
import { parseSmtpUrl } from './smtp-relay.ts';

const date = new Date('2026-11-21T12:00:00Z');
const message = (more = {}) => ({
  orgId: 'o',
  from: '"Ann" <ann@example.com>',
  to: 'bob@example.org',
  subject: 'Hello',
  text: 'Hi',
  html: '<p>Hi</p>',
  messageId: '<1@example.com>',
  headers: {
    'List-Unsubscribe': '<https://x.example/u/1>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  ...more,
});

/** The text as a mail program shows it. */
const asRead = (text: string) => text.replace(/\r\n?/g, '\n').trimEnd();

test('any text is readable unchanged, in lines that every server accepts', async () => {
  // A mail cannot contain a lone surrogate or NUL; the API refuses both.
  const text = fc.string({ unit: 'grapheme', maxLength: 400 }).map((one) => one.replaceAll('\0', ''));
  const line = text.map((one) =>
    one
      .replace(/\p{C}|\p{Z}/gu, ' ')
      .replace(/ +/g, ' ')
      .trim(),
  );
  await fc.assert(
    fc.asyncProperty(line, text, text, line, async (subject, body, html, name) => {
      const from = name === '' ? 'ann@example.com' : `"${name.replace(/["\\]/g, '\\$&')}" <ann@example.com>`;
      const raw = await composeMail(message({ subject, text: body, html, from }), date);
      const bytes = raw.toString('latin1');
      expect(bytes.split('\r\n').every((one) => one.length <= 998 && !/[\r\n]/.test(one))).toBe(true);
      expect(bytes.slice(0, bytes.indexOf('\r\n\r\n'))).toMatch(/^[\x20-\x7e\t\r\n]*$/);
      const read = await PostalMime.parse(raw);
      expect(read.subject ?? '').toBe(subject);
      expect(asRead(read.text ?? '')).toBe(asRead(body));
      expect(asRead(read.html ?? '')).toBe(asRead(html));
      expect(read.from).toMatchObject({ address: 'ann@example.com' });
    }),
    { numRuns: 300 },
  );
});

test('a text in another script grows by at most a third', async () => {
  const text = 'Добрый день, высылаем вам предложение.\n'.repeat(200);
  const raw = (await composeMail(message({ text }), date)).toString('latin1');
  const [, body = ''] = raw.split('\r\n\r\n');
  expect(raw).toContain('Content-Transfer-Encoding: base64');
  expect(body.length).toBeLessThan(1.4 * Buffer.byteLength(text.replaceAll('\n', '\r\n')));
});

test('a text with few non-ASCII letters is readable in its encoded form', async () => {
  const raw = (
    await composeMail(
      message({ text: 'Viele Grüße aus München, und bis zum nächsten Mal am Bahnhof in Berlin' }),
      date,
    )
  ).toString('latin1');
  expect(raw).toContain('Viele Gr=C3=BC=C3=9Fe aus M=C3=BCnchen');
});

test.each(['rsa', 'ed25519'] as const)(
  'a signature with %s is accepted by an independent library, and covers both unsubscribe headers',
  async (type) => {
    const pair =
      type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519');
    const der = pair.publicKey.export({ type: 'spki', format: 'der' });
    const published = type === 'rsa' ? der.toString('base64') : der.subarray(-32).toString('base64');
    const key = dkimKeyOf(
      'example.com',
      's1',
      pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    );
    const resolver = async () => [[`v=DKIM1; k=${type}; p=${published}`]];
    for (const text of ['Hi', 'trailing \t \n\n\n', '', 'ü'.repeat(500), '.\n..\n']) {
      const raw = await signDkim(await composeMail(message({ text }), date), key, Date.now());
      const { results } = await dkimVerify(raw, { resolver });
      expect(results.map((one: { status: { result: string } }) => one.status.result)).toEqual(['pass']);
      const head = raw.toString('latin1').replace(/\r\n[ \t]+/g, '');
      expect(/^DKIM-Signature:.*?;\s*h=([^;]*);/.exec(head)?.[1]).toContain('list-unsubscribe-post');
      const changed = Buffer.from(raw.toString('latin1').replace('One-Click', 'Two-Click'), 'latin1');
      const again = await dkimVerify(changed, { resolver });
      expect(again.results[0]?.status.result).not.toBe('pass');
    }
  },
);

test.each([
  ['a@b.example', true],
  ["o'hara+tag@mail.example.co.uk", true],
  ['a@bücher.example', true],
  ['a b@c.example', false],
  ['a@b', true],
  ['@b.example', false],
  ['a@', false],
  ['a..b@c.example', false],
  ['a@b.example\r\nBcc: x@y.example', false],
  ['<a@b.example>', false],
  ['a@b.example, c@d.example', false],
  [`${'a'.repeat(65)}@b.example`, false],
])('%j is an address: %j', (text, isOne) => {
  expect(isMailAddress(text)).toBe(isOne);
});

test.each([
  ['grün@exämple.test', true],
  ['用户@例え.test', true],
  ['gr\u00fcn\u200b@a.test', false],
  ['a\u2028b@c.test', false],
  ['grün@exämple.test\r\nBcc: x@y.test', false],
  [`${'ü'.repeat(33)}@a.test`, false],
])('%j can be written to if the server supports it: %j', (text, isOne) => {
  expect(isRecipientAddress(text)).toBe(isOne);
  expect(isMailAddress(text)).toBe(false);
});

test('an address is sent in ASCII unless this is impossible, and compared in one form', () => {
  expect(envelopeAddress('ann@bücher.example')).toBe('ann@xn--bcher-kva.example');
  expect(envelopeAddress('grün@bücher.example')).toBe('grün@bücher.example');
  expect(normalAddress(' Gru\u0308n@A.example')).toBe('grün@a.example');
  expect(normalAddress('Ann@BÜCHER.example')).toBe('ann@xn--bcher-kva.example');
  expect(normalAddress('ann@1.2.3')).toBe('ann@1.2.3');
  expect(formsOf('ann@xn--bcher-kva.example')).toEqual(formsOf('Ann@Bücher.example'));
  expect(formsOf('Bücher.example')).toEqual(['xn--bcher-kva.example', 'bücher.example']);
  expect(formsOf('ann@a.example')).toEqual(['ann@a.example']);
});

test('the address of a relay is read with its login; errors do not contain it', () => {
  expect(parseSmtpUrl('smtps://ann%40x:p%3Aw@mail.example.com?connections=4&tls=required')).toEqual({
    host: 'mail.example.com',
    port: 465,
    isSecure: true,
    requireTls: true,
    user: 'ann@x',
    password: 'p:w',
    maxConnections: 4,
  });
  expect(parseSmtpUrl('smtp://127.0.0.1').port).toBe(587);
  for (const wrong of ['http://mail.example.com', 'smtp://', 'smtp://u:secret@x?connections=0']) {
    expect(() => parseSmtpUrl(wrong)).toThrow(/^(?!.*secret)It|^(?!.*secret).*connections/);
  }
});
