import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { required } from '../required.ts';
import { formatCheckpoint, parseCheckpoint, signCheckpoint, verifyCheckpoint } from './checkpoint.ts';
import {
  createNoteSigner,
  formatVerifierKey,
  NoteError,
  type NoteErrorReason,
  openNote,
  parseVerifierKey,
  signNote,
} from './signed-note.ts';

const name = 'log.example/one';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const signer = createNoteSigner(name, privateKey);
const key = parseVerifierKey(formatVerifierKey(name, publicKey));
const root = createHash('sha256').update('root').digest();
const head = { origin: name, size: 20_852_163, root };

function reasonOf(action: () => unknown): NoteErrorReason | 'accepted' {
  try {
    action();
  } catch (error) {
    if (error instanceof NoteError) return error.reason;
    throw error;
  }
  return 'accepted';
}

// The key pair and the note from the example in Go's golang.org/x/mod/sumdb/note, the first implementation.
const goVerifierKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const goSeed = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const goText =
  'If you think cryptography is the answer to your problem,\n' +
  "then you don't know what your problem is.\n";
const goNote =
  `${goText}\n` +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

function privateKeyFromSeed(seed: Buffer): KeyObject {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

describe('signed notes', () => {
  it('of the Go implementation are opened', () => {
    expect(openNote(goNote, [parseVerifierKey(goVerifierKey)])).toBe(goText);
  });

  it('have the same bytes as from the Go implementation', () => {
    const goSigner = createNoteSigner('PeterNeumann', privateKeyFromSeed(goSeed));
    expect(goSigner.keyId).toBe('c74f20a3');
    expect(signNote(goText, [goSigner])).toBe(goNote);
  });

  it('ignore signatures of unknown keys, but need one of a known key', () => {
    const stranger = createNoteSigner('stranger.example', generateKeyPairSync('ed25519').privateKey);
    const sameName = createNoteSigner(name, generateKeyPairSync('ed25519').privateKey);
    expect(openNote(signNote('text\n', [stranger, sameName, signer]), [key])).toBe('text\n');
    expect(reasonOf(() => openNote(signNote('text\n', [stranger, sameName]), [key]))).toBe('unknown_key');
    expect(reasonOf(() => openNote(signNote('text\n', [signer]), []))).toBe('unknown_key');
  });

  it('are rejected completely if a signature of a known key is false', () => {
    const forged = { ...signer, sign: () => Buffer.alloc(64) };
    expect(reasonOf(() => openNote(signNote('text\n', [forged]), [key]))).toBe('bad_signature');
    expect(reasonOf(() => openNote(signNote('text\n', [signer, forged]), [key]))).toBe('bad_signature');
  });

  it('may have empty lines in the text; the last one ends it', () => {
    const text = 'one\n\n— not a signature\n\ntwo\n';
    expect(openNote(signNote(text, [signer]), [key])).toBe(text);
  });

  it.each([
    ['no signature', 'text\n\n'],
    ['no empty line', 'text\n— a AAAAAAAA\n'],
    ['no last newline', signNote('text\n', [signer]).slice(0, -1)],
    ['two hyphens for the dash', signNote('text\n', [signer]).replace('—', '--')],
    ['a control character', signNote('text\n', [signer]).replace('text', 'te\txt')],
    ['a lone surrogate', signNote('text\n', [signer]).replace('text', 'te\ud800xt')],
    ['base64 that is not canonical', signNote('text\n', [signer]).replace(/=*\n$/, '\n')],
    ['a third word', signNote('text\n', [signer]).replace(/\n$/, ' more\n')],
    [
      '101 signatures',
      `text\n\n${required(signNote('text\n', [signer]).split('\n\n')[1], 'the signature').repeat(101)}`,
    ],
  ])('are refused with %s', (_name, note) => {
    expect(reasonOf(() => openNote(note, [key]))).toBe('malformed');
  });

  it.each(['', 'two words', 'a+b', 'line\nbreak', 'no\u00a0break', 'lone\ud800'])(
    'refuse the key name %j',
    (bad) => {
      expect(reasonOf(() => createNoteSigner(bad, privateKey))).toBe('malformed');
    },
  );
});

describe('verifier keys', () => {
  it('are written and read as name, id and key', () => {
    expect(formatVerifierKey('PeterNeumann', parseVerifierKey(goVerifierKey).publicKey)).toBe(goVerifierKey);
    expect(parseVerifierKey(`${goVerifierKey}\n`)).toMatchObject({ name: 'PeterNeumann', keyId: 'c74f20a3' });
  });

  it('are refused if the id does not match name and key, or the type is not Ed25519', () => {
    const text = formatVerifierKey(name, publicKey);
    expect(reasonOf(() => parseVerifierKey(text.replace(name, 'log.example/two')))).toBe('malformed');
    expect(reasonOf(() => parseVerifierKey(text.replace('+A', '+B')))).toBe('malformed');
    expect(reasonOf(() => parseVerifierKey(text.slice(0, -1)))).toBe('malformed');
    expect(reasonOf(() => parseVerifierKey(''))).toBe('malformed');
    const { privateKey: otherKind } = generateKeyPairSync('x25519');
    expect(reasonOf(() => createNoteSigner(name, otherKind))).toBe('malformed');
  });
});

describe('checkpoints', () => {
  it('have the form of the tlog-checkpoint specification', () => {
    expect(formatCheckpoint(head)).toBe(`${name}\n20852163\n${root.toString('base64')}\n`);
    const note = signCheckpoint(head, signer);
    const signature = /^log\.example\/one\n20852163\n[A-Za-z0-9+/]{43}=\n\n— log\.example\/one ([^ \n]+)\n$/u;
    const [, encoded] = signature.exec(note) ?? [];
    expect(Buffer.from(required(encoded, 'encoded'), 'base64')).toHaveLength(4 + 64);
    expect(parseCheckpoint(note)).toMatchObject({
      ...head,
      extensions: [],
      signatures: [{ name, keyId: key.keyId }],
    });
  });

  it('are read back as signed, with extension lines and for any size', () => {
    for (const size of [0, 1, 2 ** 32, Number.MAX_SAFE_INTEGER]) {
      const note = signCheckpoint({ ...head, size, extensions: ['a b', 'c'] }, signer);
      expect(verifyCheckpoint(note, [key])).toEqual({ ...head, size, extensions: ['a b', 'c'] });
    }
  });

  it('can be signed with two keys, and are valid for an auditor with either', () => {
    const next = generateKeyPairSync('ed25519');
    const note = signCheckpoint(head, signer, createNoteSigner(name, next.privateKey));
    for (const known of [key, parseVerifierKey(formatVerifierKey(name, next.publicKey))]) {
      expect(verifyCheckpoint(note, [known]).size).toBe(head.size);
    }
  });

  it('of another log are refused, although signed with the key', () => {
    const note = signCheckpoint({ ...head, origin: 'log.example/two' }, signer);
    expect(reasonOf(() => verifyCheckpoint(note, [key]))).toBe('wrong_origin');
    expect(verifyCheckpoint(note, [key], 'log.example/two').size).toBe(head.size);
  });

  it('are never accepted with any one byte changed', () => {
    const note = Buffer.from(signCheckpoint(head, signer));
    fc.assert(
      fc.property(fc.nat(note.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const altered = Buffer.from(note);
        altered[at] = (altered[at] ?? 0) ^ change;
        expect(reasonOf(() => verifyCheckpoint(altered.toString(), [key]))).not.toBe('accepted');
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a leading zero', '01\n', root.toString('base64')],
    ['a sign', '+1\n', root.toString('base64')],
    ['a size past exact numbers', '9007199254740993\n', root.toString('base64')],
    ['a short root', '1\n', root.subarray(1).toString('base64')],
    ['no root', '', '1'],
    ['an empty extension line', '1\n', `${root.toString('base64')}\n\nextension`],
  ])('with %s are refused, although signed', (_name, size, rest) => {
    const note = signNote(`${name}\n${size}${rest}\n`, [signer]);
    expect(reasonOf(() => verifyCheckpoint(note, [key]))).toBe('malformed');
  });

  it('are not signed in a form that could not be read back', () => {
    for (const wrong of [
      { size: -1 },
      { size: 1.5 },
      { root: root.subarray(1) },
      { origin: '' },
      { origin: 'a\nb' },
      { extensions: [''] },
      { extensions: ['a\nb'] },
    ]) {
      expect(reasonOf(() => signCheckpoint({ ...head, ...wrong }, signer))).toBe('malformed');
    }
  });
});
