import { expect, it } from 'vitest';
import type { LexerFamily } from '../language-table.ts';
import { lex } from '../lexer/lex.ts';
import { lexerRules } from '../lexer/lexer-rules.ts';
import { findFunctions } from './find-functions.ts';

/** `name from-to cyclomatic` of each function. */
function read(family: LexerFamily, text: string): string[] {
  const { functions } = findFunctions(lex(text, lexerRules[family]), family);
  return functions.map((one) => `${one.name} ${one.line}-${one.endLine} ${one.cyclomatic}`);
}

const cases: [what: string, family: LexerFamily, text: string, expected: string[]][] = [
  [
    'Python: a header over many lines is not the end of its function, and names are no keywords',
    'python',
    'def one(\n    a: int,\n    b: int,\n) -> int:\n    match = find(a)\n    if match and b:\n        return 1\n    return 2\n\ndef two(a):\n    match a:\n        case 1:\n            return 1\n        case _:\n            return 2\n',
    ['one 1-8 3', 'two 10-15 2'],
  ],
  [
    'Ruby: what stands in patterns, words and after a rescue neither ends nor hides a function',
    'ruby',
    'class A\n  def one(s)\n    s.split(/["\'(]/).grep %r{^[(]}\n    w = %w[don\'t (]\n    "a #{w["x"]} b" if s && w\n  end\n\n  def two\n    run\n  rescue Gone\n    before = $\'\n    before ? 1 : 2\n  end\nend\n',
    ['A.one 2-6 3', 'A.two 8-13 3'],
  ],
  [
    'Rust: arms count, closures and texts with quotes do not',
    'rust',
    'fn one(a: A) -> u8 {\n    let f = || 5;\n    let t = r#"\nif "x" {{\n"#;\n    match *a.kind() {\n        A::B => { f() }\n        A::C | A::D => 2,\n        _ => 3,\n    }\n}\n\nfn two() -> u8 {\n    1\n}\n',
    ['one 1-11 3', 'two 13-15 1'],
  ],
  [
    'Kotlin: arms are no functions, and an expression as a body counts',
    'kotlin',
    `fun one(a: Int): Int {\n  when (a) {\n    1 -> {\n      return 2\n    }\n    2, 3 -> return 4\n    else -> return 5\n  }\n}\n\nfun two(a: Int?) =\n  if (a != null && a > 1) "\${map["{"]}" else "x"\n`,
    ['one 1-9 3', 'two 11-12 3'],
  ],
  [
    'JavaScript: parameters may have the names of keywords elsewhere, and a named arrow counts its expression',
    'javascript',
    'app.use = function use(fn) {\n  const match = fn(1)\n  for (const record of match) { when(record, { if: 1 }) }\n}\nconst pick = (a) => a\n  ? 1\n  : a ?? 2\nconst other = 3\n',
    ['use 1-4 2', 'pick 5-7 3'],
  ],
  [
    'C: the preprocessor adds no path, and `loop` is a name',
    'c',
    'int one(int a) {\n#if defined(X) && !defined(Y)\n  loop(a->loop);\n#elif defined(Z) || \\\n  W\n#endif\n  return a ? 1 : 2;\n}\n',
    ['one 1-8 2'],
  ],
  [
    'C++: a raw text holds what it likes',
    'c',
    'int one() {\n  auto t = R"x(\n" { if\n)x";\n  return 1;\n}\nint two() { return 2; }\n',
    ['one 1-6 1', 'two 7-7 1'],
  ],
  [
    'C#: nullable types are no choice, arms of a switch expression are',
    'csharp',
    'class A {\n  int One(string? a, int n) {\n    Item? item = Find(a?.Name);\n    return n switch { 1 => 5, 2 => 6, _ => item == null ? 7 : 8 };\n  }\n}\n',
    ['A.One 2-5 4'],
  ],
  [
    'PHP: optional types are no choice, arms of a match are',
    'php',
    '<?php\nfunction one(?int $a, ?Foo $b): ?string {\n  return match (true) {\n    $a > 1 => "x",\n    default => $b ? "y" : "z",\n  };\n}\n',
    ['one 2-7 3'],
  ],
  [
    'Java: an arrow behind a case begins no function',
    'java',
    'class A {\n  int one(int a) {\n    switch (a) {\n      case 1 -> { return 1; }\n      case 2 -> { return 2; }\n      default -> { return 3; }\n    }\n  }\n}\n',
    ['A.one 2-8 3'],
  ],
];

it.each(cases)('%s', (_, family, text, expected) => {
  expect(read(family, text)).toEqual(expected);
});
