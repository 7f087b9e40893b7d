import type { FileEntry, FileLookup } from '../../types/file-entry.ts';
import { decodeText } from './classify-file.ts';

const MAX_TEXT_BYTES = 8_388_608;
const MAX_CACHED_BYTES = 64 * 1024 * 1024;
// The agents of one application run in a row over the same list of files.
const lookups = new WeakMap<readonly FileEntry[], FileLookup>();

/**
 * Files by path; caches up to 64 MB of decoded text, evicting the oldest. Files above 8 MB have no text here.
 */
export function createFileLookup(entries: readonly FileEntry[]): FileLookup {
  const known = lookups.get(entries) ?? makeLookup(entries);
  lookups.set(entries, known);
  return known;
}

function makeLookup(entries: readonly FileEntry[]): FileLookup {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const texts = new Map<string, string | undefined>();
  let held = 0;
  const keep = (path: string, text: string | undefined) => {
    texts.set(path, text);
    held += (text?.length ?? 0) * 2;
    for (const [oldest, value] of texts) {
      if (held <= MAX_CACHED_BYTES || oldest === path) break;
      texts.delete(oldest);
      held -= (value?.length ?? 0) * 2;
    }
    return text;
  };
  return {
    entries,
    get: (path) => byPath.get(path),
    text: (path) => {
      if (texts.has(path)) return texts.get(path);
      const entry = byPath.get(path);
      if (!entry) return undefined;
      return keep(path, entry.sizeBytes > MAX_TEXT_BYTES ? undefined : textOf(entry));
    },
  };
}

function textOf(entry: FileEntry): string | undefined {
  try {
    const bytes = entry.read();
    return hasNul(bytes) ? undefined : decodeText(bytes);
  } catch {
    return undefined;
  }
}

/** UTF-16 text has NUL bytes, and a BOM. */
function hasNul(bytes: Uint8Array): boolean {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  return !isUtf16 && bytes.subarray(0, 8_192).includes(0);
}
