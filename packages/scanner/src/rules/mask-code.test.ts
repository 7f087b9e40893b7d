import { expect, test } from 'vitest';
import { maskCode } from './mask-code.ts';

test('a text of Dart between single quotes holds no comment, and code behind it is seen', () => {
  const text = `final a = 'http://a.io'; // b\nfinal c = '\${d['e']}//f'; run();\nfinal g = "it's"; run();`;
  const { withoutComments, code } = maskCode(text, 'Dart');
  expect(withoutComments).toBe(text.replace('// b', '    '));
  expect(code.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    "final a = ' '; ",
    "final c = ' '; run();",
    'final g = " "; run();',
  ]);
});
