import { Buffer } from 'node:buffer';
import type net from 'node:net';
import { gzipSync } from 'node:zlib';
import { createTestAuthority, issueSelfSigned, type TestAuthority } from './certificates.fixture.ts';
import type { FailureReason } from './outcome.ts';
import { afterRequest, answer, drip, flood, respond } from './raw-answers.fixture.ts';

/** How a delivery to the receiver must end. If several reasons are listed, the kernel's timing decides. */
export type ZooEnd = { ok: true; status: number } | { ok: false; reasons: FailureReason[]; status?: number };

/** 64 MB of zeros in 64 KB. */
const gzipBomb = gzipSync(Buffer.alloc(64 * 1_048_576));
const gzipHead = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${gzipBomb.length}\r\n\r\n`,
);

export interface Species {
  end: ZooEnd;
  /** Unset: plain HTTP. */
  credentials?: (authority: TestAuthority) => { key: string; cert: string };
  /** Called for each established connection (over TLS: after the handshake). */
  behave(socket: net.Socket): void;
  /** Called for each TCP connection before TLS. */
  isRawUnderHttps?: true;
}

export const failure = (...reasons: FailureReason[]): ZooEnd => ({ ok: false, reasons });
const status = (code: number): ZooEnd => ({ ok: false, reasons: ['unexpected_status'], status: code });
const DAY_MS = 86_400_000;

/** Receivers that a delivery may meet, starting with a well-behaved one. All answer on raw sockets. */
export const species: Record<string, Species> = {
  healthy: { end: { ok: true, status: 200 }, behave: (socket) => answer(socket, respond(200, 'ok')) },
  'healthy over TLS': {
    end: { ok: true, status: 200 },
    credentials: (authority) => authority.issue({ names: ['localhost', '127.0.0.1'] }),
    behave: (socket) => answer(socket, respond(200, 'ok')),
  },
  'resets on accept': {
    end: failure('reset', 'connect_failed'),
    behave: (socket) => socket.resetAndDestroy(),
  },
  'resets in the head': {
    end: failure('reset'),
    behave: (socket) =>
      afterRequest(socket, () => socket.write('HTTP/1.1 200 OK\r\nconte', () => socket.resetAndDestroy())),
  },
  'resets in the body': {
    end: failure('reset', 'protocol_error'),
    behave: (socket) =>
      afterRequest(socket, () =>
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc', () => socket.resetAndDestroy()),
      ),
  },
  'hangs before the head': { end: failure('timeout'), behave: (socket) => afterRequest(socket, () => {}) },
  'hangs after the head': {
    end: { ok: false, reasons: ['timeout'], status: 200 },
    behave: (socket) => answer(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n'),
  },
  'never reads': { end: failure('timeout'), behave: (socket) => socket.pause() },
  'drips the head': {
    end: failure('timeout'),
    behave: (socket) => drip(socket, '', 'HTTP/1.1 200 OK\r\n'.repeat(9)),
  },
  'drips the body': {
    end: { ok: false, reasons: ['timeout'], status: 200 },
    behave: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n', 'x'.repeat(100)),
  },
  'sends an endless body': {
    end: { ok: false, reasons: ['protocol_error'], status: 200 },
    behave: (socket) => flood(socket, 'HTTP/1.1 200 OK\r\n\r\n', 'x'.repeat(65_536)),
  },
  'sends an endless chunked body': {
    end: { ok: false, reasons: ['protocol_error'], status: 200 },
    behave: (socket) =>
      flood(
        socket,
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
        `4000\r\n${'x'.repeat(0x4000)}\r\n`,
      ),
  },
  'sends 100 MB of headers': {
    end: failure('protocol_error'),
    behave: (socket) => flood(socket, 'HTTP/1.1 200 OK\r\n', `x-filler: ${'y'.repeat(1_000)}\r\n`, 100_000),
  },
  'sends one endless header': {
    end: failure('protocol_error'),
    behave: (socket) => flood(socket, 'HTTP/1.1 200 OK\r\nx-filler: ', 'y'.repeat(65_536)),
  },
  'sends endless trailers': {
    end: failure('protocol_error'),
    behave: (socket) =>
      flood(
        socket,
        'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n',
        `x-filler: ${'y'.repeat(1_000)}\r\n`,
      ),
  },
  'floods with interim answers': {
    end: failure('protocol_error'),
    behave: (socket) => flood(socket, '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  },
  'upgrades unasked': {
    end: failure('protocol_error'),
    behave: (socket) =>
      answer(socket, 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  },
  'redirects to a private address': {
    end: status(302),
    behave: (socket) => answer(socket, respond(302, '', 'location: http://10.0.0.1/latest/meta-data\r\n')),
  },
  'redirects permanently to itself': {
    end: status(308),
    behave: (socket) => answer(socket, respond(308, '', 'location: /\r\n')),
  },
  'is gone': { end: status(410), behave: (socket) => answer(socket, respond(410, 'gone')) },
  'is busy': {
    end: status(429),
    behave: (socket) => answer(socket, respond(429, 'slow down', 'retry-after: 120\r\n')),
  },
  'is broken': { end: status(500), behave: (socket) => answer(socket, respond(500, 'oops')) },
  'half-closes at once': { end: failure('reset', 'connect_failed'), behave: (socket) => socket.end() },
  'half-closes without an answer': {
    end: failure('reset'),
    behave: (socket) => afterRequest(socket, () => socket.end()),
  },
  'half-closes in the body': {
    end: failure('reset', 'protocol_error'),
    behave: (socket) =>
      afterRequest(socket, () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')),
  },
  'half-closes in a chunk': {
    end: failure('reset', 'protocol_error'),
    behave: (socket) =>
      afterRequest(socket, () => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\nabc')),
  },
  'speaks another protocol': {
    end: failure('protocol_error'),
    behave: (socket) => answer(socket, '220 mail.example ESMTP\r\n'),
  },
  'speaks binary garbage': {
    end: failure('protocol_error'),
    behave: (socket) => answer(socket, Buffer.from(Array.from({ length: 256 }, (_, index) => 255 - index))),
  },
  'names two lengths': {
    end: failure('protocol_error'),
    behave: (socket) =>
      answer(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nabc'),
  },
  'names a negative length': {
    end: failure('protocol_error'),
    behave: (socket) => answer(socket, 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\nabc'),
  },
  'sends a gzip bomb': {
    end: { ok: true, status: 200 },
    behave: (socket) => answer(socket, Buffer.concat([gzipHead, gzipBomb])),
  },
  'hangs in the TLS handshake': {
    end: failure('timeout'),
    isRawUnderHttps: true,
    behave: (socket) => socket.resume(),
  },
  'speaks plain HTTP where TLS is due': {
    end: failure('tls_failed'),
    isRawUnderHttps: true,
    behave: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  },
  'resets in the TLS handshake': {
    end: failure('tls_failed', 'connect_failed'),
    isRawUnderHttps: true,
    behave: (socket) => socket.once('data', () => socket.resetAndDestroy()),
  },
  'has a self-signed certificate': {
    end: failure('tls_failed'),
    credentials: () => issueSelfSigned({ names: ['localhost'] }),
    behave: (socket) => answer(socket, respond(200, 'ok')),
  },
  'has the certificate of another host': {
    end: failure('tls_failed'),
    credentials: (authority) => authority.issue({ names: ['example.com'] }),
    behave: (socket) => answer(socket, respond(200, 'ok')),
  },
  'has an expired certificate': {
    end: failure('tls_failed'),
    credentials: (authority) =>
      authority.issue({
        names: ['localhost'],
        validFrom: new Date(Date.now() - 9 * DAY_MS),
        validTo: new Date(Date.now() - DAY_MS),
      }),
    behave: (socket) => answer(socket, respond(200, 'ok')),
  },
  'has a certificate of an unknown authority': {
    end: failure('tls_failed'),
    credentials: () => createTestAuthority().issue({ names: ['localhost'] }),
    behave: (socket) => answer(socket, respond(200, 'ok')),
  },
};
