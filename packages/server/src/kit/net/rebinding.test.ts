import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AddressPolicy, createAddressPolicy } from './address-guard.ts';
import { createGuardedClient, type GuardedClient } from './guarded-client.ts';
import { listen } from './listen.fixture.ts';
import { type NameServer, startNameServer } from './name-server.fixture.ts';
import { createSystemResolver } from './system-resolver.ts';

const PUBLIC = Buffer.from([93, 184, 215, 14]);
const v4 = (text: string) => ({ v4: Buffer.from(text.split('.').map(Number)) });
const v6 = (hex: string) => ({ v6: Buffer.from(hex.replaceAll(' ', ''), 'hex') });

/** The address of a name from its second answer on. */
const turns: Record<string, { v4?: Buffer; v6?: Buffer }> = {
  'loopback.example': v4('127.0.0.1'),
  'metadata.example': v4('169.254.169.254'),
  'private.example': v4('10.0.0.1'),
  'this-host.example': v4('0.0.0.0'),
  'six-loopback.example': v6('00000000000000000000000000000001'),
  'unique-local.example': v6('fd000000000000000000000000000001'),
  'six-metadata.example': v6('fd000ec2000000000000000000000254'),
  'link-local.example': v6('fe800000000000000000000000000001'),
  'mapped.example': v6('00000000000000000000ffff 7f000001'),
  'mapped-metadata.example': v6('00000000000000000000ffff a9fea9fe'),
  'compatible.example': v6('000000000000000000000000 7f000001'),
  'translated.example': v6('0064ff9b0000000000000000 7f000001'),
  'six-to-four.example': v6('2002 7f000001 00000000000000000000'),
  'isatap.example': v6('20014860000000000000 5efe 7f000001'),
};

const asked = new Map<string, number>();
/** The first question of each pair is the one for IPv4. */
function answerTo(name: string, isV6: boolean): Buffer[] {
  if (!isV6) asked.set(name, (asked.get(name) ?? 0) + 1);
  const answer = asked.get(name) === 1 ? { v4: PUBLIC } : turns[name];
  const record = isV6 ? answer?.v6 : answer?.v4;
  return record === undefined ? [] : [record];
}

let names: NameServer;
let policy: AddressPolicy;
let client: GuardedClient;
let port: number;
let connections = 0;
const sink = net.createServer((socket) => {
  connections += 1;
  socket.destroy();
});

beforeAll(async () => {
  names = await startNameServer(answerTo);
  ({ port } = await listen(sink));
  const resolve = createSystemResolver({ servers: [names.address] });
  policy = createAddressPolicy({ allowedNetworks: [], allowLoopback: false, requireHttps: true, resolve });
  client = createGuardedClient({ policy, userAgent: 'test' });
});
afterAll(async () => {
  await client.close();
  names.close();
  sink.close();
});

test.each(Object.keys(turns))(
  '%s, public at the check and internal when used, is never connected to',
  async (name) => {
    expect(await policy.resolveAndCheck(name, port)).toEqual({ ok: true, resolved: true });
    const outcome = await client.post({ url: `https://${name}:${port}/`, headers: {}, body: 'x' });
    expect(outcome).toMatchObject({ ok: false, reason: 'address_not_allowed' });
    expect(connections).toBe(0);
  },
);
