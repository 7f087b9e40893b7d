import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import v8 from 'node:v8';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { required } from '../required.ts';
import { endsWithin } from '../threads/ends-within.fixture.ts';
import { type AddressPolicy, createAddressPolicy } from './address-guard.ts';
import { createTestAuthority } from './certificates.fixture.ts';
import { createGuardedClient, type GuardedClient, type GuardedClientOptions } from './guarded-client.ts';
import { type ReceiverZoo, startReceiverZoo, zooSpecies } from './receiver-zoo.fixture.ts';

const DEADLINE_MS = 1_200;
const loopbackPolicy = createAddressPolicy({ allowedNetworks: [], allowLoopback: true, requireHttps: true });
const open: (GuardedClient | net.Server)[] = [];

function newClient(options: Partial<GuardedClientOptions> = {}): GuardedClient {
  const client = createGuardedClient({ policy: loopbackPolicy, userAgent: 'test/1', ...options });
  open.push(client);
  return client;
}

async function listen(server: net.Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return (server.address() as net.AddressInfo).port;
}

/** A receiver that answers `ok`, keeps connections open, and counts requests. */
async function startSink(onRequest: http.RequestListener = (_request, response) => response.end('ok')) {
  const sink = { port: 0, connections: 0, requests: 0, mostAtOnce: 0 };
  const sockets = new Set<net.Socket>();
  const server = http.createServer((request, response) => {
    sink.requests += 1;
    request.resume().on('end', () => onRequest(request, response));
  });
  server.on('connection', (socket) => {
    sink.connections += 1;
    sockets.add(socket);
    sink.mostAtOnce = Math.max(sink.mostAtOnce, sockets.size);
    socket.once('close', () => sockets.delete(socket));
  });
  sink.port = await listen(server);
  return { ...sink, server, sockets, counts: sink };
}

afterAll(async () => {
  await Promise.all(open.map((part) => (part instanceof net.Server ? closeServer(part) : part.close())));
});

function closeServer(server: net.Server): Promise<unknown> {
  if (server instanceof http.Server) server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}

const collectGarbage = (() => {
  v8.setFlagsFromString('--expose-gc');
  return vm.runInNewContext('gc') as () => void;
})();

describe('the receiver zoo', () => {
  let zoo: ReceiverZoo;
  let client: GuardedClient;

  beforeAll(async () => {
    zoo = await startReceiverZoo();
    client = newClient({ caCertificates: [zoo.authority.certificate] });
  });
  afterAll(() => zoo.close());

  const postTo = (name: string, withinMs = DEADLINE_MS) =>
    client.post({
      url: required(zoo.animals.get(name), 'zoo.animals.get(name)').url,
      headers: {},
      // For the receiver that never reads: more than the socket buffers of both sides hold.
      body: name === 'never reads' ? Buffer.alloc(16 * 1_048_576) : '{"a":1}',
      deadlineMs: withinMs,
    });

  it.concurrent.each(zooSpecies)(
    'a receiver of the kind "%s" ends as it must, within the deadline',
    async (name) => {
      const { end } = required(zoo.animals.get(name), 'zoo.animals.get(name)');
      // A receiver that ends by itself gets the time that this takes on a busy machine.
      const withinMs = !end.ok && end.reasons.includes('timeout') ? DEADLINE_MS : 10_000;
      const sending = postTo(name, withinMs);
      expect(await endsWithin(withinMs + 500, sending)).toBe(true);
      const outcome = await sending;
      expect(outcome.ok).toBe(end.ok);
      if (!outcome.ok && !end.ok) expect(end.reasons).toContain(outcome.reason);
      if (end.status !== undefined) expect(outcome.status).toBe(end.status);
      expect(outcome.body?.length ?? 0).toBeLessThanOrEqual(16_384);
    },
  );

  it('sends only a fixed amount to a hostile receiver', async () => {
    await Promise.all(['sends 100 MB of headers', 'sends an endless body'].map(postTo));
    // Includes bytes in the kernel buffers of both sides.
    expect(zoo.animals.get('sends 100 MB of headers')?.bytesSent()).toBeLessThan(30_000_000);
    expect(zoo.animals.get('sends an endless body')?.bytesSent()).toBeLessThan(60_000_000);
  });

  it('uses no more memory and leaves no socket open, in every round', async () => {
    const round = () =>
      Promise.all(
        zooSpecies.map((name) =>
          client.post({
            url: required(zoo.animals.get(name), 'zoo.animals.get(name)').url,
            headers: {},
            body: '{}',
            deadlineMs: 150,
          }),
        ),
      );
    await round();
    collectGarbage();
    const before = process.memoryUsage();
    for (let count = 0; count < 15; count += 1) await round();
    collectGarbage();
    const after = process.memoryUsage();
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(10 * 1_048_576);
    const { connections, idleConnections, requests } = client.stats();
    expect(requests).toBe(0);
    expect(connections).toBe(idleConnections);
  });

  it('keeps a compressed body as it was received', async () => {
    const outcome = await postTo('sends a gzip bomb');
    expect(outcome.body?.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
    expect(outcome.bodyTruncated).toBe(true);
  });

  it('keeps status, headers and body of a refusal', async () => {
    const outcome = await postTo('is busy');
    expect(outcome).toMatchObject({ ok: false, status: 429, reason: 'unexpected_status' });
    expect(outcome.headers?.['retry-after']).toBe('120');
    expect(outcome.body?.toString()).toBe('slow down');
  });

  it('never follows a redirect', async () => {
    const before = required(
      zoo.animals.get('redirects permanently to itself'),
      'zoo.animals.get(redirects permanently to itself)',
    ).connections();
    await postTo('redirects permanently to itself');
    const outcome = await postTo('redirects permanently to itself');
    expect(outcome.status).toBe(308);
    expect(
      required(
        zoo.animals.get('redirects permanently to itself'),
        'zoo.animals.get(redirects permanently to itself)',
      ).connections() - before,
    ).toBeLessThanOrEqual(2);
  });
});

describe('connections', () => {
  it('are reused, and never exceed the limit', async () => {
    const sink = await startSink();
    const client = newClient({ maxConnectionsPerOrigin: 4 });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () =>
        client.post({ url: `http://127.0.0.1:${sink.port}/`, headers: {}, body: 'x' }),
      ),
    );
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true);
    expect(sink.counts.connections).toBe(4);
    expect(sink.counts.requests).toBe(200);
  });

  it('that the receiver closed while idle cause no failure and no second delivery', async () => {
    const sink = await startSink();
    const client = newClient({ restMs: 0 });
    const url = `http://127.0.0.1:${sink.port}/`;
    for (let round = 0; round < 30; round += 1) {
      expect((await client.post({ url, headers: {}, body: 'x' })).ok).toBe(true);
      // The reset and the next request cross on the way.
      for (const socket of sink.sockets) socket.resetAndDestroy();
      expect((await client.post({ url, headers: {}, body: 'x' })).ok).toBe(true);
    }
    expect(sink.counts.requests).toBe(60);
  });

  it('new or reused, send no byte of a request that is withdrawn before it starts', async () => {
    const sink = await startSink();
    const client = newClient({ maxConnectionsPerOrigin: 1 });
    const post = (mayGoOut: () => boolean) =>
      client.post({ url: `http://127.0.0.1:${sink.port}/`, headers: {}, body: 'x', mayGoOut });
    const withdrawn = { ok: false, reason: 'withdrawn' };
    for (const connections of ['new', 'used before']) {
      // With a used connection, it is busy: requests are sent when its answer has come.
      const busy = connections === 'new' ? undefined : post(() => true);
      let mayGoOut = true;
      const asked = [1, 2, 3].map(() => post(() => mayGoOut));
      // Like after a suspended machine resumes: another node owns the delivery now.
      mayGoOut = false;
      for (const outcome of await Promise.all(asked)) expect(outcome, connections).toMatchObject(withdrawn);
      expect((await busy)?.ok ?? true).toBe(true);
      expect((await post(() => true)).ok).toBe(true);
    }
    expect(sink.counts.requests).toBe(3);
    expect(client.stats()).toMatchObject({ requests: 0, connections: 1 });
  });

  it('that are cancelled during the TLS handshake are reset, and the process keeps running', async () => {
    const authority = createTestAuthority();
    let requests = 0;
    const ends: unknown[] = [];
    const server = https.createServer(authority.issue({ names: ['127.0.0.1'] }), () => requests++);
    const note = (error: Error & { code?: string }) => ends.push(error.code);
    server.on('tlsClientError', note).on('secureConnection', (socket) => socket.on('error', note));
    const port = await listen(server);
    const client = newClient({ caCertificates: [authority.certificate] });
    const request = { url: `https://127.0.0.1:${port}/`, headers: {}, body: 'x' };
    for (let i = 0; i < 20; i++) {
      const outcome = await client.post({ ...request, mayGoOut: () => false });
      expect(outcome).toMatchObject({ reason: 'withdrawn' });
    }
    expect(client.stats()).toMatchObject({ requests: 0, connections: 0 });
    await expect.poll(() => ends).toEqual(Array.from({ length: 20 }, () => 'ECONNRESET'));
    expect(requests).toBe(0);
  });

  it('are not reused for a request that a receiver dropped twice', async () => {
    let count = 0;
    const sink = await startSink((request, response) => {
      count += 1;
      if (count === 1) response.end('ok');
      else request.socket.resetAndDestroy();
    });
    const client = newClient({ restMs: 0 });
    const url = `http://127.0.0.1:${sink.port}/`;
    expect((await client.post({ url, headers: {}, body: 'x' })).ok).toBe(true);
    expect(await client.post({ url, headers: {}, body: 'x' })).toMatchObject({ ok: false, reason: 'reset' });
    expect(count).toBe(3);
  });

  it('that drop a request after starting to process or answer it do not get it again', async () => {
    let count = 0;
    const sink = await startSink((request, response) => {
      count += 1;
      const reset = () => request.socket.resetAndDestroy();
      if (count === 1) reset();
      else if (count === 2 || count === 4) response.end('ok');
      else if (count === 3) setTimeout(reset, 1_100);
      else response.writeHead(200, { 'content-length': 9 }).write('abc', reset);
    });
    const client = newClient({ restMs: 0 });
    const url = `http://127.0.0.1:${sink.port}/`;
    const dropped = { ok: false, reason: 'reset' };
    expect(await client.post({ url, headers: {}, body: 'x' })).toMatchObject(dropped);
    expect(count).toBe(1);
    expect((await client.post({ url, headers: {}, body: 'x' })).ok).toBe(true);
    expect(await client.post({ url, headers: {}, body: 'x' })).toMatchObject(dropped);
    expect(count).toBe(3);
    expect((await client.post({ url, headers: {}, body: 'x' })).ok).toBe(true);
    expect(await client.post({ url, headers: {}, body: 'x' })).toMatchObject(dropped);
    expect(count).toBe(5);
  });

  it('of other origins are not delayed by a hanging one', async () => {
    const hanging = await startSink(() => {});
    const sink = await startSink();
    const client = newClient({ maxConnectionsPerOrigin: 2 });
    const url = `http://127.0.0.1:${hanging.port}/`;
    // The two with a connection have a longer deadline than those that wait for one.
    const stuck = Array.from({ length: 50 }, (_, index) =>
      client.post({ url, headers: {}, body: 'x', deadlineMs: index < 2 ? 800 : 400 }),
    );
    const outcome = await client.post({
      url: `http://127.0.0.1:${sink.port}/`,
      headers: {},
      body: 'x',
      deadlineMs: 500,
    });
    expect(outcome.ok).toBe(true);
    const ends = await Promise.all(stuck);
    // Requests that never had a connection time out like the others.
    expect(ends.every((end) => !end.ok && end.reason === 'timeout' && end.durationMs < 1_300)).toBe(true);
    expect(client.stats()).toMatchObject({ requests: 0, connections: 1, origins: 1 });
    // Nothing is sent for requests whose deadline passed while they waited.
    expect((await client.post({ url, headers: {}, body: 'x', deadlineMs: 100 })).ok).toBe(false);
    expect(hanging.counts.requests).toBe(3);
  });

  it('are closed when idle, the longest idle first, so that many origins cost no memory', async () => {
    const sink = await startSink();
    const client = newClient({ maxIdleConnections: 16, keepAliveTimeoutMs: 400 });
    const url = (index: number) =>
      `http://127.${1 + (index >> 14)}.${(index >> 7) & 127}.${1 + (index & 127)}:${sink.port}/`;
    const visit = async (from: number, to: number) => {
      for (let index = from; index < to; index += 50) {
        const batch = Array.from({ length: 50 }, (_, offset) =>
          client.post({ url: url(index + offset), headers: {}, body: 'x' }),
        );
        expect((await Promise.all(batch)).every((outcome) => outcome.ok)).toBe(true);
      }
    };
    await visit(0, 5_000);
    collectGarbage();
    const before = process.memoryUsage().heapUsed;
    await visit(5_000, 10_000);
    expect(client.stats().origins).toBeLessThanOrEqual(16 + 50);
    collectGarbage();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(8 * 1_048_576);
    await expect.poll(() => client.stats(), { timeout: 5_000 }).toMatchObject({ origins: 0, connections: 0 });
  });
});

describe('requests', () => {
  it('contain the body, the headers and the user agent as given', async () => {
    const seen: http.IncomingHttpHeaders[] = [];
    let body = '';
    const server = http.createServer((request, response) => {
      seen.push(request.headers);
      request
        .on('data', (chunk) => (body += chunk))
        .on('end', () => response.writeHead(201, { 'x-a': ['1', '2'] }).end());
    });
    const port = await listen(server);
    const outcome = await newClient().post({
      url: `http://localhost:${port}/a?b=c`,
      headers: { 'x-signature': 'sha256=00' },
      body: 'žluť',
    });
    expect(outcome).toMatchObject({ ok: true, status: 201, bodyTruncated: false });
    expect(outcome.headers?.['x-a']).toBe('1, 2');
    expect(body).toBe('žluť');
    expect(seen[0]).toMatchObject({
      'user-agent': 'test/1',
      'x-signature': 'sha256=00',
      'content-length': '6',
      host: `localhost:${port}`,
    });
  });

  it('with a header that would split the headers are refused, not sent and not thrown', async () => {
    const sink = await startSink();
    const outcome = await newClient().post({
      url: `http://127.0.0.1:${sink.port}/`,
      headers: { 'x-a': 'b\r\nx-c: d' },
      body: 'x',
    });
    expect(outcome).toMatchObject({ ok: false, reason: 'invalid_request' });
    expect(sink.counts.requests).toBe(0);
  });

  it('succeed with a long answer that ends within the deadline, of which only the start is kept', async () => {
    const sink = await startSink((_request, response) => response.end(Buffer.alloc(3 * 1_048_576, 97)));
    const outcome = await newClient().get({ url: `http://127.0.0.1:${sink.port}/`, headers: {} });
    expect(outcome).toMatchObject({ ok: true, status: 200, bodyTruncated: true });
    expect(outcome.body?.toString()).toBe('a'.repeat(16_384));
  });

  it('end at once when the caller gives up or the client closes', async () => {
    const sink = await startSink(() => {});
    const client = newClient();
    const url = `http://127.0.0.1:${sink.port}/`;
    const controller = new AbortController();
    const aborted = client.post({ url, headers: {}, body: 'x', signal: controller.signal });
    const closed = client.post({ url, headers: {}, body: 'x' });
    await expect.poll(() => sink.counts.requests).toBe(2);
    controller.abort();
    expect(await aborted).toMatchObject({ ok: false, reason: 'aborted' });
    await client.close();
    expect(await closed).toMatchObject({ ok: false, reason: 'aborted' });
    expect(await client.post({ url, headers: {}, body: 'x' })).toMatchObject({
      ok: false,
      reason: 'aborted',
    });
    expect(client.stats()).toMatchObject({ connections: 0, requests: 0 });
  });

  it('in progress may end while the client closes', async () => {
    let release = () => {};
    const sink = await startSink((_request, response) => (release = () => response.end('ok')));
    const client = newClient();
    const outcome = client.post({ url: `http://127.0.0.1:${sink.port}/`, headers: {}, body: 'x' });
    await expect.poll(() => sink.counts.requests).toBe(1);
    const closed = client.close(5_000);
    release();
    expect((await outcome).ok).toBe(true);
    await closed;
    expect(client.stats()).toMatchObject({ connections: 0, idleConnections: 0 });
  });
});

describe('the address guard at the connection', () => {
  const noLoopback = (answers: string[][]): AddressPolicy => {
    let asked = 0;
    const resolve = async () =>
      required(
        answers[Math.min(asked++, answers.length - 1)],
        'answers[Math.min(asked++, answers.length - 1)]',
      );
    return createAddressPolicy({ allowedNetworks: [], allowLoopback: false, requireHttps: true, resolve });
  };

  it('refuses a name that was public at the check and is private when used', async () => {
    const sink = await startSink();
    const policy = noLoopback([['93.184.215.14'], ['127.0.0.1']]);
    expect(await policy.resolveAndCheck('rebind.example')).toEqual({ ok: true, resolved: true });
    const outcome = await newClient({ policy }).post({
      url: `https://rebind.example:${sink.port}/`,
      headers: {},
      body: 'x',
    });
    expect(outcome).toMatchObject({ ok: false, reason: 'address_not_allowed' });
    expect(sink.counts.connections).toBe(0);
  });

  it('connects to the checked address, whatever proxy the environment names', async () => {
    const [sink, proxy] = [await startSink(), await startSink()];
    const before = { ...process.env };
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy']) {
      process.env[name] = `http://127.0.0.1:${proxy.port}`;
    }
    process.env.NODE_USE_ENV_PROXY = '1';
    try {
      const outcome = await newClient().post({
        url: `http://127.0.0.1:${sink.port}/`,
        headers: {},
        body: 'x',
      });
      expect(outcome).toMatchObject({ ok: true, remoteAddress: '127.0.0.1' });
      const refused = await newClient({ policy: noLoopback([['10.0.0.1']]) }).post({
        url: 'https://inside.example/',
        headers: {},
        body: 'x',
      });
      expect(refused).toMatchObject({ ok: false, reason: 'address_not_allowed' });
      expect(proxy.counts.connections).toBe(0);
    } finally {
      process.env = before;
    }
  });

  it('resolves a name once and connects to the checked address', async () => {
    const sink = await startSink();
    let asked = 0;
    // Loopback first, then a private address: a second lookup would make the connection fail.
    const lookup = async () => (asked++ === 0 ? ['127.0.0.1'] : ['10.0.0.1']);
    const policy = createAddressPolicy({
      allowedNetworks: ['127.0.0.1/32'],
      allowLoopback: false,
      requireHttps: false,
    });
    const outcome = await newClient({ policy, lookup }).post({
      url: `http://once.example:${sink.port}/`,
      headers: {},
      body: 'x',
    });
    expect(outcome).toMatchObject({ ok: true, remoteAddress: '127.0.0.1' });
    expect(asked).toBe(1);
  });

  it('leaves out the refused addresses of a name and uses the others', async () => {
    const sink = await startSink();
    const policy = createAddressPolicy({
      allowedNetworks: ['127.0.0.2'],
      allowLoopback: false,
      requireHttps: false,
    });
    const lookup = async () => ['127.0.0.1', '10.0.0.1', '::ffff:127.0.0.2', '127.0.0.2'];
    const outcome = await newClient({ policy, lookup }).post({
      url: `http://mixed.example:${sink.port}/`,
      headers: {},
      body: 'x',
    });
    expect(outcome).toMatchObject({ ok: true, remoteAddress: '127.0.0.2' });
  });

  it('checks the connected socket itself, before a byte is sent', async () => {
    let bytes = 0;
    let isClosed = false;
    const server = net.createServer((socket) => {
      socket.on('data', (chunk) => (bytes += chunk.length)).on('error', () => {});
      socket.on('close', () => (isClosed = true));
    });
    const port = await listen(server);
    // The DNS answers pass the check, but the socket's address does not, as if the network had connected to another
    // host.
    let judged = 0;
    const policy: AddressPolicy = { ...loopbackPolicy, allowsAddress: () => judged++ === 0 };
    for (const scheme of ['http', 'https']) {
      judged = 0;
      isClosed = false;
      const connected = once(server, 'connection');
      const outcome = await newClient({ policy }).post({
        url: `${scheme}://localhost:${port}/`,
        headers: {},
        body: 'x',
      });
      expect(outcome).toMatchObject({ ok: false, reason: 'address_not_allowed' });
      await connected;
      await expect.poll(() => isClosed).toBe(true);
    }
    expect(bytes).toBe(0);
  });

  it('refuses a plain http name that turns out not to be loopback', async () => {
    const outcome = await newClient({ lookup: async () => ['93.184.215.14'] }).post({
      url: 'http://a.localhost:1/',
      headers: {},
      body: 'x',
    });
    expect(outcome).toMatchObject({ ok: false, reason: 'address_not_allowed' });
  });

  it('distinguishes a name without an address from a refused one', async () => {
    const client = newClient({
      lookup: async (name) => (name === 'none.example' ? Promise.reject(new Error('no')) : ['10.0.0.1']),
    });
    expect(await client.post({ url: 'https://none.example/', headers: {}, body: 'x' })).toMatchObject({
      ok: false,
      reason: 'dns_failed',
    });
    const refused = await client.post({ url: 'https://inner.example/', headers: {}, body: 'x' });
    expect(refused).toMatchObject({ ok: false, reason: 'address_not_allowed' });
    expect(JSON.stringify(refused)).not.toContain('10.0.0.1');
  });

  it('counts a hanging resolver against the deadline', async () => {
    const client = newClient({ lookup: () => new Promise(() => {}) });
    const outcome = await client.post({
      url: 'https://slow.example/',
      headers: {},
      body: 'x',
      deadlineMs: 200,
    });
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout' });
    expect(client.stats()).toMatchObject({ origins: 0, connections: 0 });
  });
});

describe('a cancelled request', () => {
  it.each(['http', 'https'])('is reset over %s, so that nothing of it arrives later', async (protocol) => {
    const authority = createTestAuthority();
    const ends: Promise<string>[] = [];
    const watch = (socket: net.Socket) => {
      const ended = new Promise<string>((resolve) => {
        socket.once('end', () => resolve('end'));
        socket.once('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
      });
      ends.push(ended);
      socket.resume();
    };
    const server =
      protocol === 'http'
        ? net.createServer(watch)
        : tls.createServer(authority.issue({ names: ['127.0.0.1'] }), watch);
    const port = await listen(server);
    const client = newClient({ caCertificates: [authority.certificate] });
    const outcome = await client.post({
      url: `${protocol}://127.0.0.1:${port}/`,
      headers: {},
      body: 'x',
      deadlineMs: 300,
    });
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout' });
    expect(await Promise.all(ends)).toEqual(['ECONNRESET']);
  });
});
