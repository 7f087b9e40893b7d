import net from 'node:net';
import { required } from '../../packages/server/src/kit/required.ts';
import { readFrame } from './http-framing.ts';
import type { RequestTemplate } from './request-template.ts';

export interface Address {
  host: string;
  port: number;
}

/**
 * One keep-alive connection with one request in flight. Load and service share two cores, so every
 * microsecond spent here is taken from what is measured: a raw socket that reads into one buffer and
 * parses only the status and the length costs about a third of node:http's client (and of clients
 * built on its parser, such as autocannon), for both sides of each comparison alike.
 */
export class Connection {
  readonly #request: Buffer;
  readonly #template: RequestTemplate;
  /** What is in flight; -1 for nothing. */
  sequence = -1;
  /** When it was sent, or should have been. */
  startedAt = 0;
  readonly #socket: net.Socket;
  readonly #onAnswer: (connection: Connection, status: number) => void;
  #rest: Buffer | undefined;

  constructor(options: {
    address: Address;
    template: RequestTemplate;
    onAnswer: (connection: Connection, status: number) => void;
    /** The connection is gone; what was in flight is unanswered. */
    onClose: (connection: Connection) => void;
  }) {
    this.#template = options.template;
    this.#request = options.template.copy();
    this.#onAnswer = options.onAnswer;
    this.#socket = net.connect({
      ...options.address,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(16_384),
        callback: (length, buffer) => {
          this.#read(buffer as Buffer, length);
          return true;
        },
      },
    });
    this.#socket.on('error', () => {});
    this.#socket.on('close', () => options.onClose(this));
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once('connect', resolve);
      this.#socket.once('error', reject);
    });
  }

  send(sequence: number, startedAt: number): void {
    this.sequence = sequence;
    this.startedAt = startedAt;
    this.#template.number(this.#request, sequence);
    this.#socket.write(this.#request);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(buffer: Buffer, length: number): void {
    const chunk = buffer.subarray(0, length);
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    const frame = readFrame(bytes);
    if (frame === undefined) {
      // The read buffer is used again for what follows.
      this.#rest = Buffer.from(bytes);
      return;
    }
    this.#rest = undefined;
    this.#onAnswer(
      this,
      (required(bytes[9], 'one of bytes') - 0x30) * 100 +
        (required(bytes[10], 'one of bytes') - 0x30) * 10 +
        required(bytes[11], 'one of bytes') -
        0x30,
    );
  }
}
