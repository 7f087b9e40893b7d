import { beforeAll, describe, expect, test } from 'vitest';
import { required } from '../../../fixtures/required.ts';
import { loadGrammar, parseTree } from '../../frontend/syntax-tree.ts';
import { goNotes } from './go-notes.ts';

beforeAll(async () => {
  await loadGrammar('Go');
});

/** The kinds of notes about a file with these declarations. */
function kindsOf(code: string): string[] {
  const text = `package p\n\nimport (\n\t"context"\n\t"math"\n\t"strconv"\n)\n\n${code}\n`;
  const { root } = required(parseTree('Go', text, 5_000), 'the tree');
  return goNotes(root, text).map(({ kind }) => kind);
}

const narrowing: [name: string, weak: string, safe: string][] = [
  [
    'bounds on both sides',
    'func f(x int) uint8 { if x < 256 { return uint8(x) }; return 0 }',
    'func f(x int) uint8 { if x >= 0 && x < 256 { return uint8(x) }; return 0 }',
  ],
  [
    'a bound that is one too high',
    'func f(x int64) int8 { if x < -128 || x > 128 { return 0 }; return int8(x) }',
    'func f(x int64) int8 { if x < -128 || x > 127 { return 0 }; return int8(x) }',
  ],
  [
    'a mask',
    'func f(x int) uint8 { return uint8(x & 0x1ff) }',
    'func f(x int) uint8 { return uint8(x & 0xff) }',
  ],
  [
    'bits of a parsed number',
    'func f(s string) int16 { n, _ := strconv.ParseInt(s, 10, 32); return int16(n) }',
    'func f(s string) int16 { n, _ := strconv.ParseInt(s, 10, 16); return int16(n) }',
  ],
  [
    'a length',
    'func f(b []byte) uint16 { return uint16(len(b)) }',
    'func f(b []byte) uint16 { if len(b) > math.MaxUint16 { panic("long") }; return uint16(len(b)) }',
  ],
  [
    'a check that what follows undoes',
    'func f(x int) uint8 { if x >= 0 && x < 256 { x += 200; return uint8(x) }; return 0 }',
    'func f(x int) uint8 { if x >= 0 && x < 50 { x += 200; return uint8(x) }; return 0 }',
  ],
  [
    'a field of a struct',
    'type T struct { N int }\nfunc f(t T) int32 { if t.N < 0 { return 0 }; return int32(t.N) }',
    'type T struct { N int }\nfunc f(t T) int32 { if t.N < 0 || t.N > 9 { return 0 }; return int32(t.N) }',
  ],
  [
    'a remainder',
    'func f(x int) uint8 { return uint8(x % 10) }',
    'func f(x uint) uint8 { return uint8(x % 10) }',
  ],
  [
    'limits by min and max',
    'func f(x int) uint8 { return uint8(min(x, 255)) }',
    'func f(x int) uint8 { return uint8(max(0, min(x, 255))) }',
  ],
  [
    'a closure that sets it',
    'func f(x int) uint8 { if x < 0 || x > 9 { return 0 }; func() { x = 1000 }(); return uint8(x) }',
    'func f(x int) uint8 { if x < 0 || x > 9 { return 0 }; func() { println(x) }(); return uint8(x) }',
  ],
  [
    'cases',
    'func f(x int) int8 { switch { case x > 5: return int8(x) }; return 0 }',
    'func f(x int) int8 { switch { case x > 5 && x < 9: return int8(x) }; return 0 }',
  ],
];

describe('a conversion to a narrower type is reported if the value may not fit', () => {
  test.each(narrowing)('%s', (_name, weak, safe) => {
    expect(kindsOf(weak)).toEqual(['integer_overflow']);
    expect(kindsOf(safe)).toEqual([]);
  });

  test('but not if a number is split into parts, nor between types of the same width', () => {
    expect(kindsOf('func f(b []byte, x uint32) { b[0] = byte(x >> 8); b[1] = byte(x) }')).toEqual([]);
    expect(kindsOf('func f(x int) uint { return uint(x) }')).toEqual([]);
  });
});

const indexes: [name: string, weak: string, safe: string][] = [
  [
    'a loop to its length',
    'func f(s []int) { for i := 0; i <= len(s); i++ { println(s[i]) } }',
    'func f(s []int) { for i := 0; i <= len(s); i++ { if i < len(s) { println(s[i]) } } }',
  ],
  [
    'the element after the last',
    'func f(s []int) { for i := range s { println(s[i+1]) } }',
    'func f(s []int) { for i := range s { if i+1 < len(s) { println(s[i+1]) } } }',
  ],
  [
    'an array',
    'func f() { var a [4]int; i := 4; println(a[i]) }',
    'func f() { var a [4]int; i := 3; println(a[i]) }',
  ],
  [
    'the end of a slice',
    'func f() { s := make([]byte, 2); println(s[:3]) }',
    'func f() { s := make([]byte, 2, 3); println(s[:3]) }',
  ],
  [
    'what was appended',
    'func f() { s := make([]int, 1); i := 1; println(s[i]) }',
    'func f() { s := make([]int, 1); s = append(s, 2); i := 1; println(s[i]) }',
  ],
];

test('a check whether a conversion keeps the number counts as such', () => {
  expect(kindsOf('func f(x int) uint8 { if int(uint8(x)) != x { return 0 }; return uint8(x) }')).toEqual([]);
  expect(kindsOf('func f(x int) uint8 { if uint(x) > 255 { return 0 }; return uint8(x) }')).toEqual([]);
  expect(
    kindsOf('func f(x int) uint8 { ok := x >= 0 && x < 256; if !ok { return 0 }; return uint8(x) }'),
  ).toEqual([]);
  expect(
    kindsOf(
      'func f(x int) int8 { switch { case x < -128: return 0; case x > 127: return 0; default: return int8(x) } }',
    ),
  ).toEqual([]);
});

describe('an index is reported if there can be no such element', () => {
  test.each(indexes)('%s', (_name, weak, safe) => {
    expect(kindsOf(weak)).toEqual(['index_out_of_range']);
    expect(kindsOf(safe)).toEqual([]);
  });
});

const cancels: [name: string, weak: string, safe: string][] = [
  [
    'thrown away',
    'func f(c context.Context) context.Context { d, _ := context.WithCancel(c); return d }',
    'func f(c context.Context) (context.Context, func()) { d, cancel := context.WithCancel(c); return d, cancel }',
  ],
  [
    'one way out',
    'func f(c context.Context, b bool) { _, cancel := context.WithCancel(c); if b { return }; cancel() }',
    'func f(c context.Context, b bool) { _, cancel := context.WithCancel(c); if b { cancel(); return }; cancel() }',
  ],
  [
    'one case',
    'func f(c context.Context, n int) { _, cancel := context.WithCancel(c); switch n { case 1: cancel() } }',
    'func f(c context.Context, n int) { _, cancel := context.WithCancel(c); switch n { case 1: cancel(); default: cancel() } }',
  ],
  [
    'kept by another',
    'func f(c context.Context) { _, cancel := context.WithCancel(c); _ = cancel }',
    'type S struct { stop func() }\nfunc (s *S) f(c context.Context) { _, cancel := context.WithCancel(c); s.stop = cancel }',
  ],
];

describe('a context is reported if it is not cancelled on some path', () => {
  test.each(cancels)('%s', (_name, weak, safe) => {
    expect(kindsOf(weak)).toEqual(['lost_cancel']);
    expect(kindsOf(safe)).toEqual([]);
  });
});

test('a loop without an exit is reported in a function with a context', () => {
  const work = 'func g()\n';
  expect(kindsOf(`${work}func f(c context.Context) { for { g() } }`)).toEqual(['endless_loop']);
  expect(kindsOf(`${work}func f(c context.Context) { for { if c.Err() != nil { return }; g() } }`)).toEqual(
    [],
  );
  expect(kindsOf(`${work}func f() { for { g() } }`)).toEqual([]);
});

test('a long or deeply nested function is analysed to the end', () => {
  const long = `func f(x int) uint8 { ${'if x > 1 { x++ }; '.repeat(5_000)} return uint8(x) }`;
  const deep = `func f(x int) uint8 { ${'if x > 1 { '.repeat(300)} x++ ${'}'.repeat(300)}; return uint8(x) }`;
  expect(kindsOf(long).length).toBeLessThanOrEqual(1);
  expect(kindsOf(deep)).toEqual(['integer_overflow']);
});

test('a function with very many contexts or conversions gives fifty findings, and the rest are not analysed', () => {
  const contexts = Array.from(
    { length: 400 },
    (_, i) => `ctx${i}, c${i} := context.WithCancel(nil); _ = ctx${i}; if ctx${i} != nil { c${i}() }`,
  );
  const conversions = Array.from({ length: 400 }, () => '_ = int8(x)');
  const kinds = kindsOf(`func f(x int64) {\n${[...contexts, ...conversions].join('\n')}\n}`);
  expect(new Set(kinds).size).toBeGreaterThan(1);
  for (const kind of new Set(kinds)) expect(kinds.filter((one) => one === kind)).toHaveLength(50);
});
