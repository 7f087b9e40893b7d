import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAddressPolicy } from './address-guard.ts';
import { createTestAuthority } from './certificates.fixture.ts';
import { createGuardedClient, type GuardedClient } from './guarded-client.ts';
import { parseProxyUrl } from './proxy-tunnel.ts';
import { checkSourceAddresses } from './source-addresses.ts';

const authority = createTestAuthority();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const listen = (server: net.Server, host = '127.0.0.1') =>
  new Promise<number>((resolve) =>
    server.listen(0, host, () => resolve((server.address() as AddressInfo).port)),
  );

/** A receiver for `names` that records the source addresses of its connections. */
async function openReceiver(names?: string[]) {
  const sources: string[] = [];
  const credentials = names && authority.issue({ names });
  const answer: import('node:http').RequestListener = (request, response) => {
    sources.push(String(request.socket.remoteAddress));
    request.resume().on('end', () => response.end('ok'));
  };
  const server = credentials ? createHttpsServer(credentials, answer) : createHttpServer(answer);
  const port = await listen(server);
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  return { port, sources };
}

/** A proxy that records its requests; `way` returns the port to connect to, or uses the socket itself. */
async function openProxy(
  way: (authority: string, socket: Socket) => number | undefined = (to) => Number(to.split(':').at(-1)),
) {
  const asked: string[] = [];
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', (head) => {
      const [line = ''] = head.toString().split('\r\n');
      heads.push(head.toString());
      asked.push(line);
      const port = way(line.split(' ')[1] ?? '', socket);
      if (port === undefined) return;
      const onward = net.connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        socket.pipe(onward).pipe(socket);
      });
      onward.on('error', () => socket.destroy());
      sockets.add(onward);
    });
  });
  const port = await listen(server);
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}`, asked, heads };
}

function openClient(
  proxyUrl: string | undefined,
  addresses: Record<string, string[]> = {},
  more: object = {},
): GuardedClient {
  const policy = createAddressPolicy({
    allowedNetworks: [],
    allowLoopback: true,
    requireHttps: true,
    resolve: async (name) => addresses[name] ?? [],
  });
  const client = createGuardedClient({
    policy,
    userAgent: 'test',
    caCertificates: [authority.certificate],
    ...(proxyUrl !== undefined && { proxy: parseProxyUrl(proxyUrl) }),
    ...more,
  });
  closing.push(() => client.close());
  return client;
}

const post = (client: GuardedClient, url: string) =>
  client.post({ url, headers: {}, body: '{}', deadlineMs: 3_000 });

describe('through a proxy', () => {
  test('a connection uses the checked address, and TLS with the receiver uses its name', async () => {
    const receiver = await openReceiver(['hooks.test']);
    const proxy = await openProxy();
    const client = openClient(proxy.url.replace('//', '//me:p%40ss@'), { 'hooks.test': ['127.0.0.1'] });
    const outcome = await post(client, `https://hooks.test:${receiver.port}/`);
    expect(outcome).toMatchObject({ ok: true, remoteAddress: '127.0.0.1' });
    expect(proxy.asked).toEqual([`CONNECT 127.0.0.1:${receiver.port} HTTP/1.1`]);
    expect(proxy.heads[0]).toContain(
      `proxy-authorization: Basic ${Buffer.from('me:p@ss').toString('base64')}\r\n`,
    );
    expect(await post(client, `https://hooks.test:${receiver.port}/`)).toMatchObject({ ok: true });
    expect(receiver.sources).toHaveLength(2);
  });

  test('plain HTTP works too, and a connection is reused', async () => {
    const receiver = await openReceiver();
    const proxy = await openProxy();
    const client = openClient(proxy.url);
    let sent = 0;
    await vi.waitFor(async () => {
      sent++;
      expect(await post(client, `http://127.0.0.1:${receiver.port}/`)).toMatchObject({ ok: true });
      expect(proxy.asked.length).toBeLessThan(sent);
    });
  });

  test.each([
    ['a name that leads to a private address', 'https://inside.test/', { 'inside.test': ['10.0.0.7'] }],
    ['the metadata service', 'https://169.254.169.254/', {}],
    ['a private address behind a transition', 'https://[64:ff9b::a00:1]/', {}],
  ])('%s is refused, and the proxy gets no request', async (_what, url, addresses) => {
    const proxy = await openProxy();
    const outcome = await post(openClient(proxy.url, addresses), url);
    expect(outcome).toMatchObject({ ok: false, reason: 'address_not_allowed' });
    expect(proxy.asked).toEqual([]);
  });

  test('for a name with several addresses the refused ones are left out, and the next is tried', async () => {
    const receiver = await openReceiver(['hooks.test']);
    const proxy = await openProxy((to, socket) => {
      if (to.startsWith('127.0.0.1:')) return receiver.port;
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return undefined;
    });
    const client = openClient(proxy.url, { 'hooks.test': ['10.0.0.7', '127.0.0.9', '127.0.0.1'] });
    expect(await post(client, `https://hooks.test:${receiver.port}/`)).toMatchObject({ ok: true });
    expect(proxy.asked.map((line) => line.split(/[ :]/)[1])).toEqual(['127.0.0.9', '127.0.0.1']);
  });

  test('a proxy that leads to another receiver is detected by its certificate', async () => {
    const other = await openReceiver(['other.test']);
    const proxy = await openProxy(() => other.port);
    const outcome = await post(openClient(proxy.url, { 'hooks.test': ['127.0.0.1'] }), 'https://hooks.test/');
    expect(outcome).toMatchObject({ ok: false, reason: 'tls_failed' });
    expect(outcome.ok === false && outcome.message).toContain(
      "the receiver's certificate is for another host",
    );
    expect(other.sources).toEqual([]);
  });

  test.each<[string, (socket: Socket) => unknown, string]>([
    ['refuses', (socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'), 'answered 403'],
    ['asks for credentials', (socket) => socket.end('HTTP/1.1 407 Who\r\n\r\n'), 'answered 407'],
    [
      'answers for the receiver',
      (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'),
      'cannot have sent',
    ],
    ['speaks no HTTP', (socket) => socket.write('220 mail ready\r\n\r\n'), 'not HTTP/1.1'],
    [
      'never ends its answer',
      (socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}`),
      'too long',
    ],
    ['hangs up', (socket) => socket.destroy(), 'closed the connection'],
  ])('a proxy that %s is reported, and nothing is sent', async (_does, does, told) => {
    const receiver = await openReceiver();
    const proxy = await openProxy((_to, socket) => void does(socket));
    const outcome = await post(openClient(proxy.url), `http://127.0.0.1:${receiver.port}/`);
    expect(outcome).toMatchObject({
      ok: false,
      reason: 'proxy_failed',
      message: expect.stringContaining(told),
    });
    expect(receiver.sources).toEqual([]);
  });

  test('a hanging or missing proxy ends at the deadline', async () => {
    const proxy = await openProxy(() => undefined);
    const hanging = openClient(proxy.url).post({
      url: 'https://127.0.0.1/',
      headers: {},
      body: '',
      deadlineMs: 300,
    });
    expect(await hanging).toMatchObject({ ok: false, reason: 'timeout' });
    const gone = net.createServer();
    const port = await listen(gone);
    await new Promise((resolve) => gone.close(resolve));
    expect(await post(openClient(`http://127.0.0.1:${port}`), 'https://127.0.0.1/')).toMatchObject({
      ok: false,
      reason: 'proxy_failed',
    });
  });

  test.each(['https://proxy:1', 'proxy:3128', 'http://proxy/path', 'socks5://proxy', ''])(
    '%j is not a proxy',
    (text) => {
      expect(() => parseProxyUrl(text)).toThrow('HTTP proxy');
    },
  );
});

describe('from a source address', () => {
  test('connections use it', async () => {
    const receiver = await openReceiver();
    const client = openClient(undefined, {}, { sourceAddresses: checkSourceAddresses(['127.0.0.77']) });
    expect(await post(client, `http://127.0.0.1:${receiver.port}/`)).toMatchObject({ ok: true });
    expect(receiver.sources).toEqual(['127.0.0.77']);
  });

  test('a receiver of the other address family is not reached from another address', async () => {
    const client = openClient(undefined, {}, { sourceAddresses: checkSourceAddresses(['127.0.0.77']) });
    expect(await post(client, 'http://[::1]:9/')).toMatchObject({ ok: false, reason: 'connect_failed' });
  });

  test.each([[['127.0.0.1', '127.0.0.2']], [['proxy.test']]])('%j is refused', (addresses) => {
    expect(() => checkSourceAddresses(addresses)).toThrow();
  });
});
