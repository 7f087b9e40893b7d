import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readSarif } from './read-sarif.ts';

const folder = mkdtempSync(join(tmpdir(), 'sarif-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(run: object) {
  const path = join(folder, 'report.sarif');
  writeFileSync(path, JSON.stringify({ version: '2.1.0', runs: [run] }));
  const { rows } = await readSarif({ path });
  return rows.map(({ json }) => JSON.parse(json));
}

const at = (uri: string) => [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } } }];

test('rules of an extension rate its results, and what passed is no finding', async () => {
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
  '%s is no place of the application',
  async (uri) => {
    const results = [{ ruleId: 'r', message: { text: 'm' }, locations: at(uri) }];
    expect(await read({ tool: { driver: { name: 'T' } }, results })).toMatchObject([{ file: '' }]);
  },
);
