import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type NameServer, startNameServer as openNameServer } from './name-server.fixture.ts';
import { createSystemResolver } from './system-resolver.ts';

const servers: NameServer[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function startNameServer(answer: Parameters<typeof openNameServer>[0]): Promise<string> {
  const server = await openNameServer(answer);
  servers.push(server);
  return server.address;
}

it('returns every address of a name, IPv4 first', async () => {
  const server = await startNameServer((_name, isV6) =>
    isV6
      ? [Buffer.from('26064700000000000000000000000001', 'hex')]
      : [Buffer.from([192, 0, 2, 1]), Buffer.from([192, 0, 2, 2])],
  );
  const found = await createSystemResolver({ servers: [server] })('both.example');
  expect(found).toHaveLength(3);
  expect(found.slice(0, 2).sort()).toEqual(['192.0.2.1', '192.0.2.2']);
  expect(found[2]).toBe('2606:4700::1');
});

it('resolves a name once for many concurrent callers', async () => {
  let questions = 0;
  const server = await startNameServer((_name, isV6) => {
    questions += 1;
    return isV6 ? [] : [Buffer.from([192, 0, 2, 1])];
  });
  const resolve = createSystemResolver({ servers: [server] });
  const answers = await Promise.all(Array.from({ length: 20 }, () => resolve('one.example')));
  expect(answers.every((answer) => answer[0] === '192.0.2.1')).toBe(true);
  // One for A, one for AAAA.
  expect(questions).toBe(2);
});

it('is not delayed by names whose server is silent, nor is file access', async () => {
  const server = await startNameServer((name, isV6) =>
    name.startsWith('silent') ? undefined : isV6 ? [] : [Buffer.from([192, 0, 2, 1])],
  );
  const resolve = createSystemResolver({ servers: [server] });
  let isAnySilentOver = false;
  for (let index = 0; index < 20; index += 1) {
    resolve(`silent${index}.example`).then(
      () => (isAnySilentOver = true),
      () => (isAnySilentOver = true),
    );
  }
  expect(await resolve('quick.example')).toEqual(['192.0.2.1']);
  await readFile(new URL(import.meta.url));
  expect(isAnySilentOver).toBe(false);
});

it('uses the hosts file before DNS, and works without one', async () => {
  const server = await startNameServer((_name, isV6) => (isV6 ? [] : [Buffer.from([192, 0, 2, 1])]));
  const directory = await mkdtemp(join(tmpdir(), 'hosts-'));
  const hostsFile = join(directory, 'hosts');
  await writeFile(
    hostsFile,
    '# 10.0.0.9 own.example\nfd00::1 Own.example\n10.0.0.1\town.example alias # x\nnonsense a.example\n',
  );
  const resolve = createSystemResolver({ servers: [server], hostsFile });
  expect(await resolve('own.example')).toEqual(['10.0.0.1', 'fd00::1']);
  expect(await resolve('alias')).toEqual(['10.0.0.1']);
  expect(await resolve('a.example')).toEqual(['192.0.2.1']);
  await rm(directory, { recursive: true });
  const without = createSystemResolver({ servers: [server], hostsFile });
  expect(await without('own.example')).toEqual(['192.0.2.1']);
});

it('knows localhost without a lookup', async () => {
  const resolve = createSystemResolver({ servers: ['127.0.0.1:1'] });
  expect(await resolve('localhost')).toEqual(['127.0.0.1', '::1']);
  expect(await resolve('a.localhost')).toEqual(['127.0.0.1', '::1']);
});

it('rejects unknown names', async () => {
  const server = await startNameServer(() => []);
  await expect(createSystemResolver({ servers: [server] })('nobody.invalid')).rejects.toThrow();
});
