import { createHash, type Hash } from 'node:crypto';
import { ownTurn } from '../own-turn.ts';
import { isKeptNumber } from './parse-json.ts';

/** The identity of a request with an `Idempotency-Key`, as SHA-256 hashes. */
export interface RequestHashes {
  /** Hash of the bytes as received. */
  bytes: Buffer;
  /** Hash of what they mean: the same for JSON that differs only in member order or whitespace. */
  meaning: Buffer;
}

export interface HashedRequest {
  /** What is requested besides the body. */
  asked: string;
  /** Undefined where the route read no JSON. */
  bytes: Buffer | undefined;
  /** The parsed bytes. */
  body: unknown;
}

/** Whether two requests are the same one, sent twice. */
export function isSameRequest(one: RequestHashes, other: RequestHashes): boolean {
  return one.meaning.equals(other.meaning) || one.bytes.equals(other.bytes);
}

/** Pieces of a value written per turn, in a fraction of a millisecond. */
const TURN_PIECES = 2_000;
/**
 * Sorting more names would block the thread. Objects that large are maps written by programs, in a stable
 * order.
 */
const MAX_SORTED_NAMES = 1_000;

/** Processes a large body in turns with other requests. */
export function hashRequest({ asked, bytes, body }: HashedRequest): RequestHashes | Promise<RequestHashes> {
  const before = `${asked}\0`;
  const ofBytes = createHash('sha256').update(before);
  if (bytes !== undefined) ofBytes.update(bytes);
  const hashOfBytes = ofBytes.digest();
  if (bytes === undefined) return { bytes: hashOfBytes, meaning: hashOfBytes };
  const meaning = new HashOfMeaning(before, body);
  const isDone = meaning.goOn();
  return isDone
    ? { bytes: hashOfBytes, meaning: meaning.digest() }
    : inTurns(meaning).then((digest) => ({ bytes: hashOfBytes, meaning: digest }));
}

async function inTurns(meaning: HashOfMeaning): Promise<Buffer> {
  do await ownTurn();
  while (!meaning.goOn());
  return meaning.digest();
}

/** An object or list being written. */
interface Frame {
  /** Sorted; undefined for a list. */
  names: string[] | undefined;
  members: Record<string, unknown> | unknown[];
  next: number;
}

/** Hashes a JSON value in canonical form, piece by piece. */
class HashOfMeaning {
  readonly #hash: Hash;
  readonly #frames: Frame[] = [];

  constructor(before: string, value: unknown) {
    this.#hash = createHash('sha256').update(before).update(this.#open(value));
  }

  /** Whether everything is written. */
  goOn(): boolean {
    let text = '';
    for (let pieces = 0; pieces < TURN_PIECES; pieces++) {
      const frame = this.#frames.at(-1);
      if (frame === undefined) break;
      text += this.#writeNext(frame);
    }
    this.#hash.update(text);
    return this.#frames.length === 0;
  }

  digest(): Buffer {
    return this.#hash.digest();
  }

  #writeNext(frame: Frame): string {
    const { names, members, next } = frame;
    if (next === (names ?? (members as unknown[])).length) {
      this.#frames.pop();
      return names === undefined ? '],' : '},';
    }
    frame.next++;
    if (names === undefined) return this.#open((members as unknown[])[next]);
    const name = names[next] ?? '';
    return `${JSON.stringify(name)}:${this.#open((members as Record<string, unknown>)[name])}`;
  }

  #open(value: unknown): string {
    if (typeof value !== 'object' || value === null || isKeptNumber(value))
      return `${JSON.stringify(value)},`;
    if (Array.isArray(value)) {
      this.#frames.push({ names: undefined, members: value, next: 0 });
      return '[';
    }
    const names = Object.keys(value);
    if (names.length <= MAX_SORTED_NAMES) names.sort();
    this.#frames.push({ names, members: value as Record<string, unknown>, next: 0 });
    return '{';
  }
}
