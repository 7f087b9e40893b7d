import net from 'node:net';
import { required } from '../../required.ts';

export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const ANSWER_TIMEOUT_MS = 20_000;

/** A TCP connection on which a test writes HTTP by hand, as no client library would. */
export class RawConnection {
  readonly socket: net.Socket;
  #bytes: Buffer = Buffer.alloc(0);
  #isClosed = false;
  #onChange: () => void = () => {};

  static async open(port: number): Promise<RawConnection> {
    const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return new RawConnection(socket);
  }

  private constructor(socket: net.Socket) {
    this.socket = socket;
    socket.on('data', (chunk) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#onChange();
    });
    // A reset surfaces as a close.
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#isClosed = true;
      this.#onChange();
    });
  }

  write(text: string | Buffer): void {
    this.socket.write(text);
  }

  /** Writes, and waits until the kernel has taken the bytes or the connection is gone. */
  async send(bytes: Buffer): Promise<void> {
    await new Promise<void>((resolve) => this.socket.write(bytes, () => resolve()));
  }

  /** Received bytes not yet read as answers. */
  get unread(): string {
    return this.#bytes.toString('latin1');
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The next complete answer; `100 Continue` counts as one. With `head`, no body is awaited. */
  async answer(options: { head?: boolean } = {}): Promise<RawAnswer> {
    let answer: RawAnswer | undefined;
    await this.#until('an answer', () => {
      answer = this.#take(options.head ?? false);
      return answer !== undefined;
    });
    return required(answer, 'answer');
  }

  closed(): Promise<void> {
    return this.#until('the close of the connection', () => this.#isClosed);
  }

  close(): void {
    this.socket.destroy();
  }

  async #until(what: string, isSo: () => boolean): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) =>
        reject(new Error(`${why} while waiting for ${what}; unread: ${this.unread.slice(0, 300)}`));
      const timer = setTimeout(() => fail('time ran out'), ANSWER_TIMEOUT_MS);
      const look = () => {
        if (!isSo()) {
          if (!this.#isClosed) return;
          fail('the connection closed');
        }
        clearTimeout(timer);
        this.#onChange = () => {};
        resolve();
      };
      this.#onChange = look;
      look();
    });
  }

  #take(headOnly: boolean): RawAnswer | undefined {
    const headEnd = this.#bytes.indexOf('\r\n\r\n');
    if (headEnd === -1) return undefined;
    const [statusLine = '', ...lines] = this.#bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    );
    const length = headOnly ? 0 : Number(headers['content-length'] ?? 0);
    const end = headEnd + 4 + length;
    if (this.#bytes.length < end) return undefined;
    const body = this.#bytes.subarray(headEnd + 4, end).toString('utf8');
    this.#bytes = this.#bytes.subarray(end);
    return { status: Number(statusLine.split(' ')[1]), headers, body };
  }
}
