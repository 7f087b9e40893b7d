import { HASH_BYTES } from './hash.ts';
import { decodeBase64 } from './signed-note.ts';

/** A record of the log, as exported. */
export interface LogEntry {
  /** The leaf index, from 0. */
  index: number;
  /** The exact text that was hashed. */
  record: string;
  /** The log's leaf hash for it; if given, an edit can be pinned to the entry. */
  leafHash?: Uint8Array;
}

/** An erased record, of which only the leaf hash is left. No line of an export expresses this. */
export interface ErasedEntry {
  index: number;
  isErased: true;
  leafHash: Uint8Array;
}

/** A line of an export that is not an entry. */
export interface MalformedLine {
  /** Line number, from 1. */
  line: number;
  malformed: string;
}

/** One line of an export, with its newline: `{"index":0,"record":"…","leafHash":"<base64>"}`. */
export function formatExportLine(entry: LogEntry): string {
  const { index, record, leafHash } = entry;
  const encoded = leafHash === undefined ? undefined : Buffer.from(leafHash).toString('base64');
  return `${JSON.stringify({ index, record, leafHash: encoded })}\n`;
}

const NEWLINE = 0x0a;
const DEFAULT_MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * Reads an export (JSON Lines in UTF-8, in chunks of any size, such as a file's read stream) entry by entry;
 * memory is bounded by one line. A line that is not an entry, or that states anything its record does not
 * prove, is yielded as a MalformedLine. Empty lines are skipped.
 */
export async function* readExportLines(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxLineBytes: number = DEFAULT_MAX_LINE_BYTES,
): AsyncGenerator<LogEntry | MalformedLine, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 0;
  for await (const bytes of splitLines(chunks, maxLineBytes)) {
    line++;
    if (bytes === undefined) {
      yield { line, malformed: `is longer than ${maxLineBytes} bytes` };
      continue;
    }
    const entry = parseLine(bytes, decoder);
    if (entry !== undefined) yield 'malformed' in entry ? { line, ...entry } : entry;
  }
}

// A line that is too long is yielded as undefined, and its bytes are dropped as they arrive.
async function* splitLines(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<Uint8Array | undefined, void, undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const takeLine = (): Uint8Array | undefined => {
    const bytes = length > maxLineBytes ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts);
    parts = [];
    length = 0;
    return bytes;
  };
  const add = (part: Uint8Array): void => {
    length += part.length;
    if (length > maxLineBytes) parts = [];
    else parts.push(part);
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      start = end + 1;
      yield takeLine();
    }
    if (start < chunk.length) add(chunk.subarray(start));
  }
  if (length > 0) yield takeLine();
}

function parseLine(
  bytes: Uint8Array,
  decoder: InstanceType<typeof TextDecoder>,
): LogEntry | { malformed: string } | undefined {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return { malformed: 'is not UTF-8' };
  }
  if (text.trim() === '') return undefined;
  try {
    return toEntry(JSON.parse(text));
  } catch {
    return { malformed: 'is not JSON' };
  }
}

function toEntry(value: unknown): LogEntry | { malformed: string } {
  if (typeof value !== 'object' || value === null) return { malformed: 'is not a JSON object' };
  const { index, record, leafHash, ...rest } = value as Record<string, unknown>;
  if (typeof index !== 'number' || !Number.isSafeInteger(index) || index < 0) {
    return { malformed: 'has no index, a whole number from 0' };
  }
  if (typeof record !== 'string') return { malformed: 'has no record, a text' };
  const [unproven] = Object.keys(rest);
  // Nothing may appear beside a record as though the log had proven it too.
  if (unproven !== undefined) return { malformed: `has a field that no record proves: ${unproven}` };
  if (leafHash === undefined) return { index, record };
  const decoded = typeof leafHash === 'string' ? decodeBase64(leafHash) : undefined;
  if (decoded?.length !== HASH_BYTES) return { malformed: 'has a leafHash that is not 32 bytes in base64' };
  return { index, record, leafHash: decoded };
}
