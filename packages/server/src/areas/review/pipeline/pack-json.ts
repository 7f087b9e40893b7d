import { gzipSync } from 'node:zlib';

const BATCH_CHARACTERS = 262_144;
/** So deep are objects and lists taken apart; what stands below is small. */
const DEPTH = 3;

/**
 * JSON under gzip, piece by piece: the whole text of a large index would need hundreds of megabytes at once. Each piece
 * is a member of its own, as gzip allows. Parts that are promises are waited for when it is their turn.
 */
export async function packJson(value: object): Promise<Uint8Array> {
  // One that fails before its turn is told when its turn comes, and is not left unhandled until then.
  for (const part of Object.values(value)) if (part instanceof Promise) part.catch(() => undefined);
  const members: Buffer[] = [];
  let batch = '';
  for await (const text of textOf(value)) {
    batch += text;
    if (batch.length < BATCH_CHARACTERS) continue;
    members.push(gzipSync(batch, { level: 3 }));
    batch = '';
  }
  members.push(gzipSync(batch, { level: 3 }));
  // In memory of its own, so that it can be handed to another thread.
  const all = new Uint8Array(members.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const member of members) {
    all.set(member, at);
    at += member.length;
  }
  return all;
}

async function* textOf(value: object): AsyncGenerator<string> {
  let before = '{';
  for (const [name, given] of Object.entries(value)) {
    const part: unknown = await given;
    if (part === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* batchesOf(piecesOf(part, DEPTH - 1));
    before = ',';
  }
  yield before === ',' ? '}' : '{}';
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
