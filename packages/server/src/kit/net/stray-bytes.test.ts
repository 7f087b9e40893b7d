import net from 'node:net';
import tls from 'node:tls';
import v8 from 'node:v8';
import vm from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { required } from '../required.ts';
import { createAddressPolicy } from './address-guard.ts';
import { createTestAuthority } from './certificates.fixture.ts';
import { Exchange } from './exchange.ts';
import { createGuardedClient, type GuardedClient, type GuardedClientOptions } from './guarded-client.ts';
import { listen } from './listen.fixture.ts';
import type { Outcome } from './outcome.ts';

const policy = createAddressPolicy({ allowedNetworks: [], allowLoopback: true, requireHttps: true });
const open: (GuardedClient | net.Server)[] = [];
afterEach(async () => {
  for (const part of open.splice(0)) await part.close();
});

function newClient(options: Partial<GuardedClientOptions> = {}): GuardedClient {
  const client = createGuardedClient({ policy, userAgent: 'test/1', ...options });
  open.push(client);
  return client;
}

const collectGarbage = (() => {
  v8.setFlagsFromString('--expose-gc');
  return vm.runInNewContext('gc') as () => void;
})();

const answer = (body: string, head = '') =>
  `HTTP/1.1 200 OK\r\n${head}content-length: ${body.length}\r\n\r\n${body}`;
const STALE = answer('stale');

/** Answers the first request with the parts, `apartMs` apart, and all others with `own`, a little later. */
async function startReceiver(parts: string[], apartMs: number) {
  const counts = { port: 0, connections: 0, requests: 0 };
  const server = net.createServer({ noDelay: true }, (socket) => {
    counts.connections++;
    socket.on('error', () => {});
    socket.on('data', async () => {
      counts.requests++;
      if (counts.requests > 1) {
        setTimeout(() => socket.write(answer('own')), 20);
        return;
      }
      for (const part of parts) {
        socket.write(part);
        await new Promise((resolve) => setTimeout(resolve, apartMs));
      }
    });
  });
  open.push(server);
  counts.port = (await listen(server)).port;
  return counts;
}

const chunked = (head: string) => `HTTP/1.1 200 OK\r\ntransfer-encoding: ${head}\r\n\r\n0\r\n\r\n`;
const strays: Record<string, string[]> = {
  'a second answer': [answer('first'), STALE],
  'three more answers': [answer('first'), STALE, STALE, STALE],
  'an interim answer': [answer('first'), 'HTTP/1.1 100 Continue\r\n\r\n', STALE],
  'a longer body than it named': [answer('first'), STALE.slice(0, 9), STALE.slice(9)],
  'a 204 with a body': [`HTTP/1.1 204 No Content\r\ncontent-length: ${STALE.length}\r\n\r\n`, STALE],
  'a 204 with a body of no length': ['HTTP/1.1 204 No Content\r\n\r\n', STALE],
  'a chunked 204': ['HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n', STALE],
  'a 304 with a body': [`HTTP/1.1 304 Not Modified\r\ncontent-length: ${STALE.length}\r\n\r\n`, STALE],
  'an end of chunks, and more': [chunked('chunked'), STALE],
  'codings that two readers undo in two ways': [chunked('chunked, chunked'), STALE],
  'a coding of HTTP/1.1 in HTTP/1.0': [
    'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    STALE,
  ],
  'a trailer that names a length': [
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\ncontent-length: ${STALE.length}\r\n\r\n`,
    STALE,
  ],
};

describe('bytes of a receiver after its answer', () => {
  describe.each(Object.entries(strays))('%s', (_name, parts) => {
    it.each([0, 1, 4])('%i ms apart are never taken for the answer to the next request', async (apartMs) => {
      for (const isQueued of [true, false]) {
        const receiver = await startReceiver(parts, apartMs);
        const client = newClient({ maxConnectionsPerOrigin: 1, restMs: 100 });
        const post = () =>
          client.post({
            url: `http://127.0.0.1:${receiver.port}/`,
            headers: {},
            body: 'x',
            deadlineMs: 5_000,
          });
        // The second request waits for the connection of the first one, or is sent as soon as the first is answered.
        const [, second] = isQueued ? await Promise.all([post(), post()]) : [await post(), await post()];
        expect(second).toMatchObject({ ok: true, body: Buffer.from('own') });
      }
    });
  });

  it('end the reuse of its connections, even if they come much later', async () => {
    const receiver = await startReceiver([answer('first'), STALE], 60);
    const client = newClient();
    const post = () => client.post({ url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: 'x' });
    expect((await post()).ok).toBe(true);
    await expect.poll(() => client.stats()).toMatchObject({ connections: 0, origins: 0 });
    for (let i = 0; i < 3; i++) expect(await post()).toMatchObject({ body: Buffer.from('own') });
    expect(receiver.connections).toBe(4);
    expect(client.stats().connections).toBe(0);
  });

  it('do not count if they are only a message before an idle connection is closed', async () => {
    const receiver = await startReceiver([answer('first'), 'HTTP/1.1 408 Request Timeout\r\n\r\n'], 20);
    const client = newClient({ restMs: 0 });
    const post = () => client.post({ url: `http://127.0.0.1:${receiver.port}/`, headers: {}, body: 'x' });
    expect((await post()).ok).toBe(true);
    await expect.poll(() => client.stats()).toMatchObject({ connections: 0 });
    for (let i = 0; i < 3; i++) expect((await post()).ok).toBe(true);
    expect(receiver.connections).toBe(2);
  });
});

describe('a connection', () => {
  it('carries requests of only one owner, whoever else sends to the same address', async () => {
    const receiver = await startReceiver([answer('own')], 0);
    const client = newClient({ restMs: 0 });
    const url = `http://127.0.0.1:${receiver.port}/`;
    for (const owner of ['a', 'b', 'a', 'b']) await client.post({ url, headers: {}, body: 'x', owner });
    expect(receiver).toMatchObject({ requests: 4, connections: 2 });
  });

  it('of one owner is not waited for by another, however many the first has', async () => {
    const receiver = await startReceiver([], 0);
    const client = newClient({ maxConnectionsPerOrigin: 1 });
    const url = `http://127.0.0.1:${receiver.port}/`;
    const stuck = client.post({ url, headers: {}, body: 'x', owner: 'a', deadlineMs: 5_000 });
    await expect.poll(() => receiver.requests).toBe(1);
    expect((await client.post({ url, headers: {}, body: 'x', owner: 'b', deadlineMs: 2_000 })).ok).toBe(true);
    await client.close();
    expect((await stuck).ok).toBe(false);
  });
});

describe('a body in pieces of one byte', () => {
  const pieces = (count: number) =>
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(count)}`;

  it('takes hardly more memory than its bytes, even while it does not end', async () => {
    const outcomes: Outcome[] = [];
    const request = { text: '', encoding: 'latin1', deadlineMs: 60_000, maxKeptBodyBytes: 16_384 } as const;
    const begin = () =>
      new Exchange({ ...request, mayGoOut: undefined }, (outcome) => void outcomes.push(outcome));
    collectGarbage();
    const before = process.memoryUsage();
    const exchanges = Array.from({ length: 50 }, begin);
    for (let i = 0; i < 10_000; i++) for (const one of exchanges) one.receiveBody(Buffer.from('x'));
    collectGarbage();
    const after = process.memoryUsage();
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(4 * 1_048_576);
    for (const one of exchanges) {
      one.receiveHead(200, {});
      one.receiveEnd();
    }
    expect(outcomes).toHaveLength(50);
    for (const { body } of outcomes) expect(body).toEqual(Buffer.alloc(10_000, 'x'));
  });

  it.each([
    ['many', pieces(20_000)],
    ['extended', pieces(0) + `1;${'e'.repeat(900)}\r\nx\r\n`.repeat(30)],
  ])('is given up before its chunks, %s, cost more than a few milliseconds', async (_name, text) => {
    const receiver = await startReceiver([text], 0);
    const outcome = await newClient().post({
      url: `http://127.0.0.1:${receiver.port}/`,
      headers: {},
      body: 'x',
      deadlineMs: 5_000,
    });
    expect(outcome).toMatchObject({ ok: false, reason: 'protocol_error' });
  });
});

/**
 * Writes small pieces, like most servers: the second piece waits in its kernel until this side has acknowledged the
 * first one, perhaps only with the next request. Sends an additional answer after that to the request `strayAt`.
 */
async function startHoldingReceiver(isSecure: boolean, strayAt: number) {
  const authority = createTestAuthority();
  const counts = { url: '', authority, connections: 0, requests: 0 };
  const serve = (socket: net.Socket) => {
    counts.connections++;
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const request = /\r\n\r\n(\w+)$/.exec(bytes.toString('latin1'));
      if (request === null) return;
      counts.requests++;
      socket.write(answer(required(request[1], 'request[1]')));
      if (counts.requests === strayAt) socket.write(STALE);
    });
  };
  const server = isSecure
    ? tls.createServer(authority.issue({ names: ['localhost', '127.0.0.1'] }), serve)
    : net.createServer(serve);
  open.push(server);
  const { port } = await listen(server);
  counts.url = `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}/`;
  return counts;
}

describe.each([false, true])('an additional answer that its sender holds back (over TLS: %s)', (isSecure) => {
  /** Bodies of the answers to `count` requests, one after the other, on one connection at a time. */
  async function postMany(strayAt: number, count: number) {
    const receiver = await startHoldingReceiver(isSecure, strayAt);
    const client = newClient({
      maxConnectionsPerOrigin: 1,
      caCertificates: [receiver.authority.certificate],
    });
    const posts = Array.from({ length: count }, async (_, i) => {
      const outcome = await client.post({
        url: receiver.url,
        headers: {},
        body: `n${i}`,
        deadlineMs: 30_000,
      });
      return outcome.ok && outcome.body.toString();
    });
    return { receiver, bodies: await Promise.all(posts) };
  }

  it('after the first answer of a connection is never taken for the next one', async () => {
    for (let i = 0; i < 5; i++) {
      const { receiver, bodies } = await postMany(1, 3);
      expect(bodies).toEqual(['n0', 'n1', 'n2']);
      expect(receiver.connections).toBe(3);
    }
  });

  it('shifts only a few answers, wherever it comes', async () => {
    const { bodies } = await postMany(20, 60);
    const wrong = bodies.flatMap((body, i) => (body === `n${i}` ? [] : [i]));
    expect(wrong.length).toBeLessThanOrEqual(32);
    expect(bodies.slice(-20)).toEqual(Array.from({ length: 20 }, (_, i) => `n${i + 40}`));
  });
});
