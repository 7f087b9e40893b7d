import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type RuleChoice, withChoice, withChoiceFor } from './rules-text.ts';

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
])('in %j the choice for %s, %j, changes nothing else', async (text, id, choice, changed) => {
  expect(await withChoice(text, id, choice)).toBe(changed);
});

test.each(['rules: [', '{ disabled: [a/b] }', '- a'])('%j must be corrected manually', async (text) => {
  await expect(withChoice(text, 'a/b', { isOff: true })).rejects.toThrow('manually');
});

const shop = `${rules}# Only there:
repositories:
  # Old code
  shop:
    disabled: [x/y] # for now
    severity:
      a/b: low
  # New code
  till:
    severity: { q/r: high }
# end
`;

test.each<[string, string, string, RuleChoice, unknown]>([
  ['', 'shop', 'a/b', { isOff: true }, { shop: { disabled: ['a/b'] } }],
  [rules, 'my shop: 2', 'a/b', { severity: 'low' }, { 'my shop: 2': { severity: { 'a/b': 'low' } } }],
  ['repositories:\n', 'shop', 'a/b', { isOff: true }, { shop: { disabled: ['a/b'] } }],
  ['repositories:\n  shop:\n', 'shop', 'a/b', { isOff: true }, { shop: { disabled: ['a/b'] } }],
  [
    shop,
    'shop',
    'c/d',
    { isOff: true },
    { shop: { disabled: ['x/y', 'c/d'], severity: { 'a/b': 'low' } }, till: { severity: { 'q/r': 'high' } } },
  ],
  [
    shop,
    'shop',
    'x/y',
    { isOff: false, severity: 'critical' },
    { shop: { severity: { 'a/b': 'low', 'x/y': 'critical' } }, till: { severity: { 'q/r': 'high' } } },
  ],
  [shop, 'till', 'q/r', { severity: null }, { shop: { disabled: ['x/y'], severity: { 'a/b': 'low' } } }],
  ['repositories:\n  shop: { disabled: [a/b] }\n', 'shop', 'a/b', { isOff: false }, undefined],
  [`${rules}disabled: [a/b]\n`, 'shop', 'a/b', { isOff: false, severity: null }, undefined],
])('in %j for %s the choice for %s, %j, changes nothing else', async (text, name, id, choice, said) => {
  const changed = await withChoiceFor(text, name, id, choice);
  const { repositories, ...rest } = parse(changed) ?? {};
  expect(repositories).toEqual(said);
  const { repositories: _, ...before } = parse(text) ?? {};
  expect(rest).toEqual(before);
  // What stands outside of the section is the same to the letter.
  expect(changed).toContain(text.split('repositories:')[0]);
  const end = text.split('\n').at(-2);
  if (end?.startsWith('#')) expect(changed).toContain(end);
});

test('comments in the section are kept, and taking a choice back restores the meaning of the text', async () => {
  const changed = await withChoiceFor(shop, 'shop', 'c/d', { isOff: true, severity: 'high' });
  for (const comment of ['# Only there:', '# Old code', '# for now', '# New code', '# end'])
    expect(changed.split(comment).length, comment).toBe(2);
  const back = await withChoiceFor(changed, 'shop', 'c/d', { isOff: false, severity: null });
  expect(parse(back)).toEqual(parse(shop));
});

test.each(['rules: [', '{ repositories: {} }', '- a'])('%j must be corrected manually', async (text) => {
  await expect(withChoiceFor(text, 'shop', 'a/b', { isOff: true })).rejects.toThrow('manually');
});
