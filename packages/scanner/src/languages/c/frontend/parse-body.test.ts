import { expect, it } from 'vitest';
import type { CStatement } from './c-tree.ts';
import { parseBody } from './parse-body.ts';

const shapeOf = (text: string): string | null => {
  const body = parseBody(text, text.indexOf('{'), text.length, true);
  return body && shapes(body);
};

function shapes(list: readonly CStatement[]): string {
  return list.map(shape).join(' ');
}

/** The kinds of statements, with their nested statements. */
function shape(one: CStatement): string {
  switch (one.kind) {
    case 'declaration':
      return `declare(${one.declarators.map(({ name, type }) => `${'*'.repeat(type.pointers)}${name}`)})`;
    case 'expression':
      return one.expression.kind;
    case 'if':
      return `if(${one.test.kind}){${shapes(one.then)}}{${shapes(one.other)}}`;
    case 'loop':
      return `loop(${one.first?.kind};${one.test?.kind};${one.step?.kind};${one.over?.kind}){${shapes(one.body)}}`;
    case 'switch':
      return `switch{${one.cases.map(({ mark, body }) => `${mark?.kind}: ${shapes(body)}`).join(' ')}}`;
    case 'try':
      return `try{${shapes(one.body)}}{${one.catches.map(shapes).join('}{')}}`;
    case 'return':
    case 'throw':
      return `${one.kind}(${one.value?.kind})`;
    case 'opaque':
      return `opaque(${[...one.names].join()})`;
    default:
      return one.kind;
  }
}

it.each([
  ['{ int a, *b = f(a); a = b[2]; }', 'declare(a,*b) assign'],
  ['{ if (a) x(); else if (b < 2) { y(); } }', 'if(name){call}{if(binary){call}{}}'],
  ['{ if (T *t = f(); t != NULL) use(t); }', 'declare(*t) if(binary){call}{}'],
  ['{ for (int i = 0; i < 9; i++) { s += i; } }', 'loop(declaration;binary;step;undefined){assign}'],
  ['{ for (;;) if (done()) break; }', 'loop(undefined;undefined;undefined;undefined){if(call){leave}{}}'],
  ['{ for (auto &one : all) use(one); }', 'loop(declaration;unknown;undefined;name){call}'],
  [
    '{ do { n--; } while (n > 0); return n; }',
    'loop(undefined;binary;undefined;undefined){step} return(name)',
  ],
  [
    "{ switch (c) { case 'a': x(); break; case 2: default: y(); } }",
    'switch{number: call leave number:  undefined: call}',
  ],
  ['{ try { f(); } catch (const E &e) { g(); throw; } }', 'try{call}{call throw(undefined)}'],
  ['{ if (f() < 0) goto out; g();\nout:\n  free(p); }', 'if(binary){goto}{} call label call'],
  ['{ LIST_EACH(one, all) {\n use(one);\n }\n f(); }', 'opaque(LIST_EACH,one,all,use) call'],
  ['{ a();\n#if A\n  b(1);\n#elif B\n  if (c) {\n#else\n  {\n#endif\n  d = 1; }', 'call call assign'],
  ['{ typedef union { char c[9]; int n; } both; f(1); }', 'opaque(typedef,union,char,c,int,n,both) call'],
  ['{ a();\n#if 0\n  b(\n#else\n  c = 1;\n#endif\n }', 'call assign'],
  ['{ int a[] = { 1, 2 };\n#define TWO(x) \\\n  { x }\n f(a); }', 'declare(a) call'],
])('a body is parsed with its nesting: %j', (text, expected) => {
  expect(shapeOf(text)).toBe(expected);
});

it.each([
  '{ a();\n#else\n }',
  '{ f(; }',
  '{ if (a { b(); } }',
  '{ f();',
  `{ ${'{'.repeat(100)}${'}'.repeat(100)} }`,
])('a body with unmatched or too deeply nested brackets is not parsed: %#', (text) => {
  expect(shapeOf(text)).toBeNull();
});
