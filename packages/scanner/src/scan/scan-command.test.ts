import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanIn, startScan } from '../fixtures/run-scan.ts';
import { writeShop } from '../fixtures/shop.ts';

let folder: string;
beforeAll(() => {
  folder = writeShop();
});
afterAll(() => rmSync(dirname(folder), { recursive: true }));

const scan = (...args: string[]) => scanIn(folder, ...args);

describe('trivium-scan', () => {
  it('reports findings in a folder with place, fix and a summary, and fails for severe ones', async () => {
    const { status, stdout, stderr } = startScan(folder, '.');
    expect(await scan('.')).toEqual({ status, stdout, stderr });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^critical: src\/server\.js:7: .*injection\/command/m);
    expect(stdout).toMatch(/\d+ findings \(2 critical, .*\) in 3 files, \d+ lines of code\.\n$/);
    expect(status).toBe(1);
  });

  it('leaves out less severe findings, and fails only if asked to', async () => {
    const { status, stdout } = await scan('.', '--least', 'critical', '--fail-on', 'never');
    expect(stdout).toMatch(/^2 findings \(2 critical\) in 3 files/m);
    expect(status).toBe(0);
    expect((await scan('.', '--agents', 'documentation.project-docs')).status).toBe(0);
  });

  it('writes valid JSON and SARIF', async () => {
    const report = JSON.parse((await scan('.', '--format', 'json')).stdout);
    expect(report.findings[0]).toMatchObject({ ruleId: 'injection/command', file: 'src/server.js', line: 7 });
    expect(report).toMatchObject({ files: 3, unread: [] });
    expect((await scan('.', '--format', 'sarif', '--output', 'result.sarif')).stdout).toBe('');
    const { version, runs } = JSON.parse(readFileSync(join(folder, 'result.sarif'), 'utf8'));
    expect(version).toBe('2.1.0');
    expect(runs[0].results[0]).toMatchObject({ ruleId: 'injection/command', level: 'error' });
    const ruleIds = runs[0].tool.driver.rules.map(({ id }: { id: string }) => id);
    expect(new Set(runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId))).toEqual(
      new Set(ruleIds),
    );
    rmSync(join(folder, 'result.sarif'));
  });

  it('lists its rules with their usual names', async () => {
    const lines = (await scan('--rules')).stdout.trimEnd().split('\n');
    expect(lines).toContain('critical\tinjection/sql\tCWE-89\tSQL injection');
    expect(lines.length).toBeGreaterThan(400);
  });

  it('applies users’ rules, from a file and from the folder itself, and refuses invalid ones', async () => {
    const rule = (id: string) =>
      `rules:\n  - id: ${id}\n    languages: [js]\n    message: No servers.\n    severity: ERROR\n    pattern: $APP.listen(...)\n`;
    writeFileSync(join(folder, 'rules.yml'), rule('one'));
    mkdirSync(join(folder, '.trivium'));
    writeFileSync(join(folder, '.trivium/rules.yml'), rule('two'));
    const { stdout } = await scan('.', '--config', 'rules.yml');
    expect(stdout).toMatch(/^high: src\/server\.js:\d+: No servers \(config\/one\)/m);
    expect(stdout).toMatch(/^high: src\/server\.js:\d+: No servers \(repository\/two\)/m);
    writeFileSync(join(folder, 'rules.yml'), `${rule('one')}    pattern-where-python: x\n`);
    const { status, stderr } = await scan('.', '--config', 'rules.yml');
    expect(stderr).toBe('line 7, rules[0].pattern-where-python: `pattern-where-python` is not supported.\n');
    expect(status).toBe(2);
    rmSync(join(folder, 'rules.yml'));
    rmSync(join(folder, '.trivium'), { recursive: true });
  });

  it.each([
    [['nowhere'], 'There is no '],
    [[], 'Name one folder'],
    [['.', '--format', 'xml'], 'There is no format xml'],
    [['.', '--fail-on', 'grave'], '--fail-on takes critical'],
    [['.', '--deep'], '--deep'],
    [['package.json'], 'archive'],
    [['.', '--agents', 'security.nothing'], 'security.nothing'],
  ])('exits with 2 for %j and says what to do', async (args, message) => {
    const { status, stdout, stderr } = await scan(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('    at ');
  });

  it("reads code that is nested more deeply than a usual thread's stack allows", async () => {
    const deep = `exports.a = ${'['.repeat(900)}1${']'.repeat(900)};\nexports.b = ${'1 + '.repeat(20_000)}1;\n`;
    const other = writeShop();
    try {
      writeFileSync(join(other, 'deep.js'), deep);
      expect(startScan(folder, other).stdout).toContain('in 4 files');
    } finally {
      rmSync(dirname(other), { recursive: true });
    }
  });
});
