/** One file of the archive. `read` inflates anew at each call (the caller keeps what it needs) and throws when it cannot. */
export interface FileEntry {
  readonly path: string;
  readonly sizeBytes: number;
  read(): Uint8Array;
}

/** The files by path, with their text decoded once and kept within bounds. */
export interface FileLookup {
  readonly entries: readonly FileEntry[];
  get(path: string): FileEntry | undefined;
  /** UTF-8 text, a BOM removed, bad bytes as U+FFFD; undefined when there is no such file or it is binary. */
  text(path: string): string | undefined;
}
