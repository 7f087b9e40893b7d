import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresConnection } from '../../kit/embedded-postgres/index.ts';
import { RepeatedTask } from '../../kit/repeated-task.ts';
import { claimPlace } from './back-up-files.ts';
import { BackupError } from './backup-error.ts';
import type { BackupPlace } from './backup-place.ts';
import { type BlobFolder, type BlobSource, copyBlobs, copyNewBlobs } from './blob-copies.ts';
import { readRuns, writeRuns } from './wal-coverage.ts';
import { nextSegment, storeSegments, storeWalFile } from './wal-files.ts';
import { advanceSlot, dropUnusedSlot, openSlot, readSystemId, switchSegment } from './wal-slot.repository.ts';

export interface WalArchiveOptions {
  place: BackupPlace;
  superuser: PostgresConnection;
  /** The database's folder. */
  home: string;
  blobs: BlobSource;
  everyMs: number;
  /** Called for each failed step; the next step tries again. */
  onError(error: unknown): void;
}

const STOP_MS = 3_000;
/**
 * A file is kept by a row within a day of its creation or deleted; the extra hour allows for clock
 * differences.
 */
const KEPT_WITHIN_MS = 25 * 3_600_000;

/**
 * Archives the embedded database's write-ahead log with the backups, so that a backup can be restored to any
 * later time. A replication slot makes the server keep what is not archived yet, across crashes of either
 * process.
 */
export class WalArchive {
  readonly #options: WalArchiveOptions;
  readonly #task: RepeatedTask;
  #isClaimed = false;
  /** Keys of new files already copied; undefined before the first step. */
  #copied: Set<string> | undefined;
  /** When everything was last archived, by `performance.now()`. */
  #goodAt = performance.now();
  #isFailing = false;

  constructor(options: WalArchiveOptions) {
    this.#options = options;
    const { everyMs, onError } = options;
    this.#task = new RepeatedTask({ everyMs, run: () => this.#watched(), onError });
  }

  start(): void {
    this.#task.start();
    this.#task.wake();
  }

  /** How long archiving has been failing; 0 while it works. */
  failingSeconds(): number {
    return this.#isFailing ? (performance.now() - this.#goodAt) / 1_000 : 0;
  }

  async #watched(): Promise<void> {
    try {
      await this.step();
      this.#isFailing = false;
      this.#goodAt = performance.now();
    } catch (error) {
      this.#isFailing = true;
      throw error;
    }
  }

  /** Archives what there is, within the time allowed for a stop. */
  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const last = this.#task.stop().then(() => this.step().catch(this.#options.onError));
    await Promise.race([
      last,
      new Promise((done) => {
        timer = setTimeout(done, STOP_MS);
      }),
    ]);
    clearTimeout(timer);
  }

  /** Archives everything committed before it was called. */
  async step(): Promise<void> {
    const { place, blobs, superuser, home } = this.#options;
    await withClient(superuser, async (client) => {
      await this.#claim(client);
      const kept = await openSlot(client);
      const { now, end, last } = await switchSegment(client);
      const timeline = last.slice(0, 8);
      const dataPath = await realpath(join(home, 'data'));
      // A slot without one was never used before this step.
      const first = kept.startsWith(timeline) ? kept : last;
      await storeHistories(place, dataPath);
      await storeSegments(place, dataPath, first, last);
      await noteRun(place, { timeline, first, last, now });
      await advanceSlot(client, end);
    });
    if ('folder' in blobs) await this.#copyBlobs(blobs);
  }

  async #copyBlobs(source: BlobFolder): Promise<void> {
    const { place } = this.#options;
    const since = new Date(Date.now() - KEPT_WITHIN_MS);
    if (this.#copied === undefined) await copyBlobs(place, source);
    this.#copied = await copyNewBlobs(place, source, since, this.#copied);
  }

  async #claim(client: pg.Client): Promise<void> {
    if (this.#isClaimed) return;
    await claimPlace(this.#options.place, await readSystemId(client));
    this.#isClaimed = true;
  }
}

/** Stops the server from keeping log for an archive. */
export async function forgetWalArchive(superuser: PostgresConnection): Promise<void> {
  await withClient(superuser, dropUnusedSlot);
}

/** Stores the history files of timelines that restores created. */
async function storeHistories(place: BackupPlace, dataPath: string): Promise<void> {
  const names = await readdir(join(dataPath, 'pg_wal'));
  for (const name of names.filter((one) => /^[0-9A-F]{8}\.history$/.test(one))) {
    await storeWalFile(place, dataPath, name);
  }
}

interface Step {
  timeline: string;
  first: string;
  last: string;
  now: Date;
}

async function noteRun(place: BackupPlace, { timeline, first, last, now }: Step): Promise<void> {
  const runs = await readRuns(place, timeline);
  const newest = runs.at(-1);
  const until = now.toISOString();
  if (newest !== undefined && first <= nextSegment(newest.last)) {
    newest.last = last > newest.last ? last : newest.last;
    newest.until = until;
  } else {
    runs.push({ first, last, since: until, until });
  }
  await writeRuns(place, timeline, runs);
  if (newest !== undefined && runs.at(-1) !== newest) {
    throw new BackupError(
      `The archive in ${place.name} was away for so long that the database gave up part of its log. Run \`trivium backup\` now: times from ${newest.until} until then cannot be restored.`,
    );
  }
}

async function withClient<T>(
  connection: PostgresConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    application_name: 'trivium archive',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
