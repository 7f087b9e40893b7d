import { gzipSync } from 'node:zlib';

const BATCH_CHARACTERS = 262_144;
/** So deep are objects and lists taken apart; what stands below is small. */
const DEPTH = 3;

/**
 * An object as JSON under gzip, put together part by part and piece by piece: the whole text of a large index would need
 * hundreds of megabytes at once. Each piece is a member of its own, as gzip allows.
 */
export class JsonPacker<Name extends string> {
  readonly #members: Buffer[] = [];
  #batch = '';
  #before = '{';

  /** What is undefined is left out. */
  add(name: Name, part: unknown): this {
    if (part === undefined) return this;
    this.#write(`${this.#before}${JSON.stringify(name)}:`);
    for (const text of piecesOf(part, DEPTH - 1)) this.#write(text);
    this.#before = ',';
    return this;
  }

  finish(): Uint8Array {
    this.#write(this.#before === ',' ? '}' : '{}');
    this.#pack();
    // In memory of its own, so that it can be handed to another thread.
    const all = new Uint8Array(this.#members.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const member of this.#members) {
      all.set(member, at);
      at += member.length;
    }
    return all;
  }

  #write(text: string): void {
    this.#batch += text;
    if (this.#batch.length >= BATCH_CHARACTERS) this.#pack();
  }

  #pack(): void {
    this.#members.push(gzipSync(this.#batch, { level: 3 }));
    this.#batch = '';
  }
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
