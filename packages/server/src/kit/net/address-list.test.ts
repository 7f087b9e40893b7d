import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AddressList } from './address-list.ts';

test.each([
  [['192.0.2.7'], '192.0.2.7', true],
  [['192.0.2.7'], '192.0.2.8', false],
  [['192.0.2.0/24'], '192.0.2.255', true],
  [['192.0.2.9/24'], '192.0.2.255', true],
  [['192.0.2.0/24'], '192.0.3.0', false],
  [['192.0.2.0/24'], '::ffff:192.0.2.1', true],
  [['2001:db8::/32'], '2001:db8:1::2', true],
  [['2001:db8::/32'], '2001:db9::', false],
  [['2001:db8::/32'], '192.0.2.1', false],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [['10.0.0.0/8', '::1'], '::1', true],
  [[], '192.0.2.1', false],
  [['0.0.0.0/0', '::/0'], 'unknown', false],
  [['0.0.0.0/0', '::/0'], '', false],
])('%j covers %s: %s', (entries, address, covers) => {
  expect(new AddressList(entries).covers(address)).toBe(covers);
});

test.each(['10/8', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8', '::/129', 'example.com', '*', '', '0x0a.1'])(
  '%j is refused',
  (entry) => {
    expect(() => new AddressList([entry])).toThrow('is not an address or a network');
  },
);

test.each(['10.0.0.0/8:443', '[::1]:443', '[::1]'])('%j is refused because of its port', (entry) => {
  expect(() => new AddressList([entry])).toThrow('port');
});

test('an IPv4 address in IPv6 form is refused, because it would cover nothing', () => {
  expect(() => new AddressList(['::ffff:10.0.0.1'])).toThrow('IPv4');
});

test('a list covers another one only if it covers each address of it', () => {
  const list = new AddressList(['10.0.0.0/8', '2001:db8::/32']);
  expect(list.coversAll(new AddressList(['10.1.0.0/16', '2001:db8:5::1']))).toBe(true);
  expect(list.coversAll(new AddressList(['10.0.0.0/7']))).toBe(false);
  expect(list.coversAll(new AddressList(['10.1.2.3', '192.0.2.1']))).toBe(false);
  expect(list.coversAll(new AddressList(['::/0']))).toBe(false);
  fc.assert(
    fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), fc.ipV4(), (network, length, address) => {
      const whole = new AddressList([`${network}/${length}`]);
      expect(whole.coversAll(new AddressList([address]))).toBe(whole.covers(address));
    }),
  );
});
