import net from 'node:net';
import tls from 'node:tls';
import { gzipSync } from 'node:zlib';
import { required } from '../required.ts';
import { createTestAuthority, issueSelfSigned, type TestAuthority } from './certificates.fixture.ts';
import type { FailureReason } from './outcome.ts';

/** How a delivery to a receiver must end. Several reasons: which one is up to the kernel's timing. */
export type ZooEnd = { ok: true; status: number } | { ok: false; reasons: FailureReason[]; status?: number };

export interface ZooAnimal {
  url: string;
  end: ZooEnd;
  /** Connections accepted so far. */
  connections(): number;
  /** Bytes written to the wire so far, over all connections. */
  bytesSent(): number;
}

export interface ReceiverZoo {
  authority: TestAuthority;
  animals: ReadonlyMap<string, ZooAnimal>;
  close(): Promise<void>;
}

interface Species {
  end: ZooEnd;
  /** Plain HTTP without it. */
  credentials?: (authority: TestAuthority) => { key: string; cert: string };
  /** Called for each connection that stands (over TLS: after the handshake). */
  behave(socket: net.Socket): void;
  /** Called for each TCP connection before TLS. */
  isRawUnderHttps?: true;
}

const failure = (...reasons: FailureReason[]): ZooEnd => ({ ok: false, reasons });
const status = (code: number): ZooEnd => ({ ok: false, reasons: ['unexpected_status'], status: code });
const dayMs = 86_400_000;

/** Receivers that a delivery may meet, the good one first. All answer on raw sockets. */
const species: Record<string, Species> = {
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
        validFrom: new Date(Date.now() - 9 * dayMs),
        validTo: new Date(Date.now() - dayMs),
      }),
    behave: (socket) => answer(socket, respond(200, 'ok')),
  },
  'has a certificate of an unknown authority': {
    end: failure('tls_failed'),
    credentials: () => createTestAuthority().issue({ names: ['localhost'] }),
    behave: (socket) => answer(socket, respond(200, 'ok')),
  },
};

/** The names of all receivers of a zoo. */
export const zooSpecies: readonly string[] = [...Object.keys(species), 'refuses'];

/** 64 MB of zeros in 64 KB. */
const gzipBomb = gzipSync(Buffer.alloc(64 * 1_048_576));
const gzipHead = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${gzipBomb.length}\r\n\r\n`,
);

/** Starts one receiver of every kind on loopback; their https URLs name `localhost`. */
export async function startReceiverZoo(): Promise<ReceiverZoo> {
  const authority = createTestAuthority();
  const servers: net.Server[] = [];
  const sockets = new Set<net.Socket>();
  const animals = new Map<string, ZooAnimal>();
  for (const [name, kind] of Object.entries(species)) {
    let connections = 0;
    let bytesClosed = 0;
    const own = new Set<net.Socket>();
    const onConnection = (socket: net.Socket) => {
      sockets.add(socket);
      own.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        sockets.delete(socket);
        own.delete(socket);
        bytesClosed += socket.bytesWritten;
      });
    };
    const server =
      kind.credentials === undefined
        ? net.createServer({ allowHalfOpen: true }, kind.behave)
        : tls.createServer(kind.credentials(authority), kind.behave).on('tlsClientError', () => {});
    server.on('connection', (socket: net.Socket) => {
      connections += 1;
      onConnection(socket);
    });
    server.on('secureConnection', (socket: tls.TLSSocket) => socket.on('error', () => {}));
    servers.push(server);
    const port = await listen(server);
    const isHttps = kind.credentials !== undefined || kind.isRawUnderHttps === true;
    animals.set(name, {
      url: isHttps ? `https://localhost:${port}/hook` : `http://127.0.0.1:${port}/hook`,
      end: kind.end,
      connections: () => connections,
      bytesSent: () => [...own].reduce((sum, socket) => sum + socket.bytesWritten, bytesClosed),
    });
  }
  animals.set('refuses', await findRefusing());
  return {
    authority,
    animals,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

/** A port that nobody listens on: one that was free a moment ago. */
async function findRefusing(): Promise<ZooAnimal> {
  const server = net.createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return {
    url: `http://127.0.0.1:${port}/hook`,
    end: failure('connect_failed'),
    connections: () => 0,
    bytesSent: () => 0,
  };
}

async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as net.AddressInfo).port;
}

function respond(code: number, body: string, headers = ''): string {
  return `HTTP/1.1 ${code} Status\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** Calls back for each whole request with a Content-Length that arrives. */
function afterRequest(socket: net.Socket, onRequest: () => void): void {
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
  // The servers allow half-open sockets; a client that is done is answered in kind.
  socket.on('end', () => socket.end());
}

function answer(socket: net.Socket, bytes: string | Buffer): void {
  afterRequest(socket, () => socket.write(bytes));
}

/** After the first request: the head at once, then one byte a second. */
function drip(socket: net.Socket, head: string, rest: string): void {
  afterRequest(socket, () => {
    socket.write(head + rest[0]);
    let sent = 1;
    const timer = setInterval(() => {
      if (sent < rest.length) socket.write(required(rest[sent++], 'a byte that is left'));
    }, 1_000);
    socket.once('close', () => clearInterval(timer));
  });
}

/** After the first request: the head, then the piece over and over, as fast as the peer reads. */
function flood(socket: net.Socket, head: string, piece: string, times = Number.POSITIVE_INFINITY): void {
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
