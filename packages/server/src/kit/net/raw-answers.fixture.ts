import type net from 'node:net';
import { required } from '../required.ts';

export function respond(code: number, body: string, headers = ''): string {
  return `HTTP/1.1 ${code} Status\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Calls back for each complete request with a Content-Length. */
export function afterRequest(socket: net.Socket, onRequest: () => void): void {
  let received = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const headEnd = received.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(received.toString('latin1', 0, headEnd))?.[1] ?? 0);
      if (received.length < headEnd + 4 + length) return;
      received = received.subarray(headEnd + 4 + length);
      onRequest();
    }
  });
  // The servers allow half-open sockets; when a client ends, its server ends too.
  socket.on('end', () => socket.end());
}

export function answer(socket: net.Socket, bytes: string | Buffer): void {
  afterRequest(socket, () => socket.write(bytes));
}

/** After the first request: sends the head at once, then one byte per second. */
export function drip(socket: net.Socket, head: string, rest: string): void {
  afterRequest(socket, () => {
    socket.write(head + rest[0]);
    let sent = 1;
    const timer = setInterval(() => {
      if (sent < rest.length) socket.write(required(rest[sent++], 'a byte that is left'));
    }, 1_000);
    socket.once('close', () => clearInterval(timer));
  });
}

/** After the first request: sends the head, then the piece over and over, as fast as the peer reads. */
export function flood(
  socket: net.Socket,
  head: string,
  piece: string,
  times = Number.POSITIVE_INFINITY,
): void {
  afterRequest(socket, () => {
    socket.write(head);
    let sent = 0;
    const pour = () => {
      let hasRoom = true;
      while (hasRoom && sent < times && socket.writable) {
        sent += 1;
        hasRoom = socket.write(piece);
      }
      if (sent < times) socket.once('drain', pour);
    };
    pour();
  });
}
