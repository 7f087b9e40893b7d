import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';

/**
 * C2SP signed notes: a text that ends in a newline, an empty line, then one line per signature, `— <key name>
 * <base64(4-byte key id || signature)>`. Only Ed25519 (type 0x01) is signed and verified; signatures by
 * unknown keys are ignored, as the specification requires.
 */
export interface NoteSigner {
  /** The name on the signature line: not empty, no spaces, no `+`. */
  name: string;
  /** First four bytes, in hex, of SHA-256(name || 0x0A || 0x01 || public key). */
  keyId: string;
  /** The Ed25519 signature over the UTF-8 bytes of `text`. */
  sign(text: string): Buffer;
}

export interface VerifierKey {
  name: string;
  keyId: string;
  publicKey: KeyObject;
}

export interface NoteSignature {
  name: string;
  keyId: string;
  signature: Buffer;
}

export interface SignedNote {
  /** The signed text, with its final newline. */
  text: string;
  signatures: NoteSignature[];
}

export type NoteErrorReason = 'malformed' | 'unknown_key' | 'bad_signature' | 'wrong_origin';

/** A note, checkpoint or verifier key that is malformed or cannot be trusted. */
export class NoteError extends Error {
  readonly reason: NoteErrorReason;

  constructor(reason: NoteErrorReason, message: string) {
    super(message);
    this.name = 'NoteError';
    this.reason = reason;
  }
}

const ED25519_TYPE = 0x01;
const MAX_SIGNATURES = 100;
const signaturePrefix = '\u2014 ';
const validName = /^[^\p{White_Space}\p{Cc}+]+$/u;

/**
 * A signer for an Ed25519 private key. @throws NoteError (malformed) for another kind of key or a bad name
 */
export function createNoteSigner(name: string, privateKey: KeyObject): NoteSigner {
  const keyId = noteKeyId(name, rawPublicKey(createPublicKey(privateKey)));
  return { name, keyId, sign: (text) => sign(null, Buffer.from(text), privateKey) };
}

/** A public key in the text form that a log gives its auditors: `name+keyid+base64(0x01 || key)`. */
export function formatVerifierKey(name: string, publicKey: KeyObject): string {
  const raw = rawPublicKey(publicKey);
  const typed = Buffer.concat([Buffer.of(ED25519_TYPE), raw]);
  return `${name}+${noteKeyId(name, raw)}+${typed.toString('base64')}`;
}

/**
 * Parses `name+keyid+base64(0x01 || key)`. @throws NoteError (malformed), also when the id does not match the
 * key
 */
export function parseVerifierKey(text: string): VerifierKey {
  const [, name, keyId, encoded] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/s.exec(text.trim()) ?? [];
  const typed = encoded === undefined ? undefined : decodeBase64(encoded);
  if (name === undefined || keyId === undefined || typed?.length !== 33 || typed[0] !== ED25519_TYPE) {
    throw new NoteError('malformed', 'A verifier key reads name+keyid+base64, of type Ed25519.');
  }
  const raw = typed.subarray(1);
  if (noteKeyId(name, raw) !== keyId) {
    throw new NoteError('malformed', `The key id ${keyId} does not belong to this name and key.`);
  }
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
  return { name, keyId, publicKey: createPublicKey({ key: jwk, format: 'jwk' }) };
}

/** Signs a text once per signer (two during a key rotation). @throws NoteError (malformed) for a bad text */
export function signNote(text: string, signers: readonly NoteSigner[]): string {
  if (signers.length === 0) throw new NoteError('malformed', 'A note needs at least one signature.');
  if (!text.endsWith('\n') || !hasNoteCharactersOnly(text)) {
    throw new NoteError('malformed', 'A note text ends in a newline and has no other control character.');
  }
  const lines = signers.map(({ name, keyId, sign: signText }) => {
    const signature = Buffer.concat([Buffer.from(keyId, 'hex'), signText(text)]);
    return `${signaturePrefix}${name} ${signature.toString('base64')}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/** Parses a note without verifying it. @throws NoteError (malformed) */
export function parseNote(note: string): SignedNote {
  const split = note.lastIndexOf('\n\n');
  if (split < 0 || !note.endsWith('\n') || !hasNoteCharactersOnly(note)) {
    throw new NoteError('malformed', 'A note is a text, an empty line and signature lines, in plain UTF-8.');
  }
  const lines = note.slice(split + 2, -1).split('\n');
  if (lines.length > MAX_SIGNATURES) {
    throw new NoteError('malformed', `A note with more than ${MAX_SIGNATURES} signatures is refused.`);
  }
  return { text: note.slice(0, split + 1), signatures: lines.map(parseSignatureLine) };
}

function parseSignatureLine(line: string): NoteSignature {
  const [name = '', encoded, ...more] = line.slice(signaturePrefix.length).split(' ');
  const bytes = encoded === undefined ? undefined : decodeBase64(encoded);
  const wellFormed = line.startsWith(signaturePrefix) && more.length === 0 && validName.test(name);
  if (!wellFormed || bytes === undefined || bytes.length < 5) {
    throw new NoteError('malformed', 'A signature line reads: em dash, space, key name, space, base64.');
  }
  return { name, keyId: bytes.toString('hex', 0, 4), signature: bytes.subarray(4) };
}

/**
 * The text of a note that at least one of the keys has signed.
 * @throws NoteError: malformed; unknown_key when none of the keys signed it; bad_signature when a signature
 * under the name of a given key is not by that key, whatever the other signatures say
 */
export function openNote(note: string, keys: readonly VerifierKey[]): string {
  const { text, signatures } = parseNote(note);
  let signedByKnownKey = false;
  for (const { name, keyId, signature } of signatures) {
    const key = keys.find((candidate) => candidate.name === name && candidate.keyId === keyId);
    if (key === undefined) continue;
    if (!verify(null, Buffer.from(text), key.publicKey, signature)) {
      throw new NoteError('bad_signature', `The signature of ${name} is not over this text.`);
    }
    signedByKnownKey = true;
  }
  if (!signedByKnownKey) throw new NoteError('unknown_key', 'No given key has signed this note.');
  return text;
}

/** Decodes standard base64 in canonical form only; undefined for anything else. */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}

function noteKeyId(name: string, rawKey: Buffer): string {
  if (!validName.test(name) || !name.isWellFormed()) {
    throw new NoteError('malformed', 'A key name is not empty and has no space, control character or plus.');
  }
  const input = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(ED25519_TYPE), rawKey]);
  return hash('sha256', input, 'hex').slice(0, 8);
}

function rawPublicKey(publicKey: KeyObject): Buffer {
  if (publicKey.asymmetricKeyType !== 'ed25519') throw new NoteError('malformed', 'The key is not Ed25519.');
  return Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
}

function hasNoteCharactersOnly(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 && code !== 0x0a) return false;
  }
  return text.isWellFormed();
}
