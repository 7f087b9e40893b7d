import type { ApplicationIndex } from '../types/application-index.ts';

/** How much of the application's own code was read. */
export interface CodeRead {
  /** From 0 to 100, rounded down, so that 100 means everything. Without code, nothing is unread. */
  percent: number;
  files: number;
  /** Of these, files that were read only in part, or not at all. */
  unreadFiles: number;
}

/** A file counts by its size, up to this: a bundle of megabytes must not outweigh a hundred modules. */
const HEAVIEST_FILE_BYTES = 65_536;

/**
 * A file that was read in part counts half: a parser continues after an error, but the extent of what it skipped is
 * unknown.
 */
const SHARE = { full: 1, partial: 0.5, skipped: 0 } as const;

/** Third-party and generated code does not count, because it is not judged. */
export function measureCodeRead({ files }: Pick<ApplicationIndex, 'files'>): CodeRead {
  const own = files.filter((file) => file.kind === 'code' && !file.isVendored && !file.isGenerated);
  let whole = 0;
  let read = 0;
  for (const { sizeBytes, status } of own) {
    const weight = Math.min(sizeBytes, HEAVIEST_FILE_BYTES);
    whole += weight;
    read += weight * SHARE[status];
  }
  return {
    percent: whole === 0 ? 100 : Math.floor((100 * read) / whole),
    files: own.length,
    unreadFiles: own.filter(({ status }) => status !== 'full').length,
  };
}
