import type { FileEntry, FileLookup } from '../../types/file-entry.ts';

const largestTextBytes = 8_388_608;
const cachedBytes = 64 * 1024 * 1024;
// The agents of one application run one after the other over the same list of files.
const lookups = new WeakMap<readonly FileEntry[], FileLookup>();

/** Files by path; decoded text is kept, oldest out first, within 64 MB. Larger files than 8 MB have no text here. */
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
      if (held <= cachedBytes || oldest === path) break;
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
      return keep(path, entry.sizeBytes > largestTextBytes ? undefined : decodeText(entry));
    },
  };
}

function decodeText(entry: FileEntry): string | undefined {
  let bytes: Uint8Array;
  try {
    bytes = entry.read();
  } catch {
    return undefined;
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // UTF-16 with its mark, as the analysis reads it.
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return buffer.subarray(2).toString('utf16le');
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return new TextDecoder('utf-16be').decode(buffer);
  if (buffer.subarray(0, 8_192).includes(0)) return undefined;
  const text = buffer.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
