import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

const BATCH_CHARACTERS = 262_144;
/** So deep are objects and lists taken apart; what stands below is small. */
const DEPTH = 3;

/** JSON under gzip, written piece by piece: the whole text of a large index would need hundreds of megabytes at once. */
export async function packJson(value: unknown): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of Readable.from(batchesOf(piecesOf(value, DEPTH))).pipe(createGzip({ level: 3 })))
    chunks.push(chunk);
  // In memory of its own, so that it can be handed to another thread.
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function* piecesOf(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || value === null || typeof value !== 'object') {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined && !isList) continue;
    yield isList ? before : `${before}${JSON.stringify(name)}:`;
    yield* piecesOf(part, depth - 1);
    before = ',';
  }
  yield before === ',' ? (isList ? ']' : '}') : isList ? '[]' : '{}';
}

function* batchesOf(pieces: Iterable<string>): Generator<string> {
  let batch = '';
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < BATCH_CHARACTERS) continue;
    yield batch;
    batch = '';
  }
  yield batch;
}
