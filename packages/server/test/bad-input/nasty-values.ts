import fc from 'fast-check';

/** Texts that have broken some service. */
const nastyTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\u202e\u200b\ufeff',
  'é😀',
  'x'.repeat(256),
  'x'.repeat(3_000),
  'x'.repeat(100_000),
  '%',
  '_',
  '%_\\',
  "' or 1=1 --",
  '"; drop table events; --',
  '$1',
  '{{7*7}}',
  '../../etc/passwd',
  'null',
  'true',
  'NaN',
  '0',
  '-1',
  '1e400',
  '0x10',
  '9'.repeat(40),
  '__proto__',
  'constructor',
  'toString',
  'length',
  '*',
  '**',
  '.*',
  'a.*',
  '*.*.*',
  'a..b',
  '.a',
  'a.',
  'A.B',
  'a.b.c.d.e.f.g',
  `${'a.'.repeat(200)}a`,
  '2026-02-30',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '+010000-01-01T00:00:00Z',
  '2026-01-31T09:30:00+23:59',
  'javascript:alert(1)',
  'http://',
  'https://',
  'https://a:b@example.com/',
  'https://[::1]/',
  'https://[::ffff:169.254.169.254]/',
  'http://169.254.169.254/latest/meta-data',
  'https://0x7f000001/',
  'https://example.com:99999/',
  'https://xn--/',
  `https://${'a'.repeat(300)}.example/`,
  'https://example.com/\r\nX-Injected: 1',
  'ftp://example.com/',
];

/** Numbers that JavaScript cannot write, put into the JSON text unchanged. */
const RAW = /"<raw>([^"]+)<\/raw>"/g;
const rawNumbers = ['1e400', '-1e400', '12345678901234567890', '1E-400', '0.1e1', '-0', '9007199254740993'];

export const nastyText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nastyTexts) },
  fc.string({ unit: 'binary', maxLength: 50 }),
);

const nastyNumber = fc.oneof(
  fc.constantFrom<number | string>(0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, 5e-324),
  fc.constantFrom(...rawNumbers.map((number) => `<raw>${number}</raw>`)),
);

const deeplyNested = fc.integer({ min: 100, max: 140 }).map((depth) => {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
});

/** Conditions of content filters, valid and invalid. */
const condition = fc.oneof(
  fc.dictionary(
    fc.constantFrom(
      '$and',
      '$or',
      '$nor',
      '$not',
      '$where',
      '$regex',
      '$expr',
      '$in',
      '$exists',
      '$gte',
      'a.b',
      '',
    ),
    fc.oneof(
      fc.constantFrom<unknown>([], {}, 1, 'x', null, [{}], [{ a: 1 }], '(', 'return true'),
      fc.jsonValue(),
    ),
    { maxKeys: 3 },
  ),
  fc.dictionary(
    fc.constantFrom('a', 'a.b', '__proto__', '$'),
    fc.dictionary(fc.constantFrom('$gt', '$in', '$eq', '$size'), fc.jsonValue()),
  ),
);

/** A JSON value of any type, mostly a difficult one. */
export const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  nastyNumber,
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], [{}], { a: { $ref: '#' } }),
  fc.array(nastyText, { maxLength: 5 }),
  fc.constant(Array.from({ length: 2_000 }, (_, i) => `item.${i}`)),
  fc.dictionary(nastyText, nastyText, { maxKeys: 3 }),
  condition,
  deeplyNested,
  fc.jsonValue(),
);

/** The JSON text of a value, with numbers that only a text can contain. */
export function toNastyJson(value: unknown): string {
  return JSON.stringify(value).replace(RAW, '$1');
}
