import { expect, test } from 'vitest';
import { maskCode } from './mask-code.ts';

test('a Dart string in single quotes contains no comment, and the code after it is kept', () => {
  const text = `final a = 'http://a.io'; // b\nfinal c = '\${d['e']}//f'; run();\nfinal g = "it's"; run();`;
  const { withoutComments, code } = maskCode(text, 'Dart');
  expect(withoutComments).toBe(text.replace('// b', '    '));
  expect(code.split('\n').map((line) => line.replace(/ +/g, ' '))).toEqual([
    "final a = ' '; ",
    "final c = ' '; run();",
    'final g = " "; run();',
  ]);
});
