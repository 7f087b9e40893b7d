import { describe, expect, test } from 'vitest';
import { entriesOf } from '../fixtures/review-input.ts';
import { analyze } from '../index.ts';
import { type Comparable, compareWithBase, unmatchedFiles } from './compare-with-base.ts';
import { findRenames } from './find-renames.ts';

const finding = (given: Partial<Comparable>): Comparable => ({
  fingerprint: 'one',
  ruleId: 'injection/sql',
  title: 'SQL injection',
  severity: 'high',
  file: 'a.js',
  line: 1,
  snippet: 'db.query(sql)',
  package: null,
  ...given,
});
const lodash = { ecosystem: 'npm', name: 'lodash', version: '4.17.4' } as NonNullable<Comparable['package']>;

describe('the findings that a change adds', () => {
  test.each([
    ['a line that moved is known', {}, { line: 90 }, 'existing'],
    ['the same text in another function is known', {}, { fingerprint: 'two', line: 9 }, 'existing'],
    ['another text is new', {}, { fingerprint: 'two', snippet: 'db.query(other)' }, 'new'],
    ['another rule is new', {}, { fingerprint: 'two', ruleId: 'injection/command' }, 'new'],
    ['the same text in another file is new', {}, { fingerprint: 'two', file: 'b.js' }, 'new'],
    ['what became graver is new', {}, { severity: 'critical' }, 'new'],
    ['what became less grave is known', {}, { severity: 'low' }, 'existing'],
    [
      'another package in the same line is new',
      { package: lodash },
      { fingerprint: 'two', package: { ...lodash, name: 'minimist' } },
      'new',
    ],
  ] as const)('%s', (_, before, now, status) => {
    const compared = compareWithBase([finding(now)], [finding(before)]);
    expect(compared[status]).toHaveLength(1);
    expect(compared[status === 'new' ? 'existing' : 'new']).toEqual([]);
  });

  test('each finding of the base is matched once: a copy is new, and a missing one is fixed', () => {
    const base = [finding({}), finding({ fingerprint: 'gone', snippet: 'eval(text)' })];
    const copy = finding({ fingerprint: 'two', line: 2 });
    const compared = compareWithBase([finding({}), copy], base);
    expect(compared).toEqual({ new: [copy], existing: [finding({})], fixed: [base[1]] });
  });

  test('a finding is recognized in a file that was renamed and changed, and new in a rewritten one', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at} of what it does;`);
    const files = entriesOf({
      'kept.js': 'kept',
      'lib/new-name.js': [...lines.slice(0, 15), 'another line'].join('\n'),
      'moved/same.js': 'the very same',
      'anew.js': 'nothing of it was there before',
    });
    const before = entriesOf({
      'kept.js': 'kept',
      'old-name.js': lines.join('\n'),
      'same.js': 'the very same',
      'other.js': 'unlike all of them, wholly',
    });
    const findings = ['lib/new-name.js', 'moved/same.js', 'anew.js'].map((file) =>
      finding({ file, fingerprint: file }),
    );
    const base = ['old-name.js', 'same.js', 'other.js'].map((file) => finding({ file, fingerprint: file }));
    const renamed = findRenames(files, before, unmatchedFiles(findings, base));
    expect(Object.fromEntries(renamed)).toEqual({
      'lib/new-name.js': 'old-name.js',
      'moved/same.js': 'same.js',
    });
    const compared = compareWithBase(findings, base, renamed);
    expect(compared.new.map(({ file }) => file)).toEqual(['anew.js']);
    expect(compared.fixed.map(({ file }) => file)).toEqual(['other.js']);
  });

  test('a finding about the whole application is recognized wherever it points now', async () => {
    const branches = (count: number) =>
      `exports.f = (a) => {\n${'  if (a) a++;\n'.repeat(count)}  return process.env.ONE;\n};\n`;
    const options = { agents: ['testing.coverage-gaps', 'documentation.project-docs'] };
    const before = await analyze({ files: entriesOf({ 'b.js': branches(40) }) }, options);
    const now = await analyze({ files: entriesOf({ 'b.js': branches(40), 'a.js': branches(50) }) }, options);
    const places = ({ findings }: typeof now) => findings.map(({ ruleId, file }) => `${ruleId} ${file}`);
    expect(places(now)).toContain('coverage-gaps/no-tests a.js');
    expect(places(before)).toContain('coverage-gaps/no-tests b.js');
    const compared = compareWithBase(now.findings, before.findings);
    expect({ new: compared.new, fixed: compared.fixed }).toEqual({ new: [], fixed: [] });
  });
});
