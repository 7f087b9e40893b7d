import { expect, test } from 'vitest';
import { type Compared, differenceOf } from './difference.ts';

const finding = (given: Partial<Compared>): Compared => ({
  fingerprint: 'one',
  rule_id: 'injection/sql',
  severity: 'high',
  status: 'new' as const,
  file: 'a.js',
  line: 1,
  snippet: 'db.query(sql)',
  ...given,
});

const before = finding({});

test.each([
  ['the same place is unchanged', {}, 'unchanged', false],
  ['a line that moved is unchanged, and is told', { line: 90 }, 'unchanged', true],
  ['the same code in another function is unchanged', { fingerprint: 'two', line: 9 }, 'unchanged', true],
  [
    'in another file it is unchanged where the service knows it',
    { fingerprint: 'two', file: 'b.js', status: 'existing' },
    'unchanged',
    true,
  ],
  ['in another file it is new where it does not', { fingerprint: 'two', file: 'b.js' }, 'new', false],
  ['other code is new', { fingerprint: 'two', snippet: 'eval(text)' }, 'new', false],
  ['what became graver is new', { severity: 'critical' }, 'new', false],
  ['what became less grave is unchanged', { severity: 'low' }, 'unchanged', false],
] as const)('%s', (_, given, group, hasMoved) => {
  const now = finding(given);
  const found = differenceOf([now], [before]);
  expect({ [group]: found[group], stood: found.stood.get(now) }).toEqual({
    [group]: [now],
    stood: hasMoved ? before : undefined,
  });
  expect(found.fixed).toEqual(group === 'new' ? [before] : []);
});

test('a copy of a finding counts as new, because each earlier finding is matched only once', () => {
  const [same, copy] = [finding({}), finding({ fingerprint: 'two', line: 2 })];
  expect(differenceOf([copy, same], [before])).toMatchObject({ new: [copy], fixed: [], unchanged: [same] });
});
