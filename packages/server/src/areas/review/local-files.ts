import type { BlobStore } from '../../engine/blobs/index.ts';

interface HeldFile {
  file: Promise<{ path: string; release(): Promise<void> }>;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

/**
 * How long a file is kept here after its last use. The agents of a review follow one another within seconds.
 */
const IDLE_MS = 30_000;

/** Stored files as local paths. If they come over the network, all agents of a review share one copy. */
export class LocalFiles {
  readonly #blobs: Pick<BlobStore, 'localFile'>;
  readonly #idleMs: number;
  readonly #held = new Map<string, HeldFile>();

  constructor(blobs: Pick<BlobStore, 'localFile'>, idleMs = IDLE_MS) {
    this.#blobs = blobs;
    this.#idleMs = idleMs;
  }

  /** Runs `use` with the local paths of these files, which stay there until it ends. */
  async with<const Keys extends readonly string[], T>(
    keys: Keys,
    use: (paths: { [Place in keyof Keys]: string }) => Promise<T>,
  ): Promise<T> {
    const held = keys.map((key) => this.#hold(key));
    try {
      const files = await Promise.all(held.map(({ file }) => file));
      return await use(files.map(({ path }) => path) as { [Place in keyof Keys]: string });
    } finally {
      for (const key of keys) this.#release(key);
    }
  }

  async stop(): Promise<void> {
    const files = [...this.#held.values()];
    this.#held.clear();
    for (const { idle } of files) clearTimeout(idle);
    await Promise.allSettled(files.map(async ({ file }) => (await file).release()));
  }

  #hold(key: string): HeldFile {
    const known = this.#held.get(key);
    if (known !== undefined) {
      clearTimeout(known.idle);
      known.users++;
      return known;
    }
    const file = this.#blobs.localFile(key);
    const held: HeldFile = { file, users: 1, idle: undefined };
    this.#held.set(key, held);
    // A failed download is retried by the next caller.
    file.catch(() => this.#held.get(key) === held && this.#held.delete(key));
    return held;
  }

  #release(key: string): void {
    const held = this.#held.get(key);
    if (held === undefined || --held.users > 0) return;
    held.idle = setTimeout(() => {
      this.#held.delete(key);
      held.file.then(({ release }) => release()).catch(() => {});
    }, this.#idleMs).unref();
  }
}
