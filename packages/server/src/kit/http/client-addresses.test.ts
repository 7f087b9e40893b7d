import { expect, test } from 'vitest';
import { ClientAddresses } from './client-addresses.ts';

const proxies = ['10.0.0.0/8', 'fd00::/8'];

test.each<[string | undefined, string | string[] | undefined, string | undefined]>([
  // Without a trusted proxy, the client's own header is ignored.
  ['192.0.2.1', '203.0.113.1', '192.0.2.1'],
  ['192.0.2.1', undefined, '192.0.2.1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['10.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['::ffff:10.0.0.1', '203.0.113.1', '203.0.113.1'],
  ['fd00::1', '2001:db8::5', '2001:db8::5'],
  // Addresses before the first untrusted one may be forged.
  ['10.0.0.1', '198.51.100.1, 203.0.113.1', '203.0.113.1'],
  ['10.0.0.1', '198.51.100.1, 10.9.9.9, 203.0.113.1, 10.0.0.2', '203.0.113.1'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.1', ['198.51.100.1', '203.0.113.1'], '203.0.113.1'],
  ['10.0.0.1', '203.0.113.1:4711', '203.0.113.1'],
  ['10.0.0.1', '[2001:db8::5]:4711', '2001:db8::5'],
  ['10.0.0.1', 'unknown', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.1, garbage', '10.0.0.1'],
  ['10.0.0.1', '', '10.0.0.1'],
  [undefined, '203.0.113.1', undefined],
])('%s with X-Forwarded-For %j is %s', (peer, forwarded, client) => {
  expect(new ClientAddresses(proxies).of(peer, forwarded)).toBe(client);
});

test('without a trusted proxy, none is trusted', () => {
  expect(new ClientAddresses().of('127.0.0.1', '203.0.113.1')).toBe('127.0.0.1');
});
