import net from 'node:net';
import tls from 'node:tls';
import { afterAll, expect, test } from 'vitest';
import { required } from '../required.ts';
import { createAddressPolicy } from './address-guard.ts';
import { createTestAuthority } from './certificates.fixture.ts';
import { createGuardedClient } from './guarded-client.ts';
import { listen } from './listen.fixture.ts';

const policy = createAddressPolicy({ allowedNetworks: [], allowLoopback: true, requireHttps: true });
const authority = createTestAuthority();
const client = createGuardedClient({ policy, userAgent: 'test/1', caCertificates: [authority.certificate] });
const servers: net.Server[] = [];
afterAll(async () => {
  await client.close();
  for (const server of servers) server.close();
});

async function serve(server: net.Server): Promise<string> {
  servers.push(server);
  const { port } = await listen(server);
  return `https://localhost:${port}/`;
}

/** What a ClientHello (RFC 8446, 4.1.2) offers: its cipher suites, and the groups in extension 10. */
function readHello(record: Buffer): { suites: number[]; groups: number[] } {
  const numbers = (bytes: Buffer) =>
    Array.from({ length: bytes.length / 2 }, (_, i) => bytes.readUInt16BE(2 * i));
  // Skips the headers of record and message, the version and the random bytes.
  let at = 5 + 4 + 2 + 32;
  at += 1 + required(record[at], 'record[at]');
  const suitesEnd = at + 2 + record.readUInt16BE(at);
  const suites = numbers(record.subarray(at + 2, suitesEnd));
  at = suitesEnd + 1 + required(record[suitesEnd], 'record[suitesEnd]') + 2;
  while (at < record.length) {
    const size = record.readUInt16BE(at + 2);
    if (record.readUInt16BE(at) === 10)
      return { suites, groups: numbers(record.subarray(at + 6, at + 4 + size)) };
    at += 4 + size;
  }
  return { suites, groups: [] };
}

test('a receiver is offered no key exchange whose cost it can choose', async () => {
  const heard = Promise.withResolvers<Buffer>();
  const url = await serve(
    net.createServer((socket) => {
      let hello: Buffer = Buffer.alloc(0);
      socket.on('error', () => {});
      socket.on('data', (part) => {
        hello = Buffer.concat([hello, part]);
        if (hello.length < 5 || hello.length < 5 + hello.readUInt16BE(3)) return;
        heard.resolve(hello);
        socket.destroy();
      });
    }),
  );
  await client.post({ url, headers: {}, body: 'x' });
  const { suites, groups } = readHello(await heard.promise);
  // A suite of TLS 1.3, and one of 1.2 with elliptic curves.
  expect(suites).toContain(0x1301);
  expect(suites).toContain(0xc02f);
  const overFields = [0x33, 0x39, 0x67, 0x6b, 0x9e, 0x9f, 0xccaa, 0xc09e, 0xc09f, 0xc0a2, 0xc0a3];
  expect(suites.filter((suite) => overFields.includes(suite))).toEqual([]);
  expect(groups).toContain(0x1d);
  expect(groups.filter((group) => group >= 0x100 && group < 0x200)).toEqual([]);
});

test('a renegotiation by the receiver is refused', async () => {
  const refused = Promise.withResolvers<Error | null>();
  const credentials = authority.issue({ names: ['localhost'] });
  const url = await serve(
    tls.createServer({ ...credentials, maxVersion: 'TLSv1.2' }, (socket) => {
      socket.on('error', (error) => refused.resolve(error));
      socket.once('data', () => socket.renegotiate({}, (error) => refused.resolve(error)));
    }),
  );
  const outcome = client.post({ url, headers: {}, body: 'x', deadlineMs: 2_000 });
  expect(await refused.promise).toMatchObject({ message: expect.stringMatching(/renegotiation/i) });
  expect((await outcome).ok).toBe(false);
});
