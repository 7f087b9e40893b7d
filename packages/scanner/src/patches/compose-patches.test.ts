import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runAgent } from '../agents/run-agent.ts';
import { reviewInput } from '../fixtures/review-input.ts';
import { createFileLookup } from '../read/files/file-lookup.ts';
import { composePatches } from './compose-patches.ts';
import { type Proposal, proposeChange } from './make-patch.ts';
import { applyLikeGit, unifiedDiff } from './unified-diff.ts';

const folder = mkdtempSync(join(tmpdir(), 'compose-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Files = Readonly<Record<string, string>>;

function checkout(files: Files): string {
  const place = mkdtempSync(join(folder, 'c-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  }
  execFileSync('git', ['init', '-q'], { cwd: place });
  return place;
}

const applies = (place: string, patch: string, ...options: string[]) =>
  spawnSync('git', ['-c', 'core.autocrlf=false', 'apply', ...options, '-'], { cwd: place, input: patch })
    .status === 0;

/** The patches of a review of these files, for the findings of one agent. */
async function patchesOf(files: Files, agent: string, rule: RegExp): Promise<string[]> {
  const { index, entries } = await reviewInput(files);
  const { findings } = await runAgent(agent, index, entries);
  const proposals: Proposal[] = [];
  for (const finding of findings.filter(({ ruleId }) => rule.test(ruleId))) {
    const { proposal } = await proposeChange(finding, index, entries);
    if (proposal) proposals.push(proposal);
  }
  const patches = composePatches(proposals, createFileLookup(entries));
  return proposals.flatMap((one) => patches.get(one) ?? []);
}

const keys = (first: string, second: string) => ({
  'package.json': '{"name":"shop"}\n',
  'src/db.js': `exports.dbPassword = '${first}';\n`,
  'src/mail.js': `exports.mailPassword = '${second}';\n`,
});

describe('patches of one review', () => {
  it('that need settings are separate and apply in order; the first lists the settings of all', async () => {
    const files = keys('Xk29fkaPz!21', 'Pq83mzzLw?77');
    const patches = await patchesOf(files, 'security.secrets', /password/);
    expect(patches).toHaveLength(2);
    for (const patch of patches) expect(applies(checkout(files), patch, '--check')).toBe(true);
    const place = checkout(files);
    for (const patch of patches) expect(applies(place, patch)).toBe(true);
    expect(readFileSync(join(place, '.env.example'), 'utf8')).toBe('DB_PASSWORD=\nMAIL_PASSWORD=\n');
    expect(readFileSync(join(place, 'src/mail.js'), 'utf8')).toContain('process.env.MAIL_PASSWORD');
  });

  it('extend an existing list of settings whose last line has no line end', async () => {
    const files = { ...keys('Xk29fkaPz!21', 'Pq83mzzLw?77'), '.env.example': 'PORT=1' };
    const place = checkout(files);
    for (const patch of await patchesOf(files, 'security.secrets', /password/))
      expect(applies(place, patch)).toBe(true);
    expect(readFileSync(join(place, '.env.example'), 'utf8')).toBe('PORT=1\nDB_PASSWORD=\nMAIL_PASSWORD=\n');
  });

  it('give two secrets of the same name separate settings, and equal ones the same', async () => {
    const file = (key: string) => `exports.apiPassword = '${key}';\n`;
    const files = {
      'a.js': file('Xk29fkaPz!21'),
      'b.js': file('Pq83mzzLw?77'),
      'c.js': file('Xk29fkaPz!21'),
    };
    const place = checkout(files);
    for (const patch of await patchesOf(files, 'security.secrets', /password/))
      expect(applies(place, patch)).toBe(true);
    const read = Object.keys(files).map((path) => readFileSync(join(place, path), 'utf8').slice(22, -2));
    expect(read[0]).toBe('process.env.API_PASSWORD');
    expect(read[1]).toBe('process.env.API_PASSWORD_2');
    expect(read[2]).toBe(read[0]);
  });

  it('of adjacent lines are one, which each of their findings gets', async () => {
    const lines = ['first', 'second', 'third'].map((name) => `  const ${name} = eval(req.body.${name});`);
    const files = {
      'a.js': `const app = require('express')();\napp.post('/a', (req, res) => {\n${lines.join('\n')}\n  res.json([first, second, third]);\n});\n`,
    };
    const patches = await patchesOf(files, 'security.injection', /injection\/code/);
    expect(patches).toHaveLength(3);
    const place = checkout(files);
    for (const patch of new Set(patches)) expect(applies(place, patch)).toBe(true);
    expect(readFileSync(join(place, 'a.js'), 'utf8').match(/JSON\.parse/g)).toHaveLength(3);
  });

  it('that import the same module into one file apply in order, and so do those two lines apart', async () => {
    const files = {
      'shop/keys.py': [
        'import json',
        'import re',
        'import sys',
        '',
        "DB_PASSWORD = 'Xk29fkaPz!21'",
        'PORT = 1',
        "MAIL_PASSWORD = 'Pq83mzzLw?77'",
        '',
      ].join('\n'),
    };
    const patches = await patchesOf(files, 'security.secrets', /password/);
    expect(patches).toHaveLength(2);
    const place = checkout(files);
    for (const patch of patches) expect(applies(place, patch)).toBe(true);
    const text = readFileSync(join(place, 'shop/keys.py'), 'utf8');
    expect(text).toContain('DB_PASSWORD = os.environ["DB_PASSWORD"]\nPORT = 1\nMAIL_PASSWORD = os.environ');
    expect(existsSync(join(place, 'shop/.env.example')) || existsSync(join(place, '.env.example'))).toBe(
      true,
    );
  });

  it.each([
    ['* text=auto eol=lf\n', '\n'],
    ['*.js eol=lf\n', '\n'],
    ['/src/** text\n', '\n'],
    ['* text=auto\n*.js -text\n', '\r\n'],
    ['*.py eol=lf\n', '\r\n'],
  ])('apply to files with CRLF line ends, beside %j and after a checkout', async (attributes, lineEnd) => {
    const files = {
      '.gitattributes': attributes,
      'src/hash.js':
        "const { createHash } = require('crypto');\r\n\r\nexports.id = (x) => createHash('md5').update(x).digest('hex');\r\n",
    };
    const [patch = ''] = await patchesOf(files, 'security.crypto-transport', /weak-hash/);
    expect(applies(checkout(files), patch, '--check')).toBe(true);
    const place = checkout(files);
    const git = (...args: string[]) =>
      execFileSync(
        'git',
        ['-c', 'core.autocrlf=false', '-c', 'user.name=a', '-c', 'user.email=a@b', ...args],
        { cwd: place, stdio: 'pipe' },
      );
    git('add', '-A');
    git('commit', '-qm', 'all');
    rmSync(join(place, 'src/hash.js'));
    git('checkout', '-q', '.');
    expect(readFileSync(join(place, 'src/hash.js'), 'utf8').includes('\r\n')).toBe(lineEnd === '\r\n');
    expect(applies(place, patch)).toBe(true);
    expect(readFileSync(join(place, 'src/hash.js'), 'utf8')).toContain('sha256');
  });

  it('apply where git applies them, and allow a three-way merge', () => {
    const before = Array.from({ length: 12 }, (_, at) => `line ${at}\n`).join('');
    const edits: [string, string][] = [
      ['line 0\n', 'new\nline 0\n'],
      ['line 5\n', 'five\n'],
      ['line 11\n', 'line 11\nlast\n'],
    ];
    const given = [before, `top\n${before}`, `${before}end\n`, before.replace('line 4\n', '')];
    for (const [from, to] of edits) {
      const change = { path: 'x.txt', before, after: before.replace(from, to) };
      for (const context of [3, 1]) {
        for (const text of given) {
          const place = checkout({ 'x.txt': text });
          const isTaken = applies(place, unifiedDiff([change], context) ?? '');
          const expected = isTaken ? readFileSync(join(place, 'x.txt'), 'utf8') : undefined;
          expect(applyLikeGit(text, change, context)).toBe(expected);
        }
      }
    }
    const place = checkout({ 'x.txt': before });
    const id = execFileSync('git', ['hash-object', 'x.txt'], { cwd: place, encoding: 'utf8' }).trim();
    expect(unifiedDiff([{ path: 'x.txt', before, after: 'a\n' }])).toContain(`index ${id}..`);
  });
});
