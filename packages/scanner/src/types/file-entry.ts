/**
 * One file of the archive. `read` decompresses at each call (the caller keeps what it needs) and throws if it cannot.
 */
export interface FileEntry {
  readonly path: string;
  readonly sizeBytes: number;
  read(): Uint8Array;
}

/** The files by path. Their decoded texts are cached, up to a limit. */
export interface FileLookup {
  readonly entries: readonly FileEntry[];
  get(path: string): FileEntry | undefined;
  /** UTF-8 text without a BOM, with invalid bytes as U+FFFD; undefined if there is no such file or it is binary. */
  text(path: string): string | undefined;
}
