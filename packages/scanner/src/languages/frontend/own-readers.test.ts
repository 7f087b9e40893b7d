import { beforeAll, describe, expect, test } from 'vitest';
import { lowerFile, prepareLanguages } from './lower-file.ts';

/** Syntax that is easily mistaken for something else, with the functions in it. */
const codes: readonly (readonly [language: string, text: string, functions: string])[] = [
  ['Swift', 'let a: [String: [Int]] = [:]\nlet b = a["x", default: []].map { $0 + 1 }', '<closure>'],
  ['Swift', 'func f<T>(_ a: T, from b: Int...) async throws -> T where T: Equatable { a }', 'f'],
  ['Swift', 'if let a, let b = c(), case .some(let d) = e, a < b, d >> 2 > 1 { g { h in h } }', '<closure>'],
  [
    'Swift',
    'struct A { var b: Int { get { 1 } set { c = newValue } } ; init?(d: Int) {} }',
    'get_b set_b <init>',
  ],
  ['Swift', 'switch a { case .b(let c, _) where c > 1, .d: e() ; default: break }\nfunc f() {}', 'f'],
  ['Swift', 'let a = """\n  \\(b["c"]!) "d"\n  """\nlet e = #"\\(f)"#\nfunc g() {}', 'g'],
  ['Swift', '#if DEBUG\nfunc a() {}\n#else\nfunc b() {}\n#endif', 'a b'],
  ['Swift', 'func a() {}\nlet = = ) ]\nfunc b() {}', 'a b'],
  ['Dart', "final a = <String, int>{'b': 1, if (c) 'd': 2, for (final e in f) e: 3};\nvoid g() {}", 'g'],
  [
    'Dart',
    'class A extends B<C> { const A(this.d, {super.key}) : e = 1; final int d; int get e => d; }',
    '<init> get_e',
  ],
  ['Dart', 'enum A { b(1), c(2); const A(this.d); final int d; }\nvar f = a is int ? b : c;', '<init>'],
  [
    'Dart',
    "var a = switch (b) { [var c, ...] when c > 1 => 'd', Point(:var x) => '$x', _ => e() };\nf() {}",
    'f',
  ],
  ['Dart', 'void a() { final b = C()..d = 1..e(); f<G>(h); i < j; k(l: (m) async => n); }', 'a <closure>'],
  ['Dart', 'void a() {}\nfinal = = ) ];\nvoid b() {}', 'a b'],
  ['Scala', 'class A { def b = Action { implicit request: Request[C] => d } }', 'b <anonymous>'],
  ['Scala', 'object A:\n  def b(c: Int)(using d: E) =\n    for f <- g if h yield i(f)', 'b <anonymous>'],
];

describe("the results of our own parsers, and of Scala's grammar", () => {
  beforeAll(() => prepareLanguages(['Scala']));

  test.each(codes)('%s: %s', (language, text, functions) => {
    const file = lowerFile('a', language, text, 10_000);
    if (typeof file === 'string') throw new Error(file);
    expect(file.functions.map(({ name }) => name).sort()).toEqual(functions.split(' ').sort());
    expect(file.hasErrors).toBe(text.includes('= = )'));
  });
});
