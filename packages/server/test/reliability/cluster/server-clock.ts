import { chmod, glob, writeFile } from 'node:fs/promises';

const LIBRARIES = ['/usr/lib/*/faketime/libfaketime.so.1', '/usr/lib{,64}/faketime/libfaketime.so.1'];

/** The path of libfaketime, which changes the time of day for a program; undefined if it is not installed. */
export async function findFaketime(): Promise<string | undefined> {
  for await (const path of glob(LIBRARIES)) return path;
  return undefined;
}

/** The clock of a host, for a program that is not ours. Time spans are not changed. */
export class ServerClock {
  readonly #library: string;
  readonly #file: string;
  #offsetMs = 0;

  private constructor(library: string, file: string) {
    this.#library = library;
    this.#file = file;
  }

  static async make(library: string, file: string): Promise<ServerClock> {
    const clock = new ServerClock(library, file);
    await clock.set(0);
    // Programs of other accounts read it.
    await chmod(file, 0o644);
    return clock;
  }

  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** The arguments that start a program with this clock. */
  get launcher(): string[] {
    return [
      'env',
      `LD_PRELOAD=${this.#library}`,
      `FAKETIME_TIMESTAMP_FILE=${this.#file}`,
      'FAKETIME_CACHE_DURATION=1',
      'FAKETIME_DONT_FAKE_MONOTONIC=1',
      'FAKETIME_DISABLE_SHM=1',
    ];
  }

  async set(offsetMs: number): Promise<void> {
    await writeFile(this.#file, `${offsetMs < 0 ? '-' : '+'}${Math.abs(offsetMs) / 1_000}`);
    this.#offsetMs = offsetMs;
  }
}
