import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scanIn, startScan } from '../fixtures/run-scan.ts';
import { shop, writeShop } from '../fixtures/shop.ts';

let folder: string;

/** The shop in a repository, with a branch that moves and renames files and adds one flaw. */
beforeAll(() => {
  folder = writeShop();
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('commit', '--quiet', '-m', 'The shop');
  git('switch', '--quiet', '--create', 'change');
  mkdirSync(join(folder, 'app'));
  renameSync(join(folder, 'src/server.js'), join(folder, 'app/web.js'));
  const moved = `// Moved.\n\n${shop['src/server.js']}`.replace(/^exports\.passwordHash.*\n/m, '');
  writeFileSync(join(folder, 'app/web.js'), moved);
  writeFileSync(
    join(folder, 'app/find.js'),
    "const db = require('pg');\nexports.find = (req, res) => db.query('select ' + req.query.id);\n",
  );
  git('add', '.');
  git('commit', '--quiet', '-m', 'A change');
});
afterAll(() => rmSync(dirname(folder), { recursive: true }));

function git(...args: string[]): string {
  const who = ['-c', 'user.name=Shop', '-c', 'user.email=shop@example.com', '-c', 'commit.gpgsign=false'];
  return execFileSync('git', ['-C', folder, ...who, ...args], { encoding: 'utf8' });
}

const scan = (...args: string[]) => scanIn(folder, ...args);

const security = ['--agents', 'security.injection,security.crypto-transport'];

describe('trivium-scan --base', () => {
  it('reports what a branch added: moved lines and a renamed file are recognized, and removed findings are fixed', () => {
    const before = git('status', '--porcelain');
    const { status, stdout, stderr } = startScan(
      folder,
      '.',
      '--base',
      'main',
      '--format',
      'json',
      ...security,
    );
    const { findings, base, gate } = JSON.parse(stdout);
    const tell = (found: { ruleId: string; file: string }[]) =>
      found.map(({ ruleId, file }) => `${ruleId} ${file}`);
    const withStatus = (wanted: string) =>
      tell(findings.filter((one: { status: string }) => one.status === wanted));
    expect(withStatus('new')).toEqual(['injection/sql app/find.js']);
    expect(withStatus('existing')).toContain('injection/command app/web.js');
    expect(new Set(base.fixed.map(({ file }: { file: string }) => file))).toEqual(new Set(['src/server.js']));
    expect(tell(base.fixed)).toContain('crypto/weak-hash src/server.js');
    expect(gate.passed).toBe(false);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'The gate is not passed. New findings that are high or graver: 1, at most 0 allowed.\n',
    });
    expect(git('status', '--porcelain')).toBe(before);
  });

  it('does not count later changes of the base branch', async () => {
    git('switch', '--quiet', 'main');
    rmSync(join(folder, 'src/server.js'));
    git('commit', '--quiet', '-am', 'Mended elsewhere');
    git('switch', '--quiet', 'change');
    const { stdout } = await scan('.', '--base', 'main', ...security);
    expect(stdout).toMatch(/^critical: app\/find\.js:2: /m);
    expect(stdout).not.toContain('app/web.js');
    expect(stdout).toMatch(/^1 new finding \(1 critical\) in /m);
    expect(stdout).toMatch(/^FAILED: New findings that are high or graver: 1/m);
  });

  it('passes a gate that allows it, and says in SARIF what is new and what the base has', async () => {
    const { status } = await scan(
      ...['.', '--base', 'main', '--gate', 'critical=1', '--format', 'sarif', '--output', 'change.sarif'],
      ...security,
    );
    const { results } = JSON.parse(readFileSync(join(folder, 'change.sarif'), 'utf8')).runs[0];
    rmSync(join(folder, 'change.sarif'));
    const states = results.map((one: { ruleId: string; baselineState: string }) => [
      one.ruleId,
      one.baselineState,
    ]);
    expect(states).toContainEqual(['injection/sql', 'new']);
    expect(states).toContainEqual(['injection/command', 'unchanged']);
    for (const { partialFingerprints } of results)
      expect(Object.values(partialFingerprints)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(status).toBe(0);
  });

  it('compares with a folder, and writes the report for merge requests of GitLab', async () => {
    const { status, stdout } = await scan('.', '--base', './app', '--format', 'gitlab', ...security);
    const issues = JSON.parse(stdout);
    expect(issues).toContainEqual(
      expect.objectContaining({
        check_name: 'injection/sql',
        severity: 'blocker',
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        location: { path: 'app/find.js', lines: { begin: 2, end: 2 } },
      }),
    );
    expect(new Set(issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(
      issues.length,
    );
    // Every file has another path in that base, and is recognized by its content.
    expect(status).toBe(0);
  });

  it.each([
    [['.', '--base', 'nowhere'], '--base: there is no commit, folder or archive nowhere.'],
    [['.', '--base', '--upload-pack=x'], '--base'],
    [['.', '--gate', 'grave=0'], '--gate takes <severity>=<most>'],
    [['.', '--gate', 'high=0', '--fail-on', 'low'], '--fail-on is part of --gate'],
  ])('exits with 2 for %j and says what to do', async (args, message) => {
    const { status, stdout, stderr } = await scan(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
