import { describe, expect, test } from 'vitest';
import { linesOf, weakLines } from '../fixtures/rule-lines.ts';

interface Case {
  name: string;
  language: string;
  path: string;
  rule: string;
  code: string;
}

const cases: Case[] = [
  {
    name: 'a call with any arguments',
    language: 'js',
    path: 'a.js',
    rule: 'pattern: eval(...)',
    code: 'eval(a); // weak\neval(); // weak\nx.eval(a);\nevaluate(a);\n',
  },
  {
    name: 'a metavariable that stands twice',
    language: 'ts',
    path: 'a.ts',
    rule: 'pattern: $X === $X',
    code: 'const a: boolean = b === b; // weak\nconst c = d === e;\n',
  },
  {
    name: 'exactly one argument, and a string of any content',
    language: 'python',
    path: 'a.py',
    rule: 'pattern: open("...", $X)',
    code: 'open("a", m)  # weak\nopen(name, m)\nopen("a")\nopen("a", m, 1)\n',
  },
  {
    name: 'arguments by name in any order',
    language: 'python',
    path: 'a.py',
    rule: 'pattern: run(..., shell=True, ...)',
    code: 'run(a, shell=True)  # weak\nrun(a, check=True, shell=True, cwd=b)  # weak\nrun(a, shell=False)\nrun(a)\n',
  },
  {
    name: 'names as they were imported',
    language: 'python',
    path: 'a.py',
    rule: 'pattern: subprocess.call(...)',
    code: 'from subprocess import call as c\nimport subprocess as sp\nc(a)  # weak\nsp.call(a)  # weak\nother.call(a)\n',
  },
  {
    name: 'statements behind one another',
    language: 'java',
    path: 'A.java',
    rule: 'pattern: |\n  $X = new Cipher(...);\n  ...\n  $X.init($M);',
    code: 'class A { void f() {\n  Cipher a = new Cipher("DES"); // weak\n  log();\n  a.init(1);\n  Cipher b = new Cipher("DES");\n  c.init(2);\n} }\n',
  },
  {
    name: 'patterns together, inside and not',
    language: 'js',
    path: 'a.js',
    rule: `patterns:
  - pattern: $RES.send($X)
  - pattern-inside: |
      function $F(..., $RES, ...) { ... }
  - pattern-not: $RES.send("...")
  - pattern-not-inside: |
      if (isSafe($X)) { ... }`,
    code: 'function a(req, res) {\n  res.send(req.q); // weak\n  res.send("ok");\n  if (isSafe(req.b)) { res.send(req.b); }\n  other.send(1);\n}\nres.send(x);\n',
  },
  {
    name: 'one of several',
    language: 'go',
    path: 'a.go',
    rule: 'pattern-either:\n  - pattern: md5.New()\n  - pattern: sha1.Sum($X)',
    code: 'package a\n\nfunc f() {\n\tmd5.New() // weak\n\tsha1.Sum(b) // weak\n\tsha256.Sum256(b)\n}\n',
  },
  {
    name: 'an expression over the text',
    language: 'go',
    path: 'a.go',
    rule: 'pattern-regex: AKIA[0-9A-Z]{16}',
    code: 'package a\n\nvar a = "AKIAIOSFODNN7EXAMPLE" // weak\nvar b = "AKIAshort"\n',
  },
  {
    name: 'an expression over what a metavariable holds',
    language: 'java',
    path: 'A.java',
    rule: 'patterns:\n  - pattern: MessageDigest.getInstance("$A")\n  - metavariable-regex:\n      metavariable: $A\n      regex: (?i)md5$',
    code: 'class A { void f() {\n  MessageDigest.getInstance("MD5"); // weak\n  MessageDigest.getInstance("SHA-256");\n} }\n',
  },
  {
    name: 'patterns over what a metavariable holds',
    language: 'js',
    path: 'a.js',
    rule: 'patterns:\n  - pattern: query($X)\n  - metavariable-pattern:\n      metavariable: $X\n      patterns:\n        - pattern: $A + $B\n        - pattern-not: \'"..." + "..."\'',
    code: 'query("a" + b); // weak\nquery("a" + "b");\nquery(c);\n',
  },
  {
    name: 'a number compared',
    language: 'java',
    path: 'A.java',
    rule: 'patterns:\n  - pattern: $G.initialize($N)\n  - metavariable-comparison:\n      metavariable: $N\n      comparison: $N < 2048',
    code: 'class A { void f() {\n  g.initialize(1024); // weak\n  g.initialize(4096);\n  g.initialize(n);\n} }\n',
  },
  {
    name: 'the place of one metavariable',
    language: 'python',
    path: 'a.py',
    rule: 'patterns:\n  - pattern: |\n      def $F(..., $A=[], ...):\n        ...\n  - focus-metavariable: $A',
    code: 'def a(x,\n      y=[]):  # weak\n    pass\n\ndef b(x=None):\n    pass\n',
  },
  {
    name: 'deep in an expression',
    language: 'js',
    path: 'a.js',
    rule: 'pattern: if (<... isAdmin() ...>) { ... }',
    code: 'if (a && !isAdmin()) { b(); } // weak\nif (c) { isAdmin(); }\n',
  },
  {
    name: 'the type of a metavariable',
    language: 'java',
    path: 'A.java',
    rule: 'pattern: (Runtime $R).exec($X)',
    code: 'class A { void f(Runtime r, Shell s) {\n  r.exec(c); // weak\n  s.exec(c);\n} }\n',
  },
  {
    name: 'members of a class and keys of an object in any order',
    language: 'js',
    path: 'a.js',
    rule: 'pattern: "connect({..., ssl: false, ...})"',
    code: 'connect({ ssl: false, host: h }); // weak\nconnect({ host: h, ssl: false }); // weak\nconnect({ ssl: true });\n',
  },
  {
    name: 'several arguments by one name',
    language: 'js',
    path: 'a.js',
    rule: 'pattern: log($...ARGS, secret)',
    code: 'log(secret); // weak\nlog(a, b, secret); // weak\nlog(secret, a);\n',
  },
  {
    name: 'C#',
    language: 'csharp',
    path: 'A.cs',
    rule: 'pattern: new Random(...)',
    code: 'class A { void F() {\n  var r = new Random(); // weak\n  var s = new Rng();\n} }\n',
  },
  {
    name: 'PHP',
    language: 'php',
    path: 'a.php',
    rule: 'pattern: mysql_query($Q, ...)',
    code: '<?php\nmysql_query($sql); // weak\nmysqli_query($c, $sql);\n',
  },
  {
    name: 'Ruby',
    language: 'ruby',
    path: 'a.rb',
    rule: 'pattern: Digest::MD5.hexdigest($X)',
    code: 'Digest::MD5.hexdigest(a) # weak\nDigest::SHA256.hexdigest(a)\n',
  },
  {
    name: 'C',
    language: 'c',
    path: 'a.c',
    rule: 'pattern: strcpy($D, $S)',
    code: 'int f(char *a, char *b) {\n  strcpy(a, b); // weak\n  strncpy(a, b, 4);\n  return 0;\n}\n',
  },
];

describe('an operator finds weak code and leaves safe code alone', () => {
  test.each(cases)('$name', async ({ language, path, rule, code }) => {
    expect(await linesOf(language, rule, path, code)).toEqual(weakLines(code));
  });
});

const taintCases: Case[] = [
  {
    name: 'through variables and functions, and not behind a sanitizer',
    language: 'js',
    path: 'a.js',
    rule: `mode: taint
pattern-sources:
  - pattern: readInput(...)
pattern-sinks:
  - pattern: store(...)
pattern-sanitizers:
  - pattern: clean(...)`,
    code: 'function pass(v) { return v.trim(); }\nfunction f() {\n  const a = readInput(1);\n  const b = pass(a);\n  store("x" + b); // weak\n  store(clean(a));\n  store("x");\n}\n',
  },
  {
    name: 'from a parameter',
    language: 'python',
    path: 'a.py',
    rule: `mode: taint
pattern-sources:
  - patterns:
      - pattern: |
          def handler($EVENT, ...):
            ...
      - focus-metavariable: $EVENT
pattern-sinks:
  - patterns:
      - pattern: db.run($Q)
      - focus-metavariable: $Q`,
    code: 'def handler(event, context):\n    q = "select " + event["id"]\n    db.run(q)  # weak\n    db.run("select 1")\n\ndef other(event):\n    db.run(event)\n',
  },
  {
    name: 'in Java',
    language: 'java',
    path: 'A.java',
    rule: `mode: taint
pattern-sources:
  - pattern: Source.read()
pattern-sinks:
  - pattern: Sink.write(...)`,
    code: 'class A { void f() {\n  String a = Source.read();\n  String b = "x" + a;\n  Sink.write(b); // weak\n  Sink.write("y");\n} }\n',
  },
  {
    name: 'in Go',
    language: 'go',
    path: 'a.go',
    rule: `mode: taint
pattern-sources:
  - pattern: input.Read(...)
pattern-sinks:
  - pattern: sink.Write($X)`,
    code: 'package a\n\nfunc f() {\n\tv := input.Read()\n\tsink.Write(v) // weak\n\tsink.Write("v")\n}\n',
  },
];

describe('mode taint follows data', () => {
  test.each(taintCases)('$name', async ({ language, path, rule, code }) => {
    expect(await linesOf(language, rule, path, code)).toEqual(weakLines(code));
  });
});
