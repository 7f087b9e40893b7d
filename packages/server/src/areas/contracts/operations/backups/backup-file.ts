import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import type { BlobStore } from '../../../../engine/blobs/index.ts';
import type { SecretBox } from '../../../../kit/secrets/index.ts';

// A backup file: the magic, the length of the head (4 bytes, big endian), the head (JSON), the body, and for
// an encrypted one the tag of AES-256-GCM. The head is authenticated with the body. The body, compressed
// before encryption, is lines of PostgreSQL's COPY text format: seq, table name, whether the record was
// deleted, and the record as JSON.

const MAGIC = Buffer.from('TRVBAK1\n');
const PREAMBLE_BYTES = MAGIC.length + 4;
const MAX_HEAD_BYTES = 65_536;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const LINE_END = 0x0a;
/** Far above the largest record that a request can create. */
const MAX_RECORD_BYTES = 64 * 1_048_576;

/** The metadata of a file, readable without a key. */
export interface BackupHead {
  version: 1;
  backupId: string;
  backupType: string;
  environment: string;
  compression: 'zstd' | null;
  encryption: 'aes-256-gcm' | null;
  /** The file's own key, sealed with the service's, and its nonce (base64). */
  sealedKey?: string | undefined;
  nonce?: string | undefined;
}

/** The bytes were changed, or cannot be decrypted with this service's key. */
export class BackupFileError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'BackupFileError';
  }
}

export interface WrittenFile {
  orgId: string;
  backupId: string;
  backupType: string;
  environment: string;
  compression: boolean;
  encryption: boolean;
}

/** The bytes of a backup file around a body, streamed. */
export function sealBackup(secretBox: SecretBox, file: WrittenFile, body: Readable): Readable {
  const key = randomBytes(32);
  const nonce = randomBytes(NONCE_BYTES);
  const head: BackupHead = {
    version: 1,
    backupId: file.backupId,
    backupType: file.backupType,
    environment: file.environment,
    compression: file.compression ? 'zstd' : null,
    encryption: file.encryption ? 'aes-256-gcm' : null,
    ...(file.encryption && {
      sealedKey: secretBox.seal(key.toString('base64'), keyContext(file)),
      nonce: nonce.toString('base64'),
    }),
  };
  const headBytes = Buffer.from(JSON.stringify(head));
  async function* frame(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(headBytes.length);
    yield Buffer.concat([MAGIC, length, headBytes]);
    if (!file.encryption) return yield* source;
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(headBytes);
    for await (const chunk of source) yield cipher.update(chunk);
    yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
  }
  const packed = file.compression ? through(body, createZstdCompress()) : body;
  return Readable.from(frame(packed), { objectMode: false });
}

export interface StoredFile {
  orgId: string;
  backupId: string;
  blobKey: string;
  sizeBytes: number;
  /** Lowercase hex. */
  sha256: string;
}

/** Reads all stored bytes and compares their hash with the recorded one. Throws BackupFileError. */
export async function verifyBackup(blobs: BlobStore, file: StoredFile): Promise<void> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of await openBlob(blobs, file.blobKey)) {
    hash.update(chunk);
    sizeBytes += chunk.length;
  }
  const found = hash.digest('hex');
  if (found === file.sha256 && sizeBytes === file.sizeBytes) return;
  throw new BackupFileError(
    `The stored bytes have the hash sha256:${found}, not sha256:${file.sha256} as they were written.`,
  );
}

/** The body of a backup file, streamed; an encrypted one that was changed fails at the end of the stream. */
export async function openBackup(
  blobs: BlobStore,
  secretBox: SecretBox,
  file: StoredFile,
): Promise<Readable> {
  const { head, headBytes } = await readHead(blobs, file);
  const start = PREAMBLE_BYTES + headBytes.length;
  const end = file.sizeBytes - 1 - (head.encryption === null ? 0 : TAG_BYTES);
  if (end < start - 1) throw new BackupFileError('The file is too short.');
  const stored = end < start ? Readable.from([]) : await openBlob(blobs, file.blobKey, { start, end });
  const plain =
    head.encryption === null ? stored : await decrypt(blobs, secretBox, file, head, headBytes, stored);
  return head.compression === null ? plain : through(plain, createZstdDecompress());
}

/**
 * Passes a body through until it has more records than were written, or one longer than possible: a
 * decompression bomb must not fill the database first.
 */
export function boundRecords(records: number): Transform {
  let left = records;
  let length = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let from = 0;
      for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
        left -= 1;
        from = end + 1;
        length = 0;
      }
      length += chunk.length - from;
      const isOver = left < 0 || length > MAX_RECORD_BYTES;
      done(isOver ? new BackupFileError('The file holds more than was written into it.') : null, chunk);
    },
  });
}

async function decrypt(
  blobs: BlobStore,
  secretBox: SecretBox,
  file: StoredFile,
  head: BackupHead,
  headBytes: Buffer,
  stored: Readable,
): Promise<Readable> {
  const tagStart = file.sizeBytes - TAG_BYTES;
  const tag = await buffer(await openBlob(blobs, file.blobKey, { start: tagStart, end: file.sizeBytes - 1 }));
  let key: Buffer;
  try {
    key = Buffer.from(secretBox.open(head.sealedKey ?? '', keyContext(file)), 'base64');
  } catch (error) {
    throw new BackupFileError(
      'The key of the file cannot be opened: it was changed, or sealed under another ENCRYPTION_KEY.',
      error,
    );
  }
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(head.nonce ?? '', 'base64'), options)
    .setAAD(headBytes)
    .setAuthTag(tag);
  async function* open(): AsyncGenerator<Buffer> {
    for await (const chunk of stored) yield decipher.update(chunk);
    try {
      yield decipher.final();
    } catch (error) {
      throw new BackupFileError(
        'The stored bytes were changed: their authentication tag does not fit.',
        error,
      );
    }
  }
  return Readable.from(open(), { objectMode: false });
}

async function readHead(
  blobs: BlobStore,
  file: StoredFile,
): Promise<{ head: BackupHead; headBytes: Buffer }> {
  const preamble = await buffer(await openBlob(blobs, file.blobKey, { start: 0, end: PREAMBLE_BYTES - 1 }));
  const length = preamble.length === PREAMBLE_BYTES ? preamble.readUInt32BE(MAGIC.length) : 0;
  if (!preamble.subarray(0, MAGIC.length).equals(MAGIC) || length === 0 || length > MAX_HEAD_BYTES) {
    throw new BackupFileError('This is not a backup file, or its beginning was changed.');
  }
  const range = { start: PREAMBLE_BYTES, end: PREAMBLE_BYTES + length - 1 };
  const headBytes = await buffer(await openBlob(blobs, file.blobKey, range));
  try {
    const head = JSON.parse(headBytes.toString()) as BackupHead;
    if (head.version === 1 && head.backupId === file.backupId) return { head, headBytes };
  } catch {
    // Falls through: a head that is not JSON is as wrong as one of another backup.
  }
  throw new BackupFileError('The head of the file was changed, or is that of another backup.');
}

async function openBlob(
  blobs: BlobStore,
  key: string,
  range?: { start: number; end: number },
): Promise<Readable> {
  try {
    return await blobs.open(key, range);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupFileError(
      'The stored file is gone, or lies on another machine: nodes of several machines share files through S3_BUCKET.',
      error,
    );
  }
}

/** The output of a transform; an error of the source destroys it too, so that its reader sees the error. */
function through(source: Readable, transform: Transform): Readable {
  return pipeline(source, transform, () => {});
}

/** A sealed key cannot be opened for another backup. */
function keyContext({ orgId, backupId }: { orgId: string; backupId: string }): string {
  return `backups/${orgId}/${backupId}`;
}
