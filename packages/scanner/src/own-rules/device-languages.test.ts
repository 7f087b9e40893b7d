import { describe, expect, test } from 'vitest';
import { linesOf, weakLines } from '../fixtures/rule-lines.ts';

interface Case {
  name: string;
  language: 'swift' | 'dart' | 'scala';
  rule: string;
  code: string;
}

const cases: Case[] = [
  {
    name: 'a call by the labels of its arguments, in any place of a chain',
    language: 'swift',
    rule: 'pattern: |\n  $X.set($VALUE, forKey: "...")',
    code: 'defaults.set(token, forKey: "a") // weak\nUserDefaults.standard.set(1, forKey: "b") // weak\ndefaults.set(token, for: "a")\ndefaults.set(token)\n',
  },
  {
    name: 'what is declared and what is assigned',
    language: 'swift',
    rule: 'pattern: |\n  $X = Data(contentsOf: $Y)',
    code: 'let a = try Data(contentsOf: b) // weak\nvar c: Data = Data(contentsOf: d) // weak\ne = Data(contentsOf: f) // weak\nlet g = Data(h)\n',
  },
  {
    name: 'a function with what stands in it',
    language: 'swift',
    rule: 'patterns:\n  - pattern: print($X)\n  - pattern-inside: |\n      func $F(...) {\n        ...\n      }',
    code: 'print(a)\nfunc f(_ b: String, c: Int = 1) throws -> Int {\n  print(b) // weak\n  return 1\n}\nclass D {\n  func g() {\n    if h { print(i) } // weak\n  }\n}\n',
  },
  {
    name: 'statements one after the other, in a closure too',
    language: 'swift',
    rule: 'pattern: |\n  let $X = Process()\n  ...\n  $X.launch()',
    code: 'func a() {\n  let b = Process() // weak\n  b.arguments = []\n  b.launch()\n  let c = Process()\n  d.launch()\n}\nlet e = {\n  let f = Process() // weak\n  f.launch()\n}\n',
  },
  {
    name: 'a class by what it inherits, among others',
    language: 'swift',
    rule: 'pattern: |\n  class $C: WKNavigationDelegate {\n    ...\n  }',
    code: 'final class A: NSObject, WKNavigationDelegate { // weak\n  var b = 1\n}\nclass C: NSObject {\n}\n',
  },
  {
    name: 'a text with a value in it',
    language: 'swift',
    rule: 'pattern: $DB.execute("...\\($X)...")',
    code: 'db.execute("DELETE FROM a WHERE b = \'\\(c)\'") // weak\ndb.execute("DELETE FROM a")\n',
  },
  {
    name: 'either of two, and not a third',
    language: 'dart',
    rule: 'patterns:\n  - pattern-either:\n      - pattern: $DB.rawQuery($SQL, ...)\n      - pattern: $DB.execute($SQL)\n  - pattern-not: $DB.$M("...", ...)',
    code: "void a(db, String b) {\n  db.rawQuery('SELECT $b'); // weak\n  db.rawQuery('SELECT ?', [b]);\n  db.execute(b); // weak\n  db.execute('VACUUM');\n}\n",
  },
  {
    name: 'named arguments in any order, and functions with arrows',
    language: 'dart',
    rule: 'pattern: "Cookie(..., secure: false, ...)"',
    code: "final a = Cookie('a', httpOnly: true, secure: false); // weak\nCookie b() => Cookie('b', secure: false); // weak\nfinal c = Cookie('c', secure: true);\n",
  },
  {
    name: 'a metavariable that stands for a name and its type',
    language: 'dart',
    rule: 'patterns:\n  - pattern: $CLIENT.badCertificateCallback = $F\n  - pattern-inside: |\n      $T $M($P $CLIENT) {\n        ...\n      }',
    code: 'void a(HttpClient client) {\n  client.badCertificateCallback = b; // weak\n  other.badCertificateCallback = b;\n}\n',
  },
  {
    name: 'names as they were imported',
    language: 'scala',
    rule: 'pattern: new java.util.Random(...)',
    code: 'import java.util.Random\nobject A {\n  val a = new Random() // weak\n  val b = new java.util.Random(1) // weak\n  val c = new SecureRandom()\n}\n',
  },
  {
    name: 'a text with a value in it, and infix signs',
    language: 'scala',
    rule: 'pattern-either:\n  - pattern: s"...$X..."\n  - pattern: $A + $B',
    code: 'object A {\n  val a = s"b $c d" // weak\n  val e = f + "g" // weak\n  val h = s"i"\n}\n',
  },
  {
    name: 'a definition with its parameters and body',
    language: 'scala',
    rule: 'patterns:\n  - pattern: $X.!!\n  - pattern-inside: |\n      def $F(..., $X: $T, ...) = {\n        ...\n      }',
    code: 'object A {\n  def a(b: Int, c: String) = {\n    c.!! // weak\n    d.!!\n  }\n}\n',
  },
];

describe('patterns over code of Swift, Dart and Scala', () => {
  test.each(cases)('$language: $name', async ({ language, rule, code }) => {
    expect(await linesOf(language, rule, `a.${language}`, code)).toEqual(weakLines(code));
  });
});

describe('data followed for a rule', () => {
  const taint = (source: string, sink: string, sanitizer: string) =>
    `mode: taint\npattern-sources:\n  - pattern: ${source}\npattern-sinks:\n  - pattern: ${sink}\npattern-sanitizers:\n  - pattern: ${sanitizer}`;

  test.each([
    [
      'swift',
      'ticket()',
      'show(...)',
      'escape(...)',
      'func a() {\n  let b = ticket()\n  show(escape(b))\n  let c = "<p>\\(b)</p>"\n  show(c) // weak\n}\n',
    ],
    [
      'dart',
      'ticket()',
      'show(...)',
      'escape(...)',
      "void a() {\n  final b = ticket();\n  show(escape(b));\n  final c = '<p>$b</p>';\n  show(c); // weak\n}\n",
    ],
    [
      'scala',
      'ticket()',
      'show(...)',
      'escape(...)',
      'object A {\n  def a() = {\n    val b = ticket()\n    show(escape(b))\n    val c = s"<p>$b</p>"\n    show(c) // weak\n  }\n}\n',
    ],
  ])(
    '%s: from a source to a sink, unless it is sanitized',
    async (language, source, sink, sanitizer, code) => {
      expect(await linesOf(language, taint(source, sink, sanitizer), `a.${language}`, code)).toEqual(
        weakLines(code),
      );
    },
  );
});
