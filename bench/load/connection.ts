import net from 'node:net';
import { required } from '../../packages/server/src/kit/required.ts';
import { readFrame } from './http-framing.ts';
import type { RequestTemplate } from './request-template.ts';

export interface Address {
  host: string;
  port: number;
}

/**
 * One keep-alive connection with one request in flight. Load and service share two cores, so every microsecond used
 * here is missing for the service. A raw socket that reads into one buffer and parses only status and length costs
 * about a third of node:http's client (and of clients with its parser, such as autocannon), equally for both sides of
 * each comparison.
 */
export class Connection {
  readonly #request: Buffer;
  readonly #template: RequestTemplate;
  /** Sequence number of the request in flight; -1 if there is none. */
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
    /** The connection has closed; a request in flight has no answer. */
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
      // Copied, because the read buffer is reused.
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
