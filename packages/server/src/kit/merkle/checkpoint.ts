import { HASH_BYTES } from './hash.ts';
import {
  decodeBase64,
  NoteError,
  type NoteSignature,
  type NoteSigner,
  openNote,
  parseNote,
  signNote,
  type VerifierKey,
} from './signed-note.ts';

/** A tree head in C2SP tlog-checkpoint form. */
export interface Checkpoint {
  /** Identifies the log: one line, ideally a URL without scheme that equals the signing key's name. */
  origin: string;
  /** Number of leaves. */
  size: number;
  /** The root of the tree of that size, 32 bytes. */
  root: Uint8Array;
  /** Additional signed lines, none of them empty. */
  extensions?: readonly string[];
}

/** The signed text: origin, size, base64 root and extensions, one per line. @throws NoteError (malformed) */
export function formatCheckpoint(checkpoint: Checkpoint): string {
  const { origin, size, root, extensions = [] } = checkpoint;
  const lines = [origin, String(size), Buffer.from(root).toString('base64'), ...extensions];
  const sound = Number.isSafeInteger(size) && size >= 0 && root.length === HASH_BYTES;
  if (!sound || lines.some((line) => line === '' || line.includes('\n'))) {
    throw new NoteError(
      'malformed',
      'A checkpoint needs an origin, a size, a 32-byte root and no empty line.',
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The signed note of a checkpoint; several signers during a key rotation. @throws NoteError (malformed) */
export function signCheckpoint(checkpoint: Checkpoint, ...signers: readonly NoteSigner[]): string {
  return signNote(formatCheckpoint(checkpoint), signers);
}

/** Parses a signed checkpoint without verifying it. @throws NoteError (malformed) */
export function parseCheckpoint(note: string): Required<Checkpoint> & { signatures: NoteSignature[] } {
  const { text, signatures } = parseNote(note);
  return { ...parseCheckpointText(text), signatures };
}

/**
 * The checkpoint of a note signed by one of the keys, for the log named `origin` (by default the name of the
 * first key).
 * @throws NoteError: malformed, unknown_key, bad_signature, wrong_origin
 */
export function verifyCheckpoint(
  note: string,
  keys: readonly VerifierKey[],
  origin: string | undefined = keys[0]?.name,
): Required<Checkpoint> {
  const checkpoint = parseCheckpointText(openNote(note, keys));
  if (checkpoint.origin !== origin) {
    throw new NoteError('wrong_origin', `The checkpoint is of the log ${checkpoint.origin}, not ${origin}.`);
  }
  return checkpoint;
}

function parseCheckpointText(text: string): Required<Checkpoint> {
  const [origin = '', sizeText = '', rootText = '', ...extensions] = text.slice(0, -1).split('\n');
  const size = /^(0|[1-9][0-9]*)$/.test(sizeText) ? Number(sizeText) : Number.NaN;
  const root = decodeBase64(rootText);
  const sound = origin !== '' && Number.isSafeInteger(size) && !extensions.includes('');
  if (!sound || root?.length !== HASH_BYTES) {
    throw new NoteError(
      'malformed',
      'A checkpoint reads: origin, size, base64 root, other lines, none empty.',
    );
  }
  return { origin, size, root, extensions };
}
