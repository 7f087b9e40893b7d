import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AddressPolicyOptions, createAddressPolicy } from './address-guard.ts';

function newPolicy(options: Partial<AddressPolicyOptions> = {}) {
  return createAddressPolicy({ allowedNetworks: [], allowLoopback: false, requireHttps: true, ...options });
}

const policy = newPolicy();
const https = { port: 443, isHttps: true };

/** Hosts as they may be written in a URL; each leads to an internal address, or nowhere. */
const hostileHosts = [
  // Loopback and "this host".
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0x7F.0x0.0x0.0x1',
  '017700000001',
  '0177.0.0.1',
  '0177.0.0.01',
  '127.0.0.1.',
  '127.255.255.254',
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  '0.0.0.1',
  '0.1.2.3',
  '１２７.0.0.1',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '%31%32%37.0.0.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'a.localhost',
  'ⓛocalhost',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::0001]',
  '[::]',
  '[0000::]',
  // Private, shared and link-local addresses.
  '10.0.0.1',
  '10.255.255.255',
  '167772161',
  '012.0.0.1',
  '0xa.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.1',
  '3232235521',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.0.1',
  '[fe80::1]',
  '[febf::1]',
  '[fc00::1]',
  '[fdff::1]',
  '[fec0::1]',
  // Metadata services.
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '169.254.169.254.',
  '169.254.170.2',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[fd00:0ec2:0:0::0254]',
  // Mapped, compatible and translated addresses.
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:0001]',
  '[::ffff:169.254.169.254]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:10.0.0.1]',
  '[::ffff:0.0.0.0]',
  '[::ffff:8.8.8.8]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::10.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  // NAT64, 6to4, Teredo, ISATAP, segment routing.
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b::8.8.8.8]',
  '[64:ff9b:1::7f00:1]',
  '[64:ff9b:1:7f00:0:100::]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2002:a00:1::]',
  '[2002:808:808::1]',
  '[2001::f5ff:fffe]',
  '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
  '[2001:4860::5efe:10.0.0.1]',
  '[2001:4860::200:5efe:7f00:1]',
  '[fe80::5efe:192.168.0.1]',
  '[5f00::1]',
  '[5f00:1234::1]',
  // Documentation, benchmarking, multicast, reserved and unassigned addresses.
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '198.18.0.1',
  '198.19.255.255',
  '192.0.0.1',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '[2001:db8::1]',
  '[3fff::1]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[2001:1::1]',
  '[100::1]',
  '[ff02::1]',
  '[ff0e::1]',
  '[4000::1]',
  '[8000::1]',
  '[e000::1]',
  '[1::1]',
];

const hostileUrls = [
  '',
  ' ',
  'https://',
  'https:///',
  'https:',
  '//example.com/',
  '/hook',
  'example.com',
  'https://example.com:0/',
  'https://example.com:65536/',
  'https://example.com:-1/',
  'https://example.com:http/',
  'http://example.com/',
  'HTTP://example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'ws://example.com/',
  'https://user:pass@example.com/',
  'https://user@example.com/',
  'https://@example.com/',
  'https://:@example.com/',
  'https:@example.com/',
  'https://example.com@127.0.0.1/',
  'https://example.com\\@127.0.0.1/',
  'https:\\\\example.com/',
  ' https://example.com/',
  'https://example.com/ ',
  'https://exa\tmple.com/',
  'https://exa\nmple.com/',
  'https://example.com/\r\nx: y',
  'https://example.com/\u0000',
  'https://example.com./',
  'https://example..com/',
  'https://.example.com/',
  'https://-example.com/',
  'https://example-.com/',
  'https://exa mple.com/',
  'https://exa%00mple.com/',
  'https://example.com%2f@x/',
  'https://[fe80::1%25eth0]/',
  'https://[fe80::1%eth0]/',
  'https://[::1/',
  'https://[1.2.3.4]/',
  'https://1.2.3.4.5/',
  'https://256.256.256.256/',
  'https://0x100000000/',
  `https://${'a'.repeat(64)}.com/`,
  `https://${'a.'.repeat(130)}com/`,
  `https://example.com/${'a'.repeat(2_048)}`,
  'https://*.example.com/',
  'https://exa$mple.com/',
  'https://xn--/',
  'https://‮example.com/',
];

const publicUrls = [
  'https://example.com/',
  'https://EXAMPLE.com/hook?a=b',
  'https://hooks.example.co.uk:8443/a/b',
  'https://1.1.1.1/',
  'https://8.8.8.8:65535/',
  'https://134744072/',
  'https://[2606:4700:4700::1111]/',
  'https://[2a00:1450:4001:81b::200e]:443/',
  'https://bücher.example/',
  'https://a_b.example.com/',
  'https://172.32.0.1/',
  'https://100.128.0.1/',
  'https://example.com/a@b',
  'https://example.com/?u=a@b',
  'https://example.com#a@b',
];

describe('checkUrl', () => {
  it.each(hostileHosts)('refuses https://%s/, and with http', (host) => {
    expect(policy.checkUrl(`https://${host}/hook`).ok).toBe(false);
    expect(policy.checkUrl(`http://${host}/hook`).ok).toBe(false);
    expect(newPolicy({ requireHttps: false }).checkUrl(`http://${host}/hook`).ok).toBe(false);
  });

  it.each(hostileUrls)('refuses %j', (url) => {
    expect(policy.checkUrl(url)).toMatchObject({ ok: false, message: expect.stringMatching(/\.$/) });
  });

  it.each(publicUrls)('accepts %s', (url) => {
    expect(policy.checkUrl(url)).toMatchObject({ ok: true });
  });

  it('splits the URL like the URL parser', () => {
    expect(policy.checkUrl('https://Example.com/a?b=c#d')).toEqual({
      ok: true,
      target: {
        href: 'https://example.com/a?b=c#d',
        origin: 'https://example.com',
        authority: 'example.com',
        isHttps: true,
        hostname: 'example.com',
        port: 443,
        path: '/a?b=c',
      },
    });
    expect(policy.checkUrl('https://[2606:4700::1]:8443')).toMatchObject({
      ok: true,
      target: { hostname: '2606:4700::1', port: 8443, path: '/' },
    });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.webUrl(),
          fc.string().map((text) => `https://${text}`),
        ),
        (url) => {
          expect(typeof policy.checkUrl(url).ok).toBe('boolean');
        },
      ),
    );
  });
});

describe('loopback', () => {
  const local = newPolicy({ allowLoopback: true });

  it.each([
    'http://127.0.0.1:3000/',
    'http://localhost:3000/',
    'https://localhost/',
    'http://[::1]:3000/',
    'http://127.9.8.7/',
    'http://2130706433/',
    'http://a.localhost/',
  ])('allows %s if it is enabled', (url) => expect(local.checkUrl(url).ok).toBe(true));

  it('allows no other private addresses, and plain http to nothing else', () => {
    for (const host of hostileHosts) {
      const isLoopback = /^127\.|^\[::1\]$|(^|\.)localhost$/.test(parsedHost(host));
      if (!isLoopback) expect([host, local.checkUrl(`https://${host}/`).ok]).toEqual([host, false]);
    }
    expect(local.checkUrl('http://example.com/').ok).toBe(false);
    expect(local.allowsAddress('93.184.215.14', { port: 80, isHttps: false })).toBe(false);
    expect(local.allowsAddress('::ffff:127.0.0.1', https)).toBe(false);
  });

  const parsedHost = (host: string) => URL.parse(`https://${host}/`)?.hostname ?? '';
});

const octet = fc.nat(255);
const privateV4 = fc.oneof(
  fc.tuple(fc.constantFrom(0, 10, 127), octet, octet, octet),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
  fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), octet, octet),
  fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
);
const publicV4 = fc.tuple(fc.integer({ min: 11, max: 99 }), octet, octet, octet);

type Quad = [number, number, number, number];
const hex = (...bytes: number[]) => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
const inverted = (quad: Quad) => quad.map((byte) => byte ^ 0xff) as Quad;

/** The forms of IPv6 addresses that contain an IPv4 address. */
const transitionForms: Record<string, (quad: Quad) => string> = {
  mapped: (quad) => `::ffff:${quad.join('.')}`,
  compatible: (quad) => `::${quad.join('.')}`,
  translated: (quad) => `::ffff:0:${quad.join('.')}`,
  nat64: (quad) => `64:ff9b::${quad.join('.')}`,
  'local nat64, 96 bits': (quad) => `64:ff9b:1:2::${quad.join('.')}`,
  'local nat64, 48 bits': ([a, b, c, d]) => `64:ff9b:1:${hex(a, b)}:${hex(0, c)}:${hex(d, 0)}::`,
  '6to4': ([a, b, c, d]) => `2002:${hex(a, b)}:${hex(c, d)}::1`,
  'teredo client': (quad) => {
    const [a, b, c, d] = inverted(quad);
    return `2001:0:808:808:0:0:${hex(a, b)}:${hex(c, d)}`;
  },
  'teredo server': ([a, b, c, d]) => `2001:0:${hex(a, b)}:${hex(c, d)}:0:0:f7f7:f7f7`,
  isatap: (quad) => `2a00:1450::5efe:${quad.join('.')}`,
  'isatap, global': (quad) => `2a00:1450::200:5efe:${quad.join('.')}`,
};

describe('addresses', () => {
  it('in private ranges are refused', () => {
    fc.assert(
      fc.property(privateV4, (quad) => {
        expect(policy.allowsAddress(quad.join('.'), https)).toBe(false);
      }),
    );
  });

  it('in the public ranges are allowed', () => {
    fc.assert(
      fc.property(publicV4, (quad) => {
        expect(policy.allowsAddress(quad.join('.'), https)).toBe(true);
      }),
    );
    for (const address of ['2606:4700::1', '2a00:1450::1', '2400:cb00::1'])
      expect(policy.allowsAddress(address, https)).toBe(true);
  });

  it.each(Object.entries(transitionForms))(
    'of the form "%s" are refused, whatever they contain',
    (_name, embed) => {
      fc.assert(
        fc.property(fc.oneof(privateV4, publicV4), (quad) => {
          expect([embed(quad), policy.allowsAddress(embed(quad), https)]).toEqual([embed(quad), false]);
        }),
      );
    },
  );

  it.each(Object.entries(transitionForms))(
    'of the form "%s" lead to no private address even if their network is allowed',
    (_name, embed) => {
      const wide = newPolicy({ allowedNetworks: ['::/0'] });
      fc.assert(
        fc.property(privateV4, (quad) => {
          expect([embed(quad), wide.allowsAddress(embed(quad), https)]).toEqual([embed(quad), false]);
        }),
      );
    },
  );

  it('of a NAT64 network are allowed if the network is, and their target is public', () => {
    const nat64 = newPolicy({ allowedNetworks: ['64:ff9b::/96'] });
    expect(nat64.allowsAddress('64:ff9b::8.8.8.8', https)).toBe(true);
    expect(nat64.allowsAddress('64:ff9b::10.0.0.1', https)).toBe(false);
    expect(nat64.allowsAddress('64:ff9b::169.254.169.254', https)).toBe(false);
    expect(
      newPolicy({ allowedNetworks: ['64:ff9b::/96', '10.0.0.0/8'] }).allowsAddress(
        '64:ff9b::10.0.0.1',
        https,
      ),
    ).toBe(true);
  });

  it('that are invalid, or have a zone, are refused', () => {
    for (const text of [
      '',
      'example.com',
      '127.1',
      '0x7f000001',
      '8.8.8',
      '8.8.8.8.8',
      'fe80::1%eth0',
      '2606:4700::1%1',
      '[::1]',
      ' 8.8.8.8',
    ]) {
      expect(newPolicy({ allowedNetworks: ['0.0.0.0/0', '::/0'] }).allowsAddress(text, https)).toBe(false);
    }
  });
});

describe('allowed networks', () => {
  it('allow exactly what they cover', () => {
    const own = newPolicy({ allowedNetworks: ['10.1.0.0/16', 'fd12:3456::/48', '192.168.7.7'] });
    for (const address of ['10.1.2.3', 'fd12:3456::1', '192.168.7.7'])
      expect(own.allowsAddress(address, https)).toBe(true);
    for (const address of ['10.2.0.1', 'fd12:3457::1', '192.168.7.8', '127.0.0.1', '::ffff:10.1.2.3'])
      expect(own.allowsAddress(address, https)).toBe(false);
    expect(own.checkUrl('https://10.1.2.3/').ok).toBe(true);
    expect(own.checkUrl('http://10.1.2.3/').ok).toBe(false);
  });

  it('allow one port if they name it', () => {
    const own = newPolicy({ allowedNetworks: ['10.0.0.0/8:8443', '[fd12::/16]:8443'] });
    expect(own.checkUrl('https://10.0.0.1:8443/').ok).toBe(true);
    expect(own.checkUrl('https://[fd12::1]:8443/').ok).toBe(true);
    expect(own.checkUrl('https://10.0.0.1/').ok).toBe(false);
  });

  it('allow a metadata address only if they name exactly it, and never an address that cannot be a receiver', () => {
    const wide = newPolicy({ allowedNetworks: ['0.0.0.0/0', '::/0'] });
    for (const address of [
      '169.254.169.254',
      '100.100.100.200',
      '168.63.129.16',
      'fd00:ec2::254',
      '0.0.0.0',
      '::',
      '224.0.0.1',
      'ff02::1',
      '255.255.255.255',
    ]) {
      expect([address, wide.allowsAddress(address, https)]).toEqual([address, false]);
    }
    expect(
      newPolicy({ allowedNetworks: ['169.254.169.254/32'] }).allowsAddress('169.254.169.254', https),
    ).toBe(true);
  });

  it.each([
    '',
    '10',
    '10/8',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '0x0a.0.0.0/8',
    '10.0.0.0/8:0',
    '10.0.0.0/8:65536',
    'fd12::/129',
    'fd12::%eth0/64',
    'example.com',
    '[10.0.0.0/8',
    '010.0.0.0/8',
  ])('of the form %j are refused with the entry in the message', (entry) =>
    expect(() => newPolicy({ allowedNetworks: [entry] })).toThrow(`"${entry}"`),
  );
});

describe('resolveAndCheck', () => {
  const answering = (answers: string[]) => newPolicy({ resolve: async () => answers });

  it('refuses a name if one of its addresses is refused', async () => {
    expect(await answering(['93.184.215.14', '10.0.0.1']).resolveAndCheck('a.example')).toMatchObject({
      ok: false,
      reason: 'address_not_allowed',
    });
    expect(await answering(['93.184.215.14', 'fd00::1']).resolveAndCheck('a.example')).toMatchObject({
      ok: false,
    });
    expect(await answering(['93.184.215.14', '2606:4700::1']).resolveAndCheck('a.example')).toEqual({
      ok: true,
      resolved: true,
    });
  });

  it('accepts a name without an address, and says so', async () => {
    expect(await answering([]).resolveAndCheck('a.example')).toEqual({ ok: true, resolved: false });
    const failing = newPolicy({ resolve: () => Promise.reject(new Error('no')) });
    expect(await failing.resolveAndCheck('a.example')).toEqual({ ok: true, resolved: false });
  });

  it('checks literal addresses without a lookup', async () => {
    const never = newPolicy({ resolve: () => Promise.reject(new Error('asked')) });
    expect(await never.resolveAndCheck('[::1]')).toMatchObject({ ok: false });
    expect(await never.resolveAndCheck('8.8.8.8')).toEqual({ ok: true, resolved: true });
  });
});
