import { createHash, randomBytes } from 'node:crypto';
import { finished, type Readable, Transform } from 'node:stream';
import type { Pool } from 'pg';
import type { Clock } from '../../kit/clock.ts';
import { inTransaction, queryPool } from '../../kit/db/index.ts';
import { AppError, type CommonErrorCode } from '../../kit/errors/index.ts';
import { RepeatedTask } from '../../kit/repeated-task.ts';
import { checkQuota, quotaReached, restOf } from '../quotas/index.ts';
import type { AnyTransaction } from '../spine/index.ts';
import { findUnkept, insertBlob, keepBlob, removeBlob, removeUnkept, settleBlob } from './blob.repository.ts';
import type { BlobDriver, ByteRange, LocalFile } from './blob-driver.ts';

export interface StoredBlob {
  orgId: string;
  key: string;
  sizeBytes: number;
  /** Lowercase hex. */
  sha256: string;
}

export interface PutOptions {
  orgId: string;
  /** Unlimited by default. */
  maxBytes?: number;
  /** The error code for a larger file; `payload_too_large` by default. */
  tooLargeCode?: CommonErrorCode;
  /** Refused with `quota_reached` beyond the organization's quota, if it has one. */
  isBounded?: boolean;
  /**
   * Called once all bytes can be read on this machine, slightly before they are durable, for work that may be
   * lost. Not called when the store is remote.
   */
  onWritten?(blob: Pick<StoredBlob, 'key' | 'sizeBytes'>): void;
}

/** Files too large for rows. A file exists as long as somebody keeps it. */
export interface BlobStore {
  /** Streams into the store; durable when it resolves, gone when it rejects. */
  put(source: Readable, options: PutOptions): Promise<StoredBlob>;
  /** Keeps the file if the transaction that refers to it commits; an unkept file is deleted after a day. */
  keep(tx: AnyTransaction, orgId: string, key: string): Promise<void>;
  open(key: string, range?: ByteRange): Promise<Readable>;
  localFile(key: string): Promise<LocalFile>;
  /** Deletes the file; call it after the commit that removes the last reference. */
  delete(orgId: string, key: string): Promise<void>;
}

export interface BlobStoreOptions {
  driver: BlobDriver;
  pool: Pool;
  clock: Clock;
  onError(error: unknown): void;
}

const UNKEPT_AFTER_MS = 86_400_000;
const SWEEP_EVERY_MS = 3_600_000;
const SWEEP_BATCH = 500;

/** Deletes unkept files: periodically after `start`, or on demand. */
export interface BlobSweep {
  start(): void;
  stop(): Promise<void>;
  sweep(): Promise<void>;
}

/** The store, and the sweep of unkept files. */
export function createBlobStore(storeOptions: BlobStoreOptions): BlobStore & BlobSweep {
  const { driver, pool, clock, onError } = storeOptions;
  const query = queryPool(pool);
  const run = () => sweepUnkept(storeOptions);
  const sweep = new RepeatedTask({ everyMs: SWEEP_EVERY_MS, run, onError });
  return {
    async put(source, options) {
      const { orgId, maxBytes = Number.POSITIVE_INFINITY, tooLargeCode = 'payload_too_large' } = options;
      const rest = options.isBounded ? await restOf(query, orgId, 'stored_bytes') : undefined;
      const key = randomBytes(16).toString('hex');
      const createdAt = new Date(clock.now());
      const hash = createHash('sha256');
      let sizeBytes = 0;
      const measured = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          sizeBytes += chunk.length;
          if (sizeBytes > maxBytes) return done(tooLarge(tooLargeCode, maxBytes));
          if (rest !== undefined && sizeBytes > rest.free)
            return done(quotaReached('stored_bytes', rest.limit));
          hash.update(chunk);
          done(null, chunk);
        },
      });
      // It may fail before the driver listens; whoever reads it then gets the error.
      measured.on('error', () => {});
      // Attached at once: a source that fails before it is read reports that to nobody else.
      const unwatch = finished(source, { writable: false }, (error) => {
        if (error) measured.destroy(error);
      });
      try {
        // The row comes first: a file without one would never be found again.
        await insertBlob(query, { key, orgId, createdAt });
        await driver.write(key, source.pipe(measured), () => options.onWritten?.({ key, sizeBytes }));
      } catch (error) {
        source.unpipe(measured);
        await removeBlob(query, orgId, key).catch(onError);
        throw measured.errored ?? error;
      } finally {
        unwatch();
      }
      const sha256 = hash.digest();
      await settle(storeOptions, { key, orgId, sizeBytes, sha256 }, rest !== undefined);
      return { orgId, key, sizeBytes, sha256: sha256.toString('hex') };
    },
    keep: keepBlob,
    open: (key, range) => driver.read(key, range),
    localFile: (key) => driver.localFile(key),
    async delete(orgId, key) {
      await driver.remove(key);
      await removeBlob(query, orgId, key);
    },
    sweep: run,
    start: () => sweep.start(),
    stop: () => sweep.stop(),
  };
}

/**
 * Records what was stored. If a quota applies and several files arrive at once, those beyond it are refused.
 */
async function settle(
  { pool, driver, onError }: BlobStoreOptions,
  blob: { key: string; orgId: string; sizeBytes: number; sha256: Buffer },
  isBounded: boolean,
): Promise<void> {
  if (!isBounded) return settleBlob(queryPool(pool), blob);
  try {
    await inTransaction(pool, async (query) => {
      await settleBlob(query, blob);
      await checkQuota(query, blob.orgId, 'stored_bytes');
    });
  } catch (error) {
    await driver.remove(blob.key);
    await removeBlob(queryPool(pool), blob.orgId, blob.key).catch(onError);
    throw error;
  }
}

async function sweepUnkept({ pool, driver, clock }: BlobStoreOptions): Promise<void> {
  const query = queryPool(pool);
  const unkept = await findUnkept(query, new Date(clock.now() - UNKEPT_AFTER_MS), SWEEP_BATCH);
  for (const { key } of unkept) await driver.remove(key);
  await removeUnkept(query, unkept);
}

function tooLarge(code: CommonErrorCode, maxBytes: number): AppError {
  return new AppError(code, { message: `The file is larger than ${maxBytes} bytes. Send a smaller one.` });
}
