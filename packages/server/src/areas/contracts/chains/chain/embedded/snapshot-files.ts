import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { ThreadPool } from '../../../../../kit/threads/index.ts';

export interface StateTasks {
  /** Paths. */
  unpack: { input: { path: string; target: string }; output: undefined };
}

const KEPT = 3;
const DAMAGED = '.damaged';
const TRIM_TIMEOUT_MS = 60_000;
/** Memory limit for parsing a state's JSON, whatever the file's size. */
const TRIM_MEMORY_MB = 1_024;
const threads = new ThreadPool<StateTasks>({
  entry: new URL('./state.worker.ts', import.meta.url),
  size: 1,
  memoryMb: TRIM_MEMORY_MB,
});
const NAME = /^state-(\d{15})\.json\.gz$/;

/**
 * States of an embedded chain in a folder. A kill may truncate anvil's own `--state` file; these are written
 * to a temporary file, flushed and renamed, so every file is complete. The newest three are kept.
 */
export class SnapshotFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `state` is the result of anvil_dumpState: gzipped JSON. */
  async write(state: Buffer, nowMs: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await chmod(this.#folder, 0o700);
    // Later than the newest one even if the clock was set back, because the order of names decides which is
    // kept and loaded.
    const newest = NAME.exec(basename((await this.list())[0] ?? ''));
    const stamp = Math.max(nowMs, newest === null ? 0 : Number(newest[1]) + 1);
    const path = join(this.#folder, `state-${String(stamp).padStart(15, '0')}.json.gz`);
    const unfinished = `${path}.part`;
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(state);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
    const folder = await open(this.#folder, 'r');
    await folder.sync().finally(() => folder.close());
    for (const old of (await this.list()).slice(KEPT)) await rm(old, { force: true });
  }

  /** Paths, newest first. */
  async list(): Promise<string[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names
      .filter((name) => NAME.test(name))
      .sort()
      .reverse()
      .map((name) => join(this.#folder, name));
  }

  /** Unpacks a snapshot for anvil, without old blocks; throws if it is damaged. */
  async unpack(path: string): Promise<string> {
    const target = join(this.#folder, 'loaded.json');
    try {
      await threads.run('unpack', { path, target }, { timeoutMs: TRIM_TIMEOUT_MS, endsThread: true });
      return target;
    } catch {
      // Either it is damaged, which the code below detects, or too large for the thread: then it is loaded
      // unchanged.
    }
    await pipeline(createReadStream(path), createGunzip(), createWriteStream(target, { mode: 0o600 }));
    return target;
  }

  /** Renames a damaged snapshot, so that it can be examined. */
  async quarantine(path: string): Promise<void> {
    await rename(path, `${path}${DAMAGED}`);
    const damaged = (await readdir(this.#folder)).filter((name) => name.endsWith(DAMAGED)).sort();
    for (const old of damaged.slice(0, -KEPT)) await rm(join(this.#folder, old), { force: true });
  }
}
