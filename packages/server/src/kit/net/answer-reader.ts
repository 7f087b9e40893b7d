import { AnswerError, type Head, parseHead, readHeader } from './answer-head.ts';
import type { ResponseHeaders } from './outcome.ts';

/** Receives a response as it is read. */
export interface AnswerTaker {
  /** The head of a response; interim ones (status below 200) precede the real one. */
  receiveHead(status: number, headers: ResponseHeaders): void;
  /** Bytes of the body; valid only during the call. */
  receiveBody(part: Buffer): void;
  /** The taker needs nothing more of the response. */
  readonly isSettled: boolean;
}

type Stage = 'head' | 'length' | 'until close' | 'chunk size' | 'chunk' | 'chunk end' | 'trailers' | 'whole';

const HEAD_END = Buffer.from('\r\n\r\n');
const LINE_END = Buffer.from('\r\n');
const START = 'HTTP/1.';
/** Extensions are accepted and ignored. */
const CHUNK_SIZE =
  /^([0-9a-f]{1,12})(?:;[\w!#$%&'*+.^`|~-]+(?:=(?:[\w!#$%&'*+.^`|~-]+|"[\t !#-[\]-~\x80-\xff]*"))?)*$/i;
/** Headers that come too late as trailers. */
const FRAMING = new Set(['content-length', 'transfer-encoding']);
const MAX_CHUNK_LINE_BYTES = 1_024;
/** Allowance for chunk lines, besides an eighth of the body: one-byte chunks would cost unbounded work. */
const FREE_CHUNK_LINE_BYTES = 16_384;

/**
 * Reads the responses on one connection, one at a time (RFC 9112). It is strict wherever two parsers could
 * disagree on where a response ends: line ends, lengths, transfer codings. Anything odd but readable is
 * accepted, and the connection is closed after it.
 */
export class AnswerReader {
  readonly #maxHeadBytes: number;
  #stage: Stage = 'head';
  /** Start of a head or line whose end has not arrived yet. */
  #pending: Buffer | undefined;
  /** Bytes of the body or chunk still to come. */
  #left = 0;
  #bodyBytes = 0;
  #chunkLineBytes = 0;
  #trailerBytes = 0;
  #mayStay = false;
  #hasExcess = false;
  #keepAliveMs = Number.POSITIVE_INFINITY;

  constructor(maxHeadBytes: number) {
    this.#maxHeadBytes = maxHeadBytes;
  }

  /** Whether the connection may carry another request after this response. */
  get mayStay(): boolean {
    return this.#mayStay && !this.#hasExcess;
  }

  /** More arrived than belongs to the response. */
  get hasExcess(): boolean {
    return this.#hasExcess;
  }

  /** How long the receiver says it keeps idle connections open. */
  get keepAliveMs(): number {
    return this.#keepAliveMs;
  }

  /** The next bytes belong to another response. */
  reset(): void {
    this.#stage = 'head';
    this.#pending = undefined;
    this.#left = 0;
    this.#bodyBytes = 0;
    this.#chunkLineBytes = 0;
    this.#trailerBytes = 0;
    this.#mayStay = false;
    this.#hasExcess = false;
    this.#keepAliveMs = Number.POSITIVE_INFINITY;
  }

  /**
   * Reads a chunk; returns whether the response is now complete.
   * @throws AnswerError
   */
  read(chunk: Buffer, taker: AnswerTaker): boolean {
    const bytes = this.#pending === undefined ? chunk : Buffer.concat([this.#pending, chunk]);
    this.#pending = undefined;
    let at = 0;
    while (at !== -1 && this.#stage !== 'whole' && !taker.isSettled) {
      if (at === bytes.length && this.#left > 0) return false;
      at = this.#step(bytes, at, taker);
    }
    this.#hasExcess = at !== -1 && at < bytes.length;
    return this.#stage === 'whole';
  }

  /** The connection ended; returns whether the response ends there. */
  end(): boolean {
    return this.#stage === 'until close';
  }

  /**
   * Reads one element starting at `at` and returns where the next one starts; -1 when more bytes are needed.
   */
  #step(bytes: Buffer, at: number, taker: AnswerTaker): number {
    switch (this.#stage) {
      case 'head':
        return this.#readHead(bytes, at, taker);
      case 'length':
      case 'chunk':
        return this.#readCounted(bytes, at, taker);
      case 'until close':
        if (at < bytes.length) taker.receiveBody(bytes.subarray(at));
        return -1;
      case 'chunk size':
        return this.#readChunkSize(bytes, at);
      case 'chunk end':
        return this.#readChunkEnd(bytes, at);
      case 'trailers':
        return this.#readTrailer(bytes, at);
      default:
        return at;
    }
  }

  #readHead(bytes: Buffer, at: number, taker: AnswerTaker): number {
    const end = bytes.indexOf(HEAD_END, at);
    const size = (end === -1 ? bytes.length : end) - at;
    // A peer that speaks another protocol is detected without waiting for the end of a head that will not
    // come.
    const start = bytes.toString('latin1', at, Math.min(at + START.length, bytes.length));
    if (!START.startsWith(start)) throw new AnswerError('it does not start like an answer');
    if (size > this.#maxHeadBytes) throw headTooLarge();
    if (end === -1) return this.#await(bytes, at);
    const head = parseHead(bytes.toString('latin1', at, end));
    if (head.status === 101) throw new AnswerError('it switches protocols unasked');
    if (head.status >= 200) this.#frame(head);
    else checkInterim(head);
    taker.receiveHead(head.status, head.headers);
    return end + HEAD_END.length;
  }

  /**
   * Determines where the response ends (RFC 9112, 6.3) and whether the connection persists after it (9.3).
   */
  #frame(head: Head): void {
    const { version, status, headers } = head;
    const length = headers['content-length'];
    const codings = headers['transfer-encoding'];
    // HTTP/1.0 has no transfer codings.
    this.#mayStay = wantsToStay(head) && (version === '1' || codings === undefined);
    const hint = headers['keep-alive'];
    if (hint !== undefined) this.#keepAliveMs = hintedMs(hint);
    if (codings !== undefined && length !== undefined) throw new AnswerError('it has two kinds of length');
    if (length !== undefined && !/^\d{1,15}$/.test(length)) {
      throw new AnswerError('its Content-Length is not a length');
    }
    if (status === 204 || status === 304) {
      this.#stage = 'whole';
      // A response that announces a body despite its status may also send one.
      if (codings !== undefined || Number(length ?? 0) > 0) this.#mayStay = false;
    } else if (codings !== undefined) {
      this.#stage = stageOfCodings(codings);
    } else if (length !== undefined) {
      this.#left = Number(length);
      this.#stage = this.#left === 0 ? 'whole' : 'length';
    } else {
      this.#stage = 'until close';
    }
    if (this.#stage === 'until close') this.#mayStay = false;
  }

  #readCounted(bytes: Buffer, at: number, taker: AnswerTaker): number {
    const end = Math.min(at + this.#left, bytes.length);
    this.#left -= end - at;
    if (this.#left === 0) this.#stage = this.#stage === 'length' ? 'whole' : 'chunk end';
    this.#bodyBytes += end - at;
    taker.receiveBody(bytes.subarray(at, end));
    return end;
  }

  #readChunkSize(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(LINE_END, at);
    if ((end === -1 ? bytes.length : end) - at > MAX_CHUNK_LINE_BYTES) {
      throw new AnswerError('the line of a chunk is too long');
    }
    if (end === -1) return this.#await(bytes, at);
    this.#chunkLineBytes += end - at + 2 * LINE_END.length;
    if (this.#chunkLineBytes > FREE_CHUNK_LINE_BYTES + this.#bodyBytes / 8) {
      throw new AnswerError('its chunks are too small for what they say');
    }
    this.#left = this.#chunkSize(bytes, at, end);
    this.#stage = this.#left === 0 ? 'trailers' : 'chunk';
    return end + LINE_END.length;
  }

  #chunkSize(bytes: Buffer, at: number, end: number): number {
    const plain = readHex(bytes, at, end);
    if (plain !== -1) return plain;
    const size = CHUNK_SIZE.exec(bytes.toString('latin1', at, end))?.[1];
    if (size === undefined) throw new AnswerError('a chunk has no size');
    this.#mayStay = false;
    return Number.parseInt(size, 16);
  }

  #readChunkEnd(bytes: Buffer, at: number): number {
    if (bytes.length - at < LINE_END.length) return this.#await(bytes, at);
    if (bytes[at] !== LINE_END[0] || bytes[at + 1] !== LINE_END[1]) {
      throw new AnswerError('a chunk is longer than its size');
    }
    this.#stage = 'chunk size';
    return at + LINE_END.length;
  }

  /** Trailers are ignored. */
  #readTrailer(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(LINE_END, at);
    const size = (end === -1 ? bytes.length : end) - at;
    if (this.#trailerBytes + size > this.#maxHeadBytes) throw headTooLarge();
    if (end === -1) return this.#await(bytes, at);
    this.#trailerBytes += size + LINE_END.length;
    if (size === 0) {
      this.#stage = 'whole';
    } else {
      const [name] = readHeader(bytes.toString('latin1', at, end));
      if (FRAMING.has(name)) throw new AnswerError('its trailers speak of its length');
      this.#mayStay = false;
    }
    return end + LINE_END.length;
  }

  /** Copied, because the bytes are valid only during the call. */
  #await(bytes: Buffer, at: number): -1 {
    if (at < bytes.length) this.#pending = Buffer.from(bytes.subarray(at));
    return -1;
  }
}

function headTooLarge(): AnswerError {
  return new AnswerError('its head is too large', true);
}

/**
 * Only `chunked` was requested; a list of codings that ends with it may be decoded by one parser and not by
 * another.
 */
function stageOfCodings(codings: string): Stage {
  const text = codings.toLowerCase();
  if (text === 'chunked') return 'chunk size';
  if (text.includes('chunked')) throw new AnswerError('its Transfer-Encoding is not plain');
  return 'until close';
}

/** Parses up to twelve hexadecimal digits; -1 for anything else. */
function readHex(bytes: Buffer, at: number, end: number): number {
  if (end === at || end - at > 12) return -1;
  let size = 0;
  for (let i = at; i < end; i++) {
    const code = bytes[i] ?? 0;
    const letter = code | 0x20;
    if (code >= 0x30 && code <= 0x39) size = size * 16 + code - 0x30;
    else if (letter >= 0x61 && letter <= 0x66) size = size * 16 + letter - 0x57;
    else return -1;
  }
  return size;
}

function hasToken(list: string | undefined, token: string): boolean {
  return list !== undefined && (list === token || list.split(',').some((part) => part.trim() === token));
}

/**
 * An interim response has no body and does not close the connection: parsers disagree about any other form.
 */
function checkInterim(head: Head): void {
  const { 'content-length': length, 'transfer-encoding': codings } = head.headers;
  if (length !== undefined || codings !== undefined) throw new AnswerError('an interim answer has a body');
  if (!wantsToStay(head)) throw new AnswerError('it closes the connection ahead of its answer');
}

/** Whether the receiver keeps the connection open after this message. */
function wantsToStay({ version, headers }: Head): boolean {
  const options = headers.connection?.toLowerCase();
  return version === '1' ? !hasToken(options, 'close') : hasToken(options, 'keep-alive');
}

function hintedMs(hint: string): number {
  const seconds = /(?:^|[,;\s])timeout=(\d{1,9})/i.exec(hint)?.[1];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000;
}
