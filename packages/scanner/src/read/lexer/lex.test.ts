import { expect, it } from 'vitest';
import { lex } from './lex.ts';
import { lexerRules } from './lexer-rules.ts';

it.each([
  ['markup', '<p>\n<%# a note\n on two lines %>\n<%-- and\n another --%>\n<!-- third -->\n<%= x %>\n\n'],
  ['python', 'a = 1\n"""\nnote\n"""\n# more\n# again\nb = """\n"""\n\n'.replace('"""\n"""', '2')],
] as const)('lines of %s are code, comment or blank', (family, text) => {
  const { lines } = lex(text, lexerRules[family]);
  expect(lines).toEqual({ code: 2, comment: 5, blank: 1 });
});
