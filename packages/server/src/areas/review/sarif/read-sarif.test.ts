import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSarif } from './read-sarif.ts';

const folder = mkdtempSync(join(tmpdir(), 'sarif-'));
afterAll(() => rmSync(folder, { recursive: true }));

function readAll(run: object) {
  const path = join(folder, 'report.sarif');
  writeFileSync(path, JSON.stringify({ version: '2.1.0', runs: [run] }));
  return readSarif({ path });
}

async function read(run: object) {
  const { rows } = await readAll(run);
  return rows.map(({ json }) => JSON.parse(json));
}

const at = (uri: string) => [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } }];

test('rules of an extension set the severity of its results, and passed checks are not findings', async () => {
  const rules = [{ id: 'e/1', defaultConfiguration: { level: 'error' } }];
  const found = await read({
    tool: { driver: { name: 'T' }, extensions: [{ name: 'pack', rules }] },
    results: [
      { rule: { id: 'e/1', toolComponent: { index: 0 } }, message: { text: 'm' }, locations: at('src/a.py') },
      { ruleId: 'e/2', kind: 'pass', message: { text: 'fine' }, locations: at('src/a.py') },
    ],
  });
  expect(found).toMatchObject([{ rule_id: 'e/1', severity: 'high', file: 'src/a.py' }]);
});

test.each(['../../etc/passwd', 'a/%2e%2e/%2e%2e/b', '..\\x'])(
  '%s is not a place in the application',
  async (uri) => {
    const results = [{ ruleId: 'r', message: { text: 'm' }, locations: at(uri) }];
    expect(await read({ tool: { driver: { name: 'T' } }, results })).toMatchObject([{ file: '' }]);
  },
);

test('a rule may be referenced by index, or by a sub-id, and provide the texts of messages', async () => {
  const rules = [
    {
      id: 'R1',
      messageStrings: { default: { text: 'Do not call {0}.' } },
      properties: { 'security-severity': '9.1' },
    },
    { id: 'R2', relationships: [{ target: { id: '79', toolComponent: { name: 'CWE' } } }] },
  ];
  const found = await read({
    tool: { driver: { name: 'T', rules } },
    results: [
      { ruleIndex: 0, message: { id: 'default', arguments: ['eval'] }, locations: at('a.js') },
      { ruleId: 'R2/case', message: { text: 'm' }, locations: at('b.js') },
    ],
  });
  expect(found).toMatchObject([
    { rule_id: 'R1', severity: 'critical', description: 'Do not call eval.' },
    { rule_id: 'R2/case', severity: 'medium', cwe: ['CWE-79'] },
  ]);
});

test('results that the tool has suppressed, or that are only in its baseline, are counted but are not findings', async () => {
  const one = (ruleId: string, more: object) => ({
    ruleId,
    message: { text: 'm' },
    locations: at('a.js'),
    ...more,
  });
  const { rows, dropped } = await readAll({
    tool: { driver: { name: 'T' } },
    results: [
      one('accepted', { suppressions: [{ kind: 'inSource', justification: 'a test key' }] }),
      one('looked at', { suppressions: [{ kind: 'external', status: 'underReview' }] }),
      one('gone', { baselineState: 'absent' }),
    ],
  });
  expect(rows.map(({ json }) => JSON.parse(json).rule_id)).toEqual(['looked at']);
  expect(JSON.stringify(dropped)).toContain('suppressed: a test key');
  expect(dropped).toHaveLength(1);
});

test('the path of a code flow becomes the evidence', async () => {
  const step = (uri: string) => ({ location: at(uri)[0] });
  const codeFlows = [{ threadFlows: [{ locations: [step('in.js'), step('by.js'), step('out.js')] }] }];
  const results = [{ ruleId: 'r', message: { text: 'm' }, locations: at('out.js'), codeFlows }];
  const [found] = await read({ tool: { driver: { name: 'T' } }, results });
  expect(found.evidence.map(({ file, role }: { file: string; role: string }) => [file, role])).toEqual([
    ['in.js', 'source'],
    ['by.js', 'step'],
    ['out.js', 'sink'],
  ]);
});

test('missing texts and split characters are read', async () => {
  const odd = { toString: 1, valueOf: 1 };
  const [found] = await read({
    tool: {
      driver: { name: 'T', rules: [{ id: 'r', properties: { tags: [odd], 'security-severity': odd } }] },
    },
    results: [
      {
        ruleId: 'r',
        message: { text: `${'x'.repeat(299)}😀` },
        fingerprints: { a: odd },
        locations: at('a.js'),
      },
    ],
  });
  expect(found).toMatchObject({ severity: 'medium', title: 'x'.repeat(299) });
});

test('a message with many long placeholders is only expanded up to the stored length', async () => {
  const message = { text: `${'{0}'.repeat(300_000)}`, arguments: ['y'.repeat(100_000)] };
  const [found] = await read({
    tool: { driver: { name: 'T' } },
    results: [{ ruleId: 'r', message, locations: at('a.js') }],
  });
  expect(found.description).toBe('y'.repeat(4_000));
  const few = { text: 'a {0} {1} {2} {x} z', arguments: ['b', 'c'] };
  const [filled] = await read({
    tool: { driver: { name: 'T' } },
    results: [{ ruleId: 'r', message: few, locations: at('a.js') }],
  });
  expect(filled.description).toBe('a b c {2} {x} z');
});
