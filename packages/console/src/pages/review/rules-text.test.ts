import { expect, test } from 'vitest';
import { type RuleChoice, withChoice } from './rules-text.ts';

const rules = `rules:
  - id: own   # keep
    languages: [js, ts]
    pattern: "x(...)"
# Off here:
`;
const list = 'disabled:\n  - a/b # why\n  - c/d\nrepositories:\n  shop: { disabled: [x/y] }\n';

test.each<[string, string, RuleChoice, string]>([
  ['', 'a/b', { isOff: true }, 'disabled: [a/b]\n'],
  [rules, 'a/b', { isOff: true }, `${rules}disabled: [a/b]\n`],
  ['rules: []', 'a/b', { isOff: true }, 'rules: []\ndisabled: [a/b]\n'],
  ['disabled: [a/b] # why\n', 'c/d', { isOff: true }, 'disabled: [a/b, c/d] # why\n'],
  ['disabled:\n', 'a/b', { isOff: true }, 'disabled: [a/b]\n'],
  [list, 'q/r', { isOff: true }, list.replace('  - c/d\n', '  - c/d\n  - q/r\n')],
  [list, 'a/b', { isOff: false }, list.replace('  - a/b # why\n', '')],
  [list, 'a/b', { isOff: true }, list],
  [`${rules}disabled: [a/b]\nseverity: {}\n`, 'a/b', { isOff: false }, `${rules}severity: {}\n`],
  [rules, 'a/b', { severity: 'low' }, `${rules}severity:\n  a/b: low\n`],
  [
    'severity:\n  a/b: low\n# end\n',
    'c/d',
    { severity: 'high' },
    'severity:\n  a/b: low\n  c/d: high\n# end\n',
  ],
  ['severity:\n  a/b: low # so\n', 'a/b', { severity: 'high' }, 'severity:\n  a/b: high # so\n'],
  ['severity: { a/b: low }\n', 'c/d', { severity: 'high' }, 'severity: { a/b: low, c/d: high }\n'],
  ['severity:\n  a/b: low\n  c/d: high\n', 'a/b', { severity: null }, 'severity:\n  c/d: high\n'],
  [`severity:\n  a/b: low\n${rules}`, 'a/b', { severity: null }, rules],
  [rules, 'a/b', { severity: null }, rules],
])('of %j the choice for %s, %j, changes that alone', async (text, id, choice, changed) => {
  expect(await withChoice(text, id, choice)).toBe(changed);
});

test.each(['rules: [', '{ disabled: [a/b] }', '- a'])('%j is left to be mended by hand', async (text) => {
  await expect(withChoice(text, 'a/b', { isOff: true })).rejects.toThrow('by hand');
});
