import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runAgent } from '../agents/run-agent.ts';
import { required } from '../fixtures/required.ts';
import { reviewInput } from '../fixtures/review-input.ts';
import type { Finding } from '../types/finding.ts';
import { applyEdits } from './edit.ts';
import { makePatch } from './make-patch.ts';
import { unifiedDiff } from './unified-diff.ts';

const folder = mkdtempSync(join(tmpdir(), 'patch-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The output of real git for the patch, or its error. */
function gitApply(files: Readonly<Record<string, string>>, patch: string | null, path: string): string {
  const place = mkdtempSync(join(folder, 'p-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true });
    writeFileSync(join(place, name), text);
  }
  writeFileSync(join(place, 'change.diff'), required(patch, 'the patch'));
  execFileSync('git', ['apply', '--check', 'change.diff'], { cwd: place, stdio: 'pipe' });
  execFileSync('git', ['apply', 'change.diff'], { cwd: place, stdio: 'pipe' });
  return readFileSync(join(place, path), 'utf8');
}

function findingOf(findings: readonly Finding[], rule: string): Finding {
  return required(
    findings.find((one) => one.ruleId === rule),
    `a finding of ${rule}`,
  );
}

const files = {
  'src/server.js': [
    "const express = require('express');",
    "const { exec } = require('child_process');",
    "const mysql = require('mysql');",
    "const db = mysql.createConnection({ password: 'Xk29fkaPz!21' });",
    'const app = express();',
    "app.get('/a', (req, res) => {",
    `  db.query("SELECT * FROM users WHERE id = '" + req.query.id + "'", (e, r) => res.json(r));`,
    '});',
    "app.get('/b', (req, res) => {",
    "  exec('ping -c 2 ' + req.query.host, (e, out) => res.json(out));",
    '});',
  ].join('\r\n'),
  'my app/tasks.py':
    'import yaml\nimport requests\n\n\ndef load(text):\n    requests.get("https://a.b", verify=False)\n    return yaml.load(text)',
  'requirements.txt': 'pyyaml==5.3\n',
  'main.tf': 'resource "aws_db_instance" "d" {\n  publicly_accessible = true\n}\n',
};

describe('patches', () => {
  it('apply with real git, and remove the finding', async () => {
    const { index, entries } = await reviewInput(files);
    const emitted: string[] = [];
    for (const agent of [
      'security.injection',
      'security.secrets',
      'security.crypto-transport',
      'security.supply-chain',
      'architecture.deployment',
    ]) {
      const { findings } = await runAgent(agent, index, entries);
      for (const finding of findings) {
        const { patch, checks } = await makePatch(finding, index, entries);
        if (patch === null) continue;
        expect(checks).toEqual({ applies: true, parses: true, resolves: true, noNew: true });
        const after = gitApply(files, patch, finding.file);
        const again = await reviewInput({ ...files, [finding.file]: after });
        const left = (await runAgent(agent, again.index, again.entries)).findings;
        expect(left.map((one) => one.fingerprint)).not.toContain(finding.fingerprint);
        emitted.push(finding.ruleId);
      }
    }
    expect(emitted).toEqual(
      expect.arrayContaining([
        'injection/sql',
        'injection/command',
        'injection/deserialization',
        'secrets/password',
        'transport/unchecked-certificate',
        'supply-chain/vulnerable-package',
        'terraform/public-database',
      ]),
    );
  });

  it('give scripts random numbers of the same range, also in browsers', async () => {
    const text = [
      "const chars = 'abc';",
      'export const token = () => chars[Math.floor(Math.random() * chars.length)];',
      'export const captcha = () => Math.floor((Math.random() * 10) + 1);',
    ].join('\n');
    const { index, entries } = await reviewInput({ 'src/token.mjs': text });
    const { findings } = await runAgent('security.crypto-transport', index, entries);
    const drawn: unknown[] = [];
    for (const [line, name] of [[2, 'token'] as const, [3, 'captcha'] as const]) {
      const finding = findings.find((one) => one.line === line);
      const { patch } = await makePatch(required(finding, 'the finding'), index, entries);
      const after = gitApply({ 'src/token.mjs': text }, patch, 'src/token.mjs');
      const module = await import(`data:text/javascript,${encodeURIComponent(after)}`);
      drawn.push(module[name]());
    }
    expect('abc').toContain(drawn[0]);
    expect(Number(drawn[1]) >= 1 && Number(drawn[1]) <= 10 && Number.isInteger(drawn[1])).toBe(true);
  });

  it('are withheld, with the reason, if the code has another form', async () => {
    const text =
      "const { exec } = require('child_process');\nrequire('express')().get('/x', (req, res) => {\n  exec('cat ' + req.query.f + ' | wc', () => res.end());\n});\n";
    const { index, entries } = await reviewInput({ 'a.js': text });
    const { findings } = await runAgent('security.injection', index, entries);
    const command = findingOf(findings, 'injection/command');
    expect(await makePatch(command, index, entries)).toMatchObject({
      patch: null,
      reason: expect.stringMatching(/form/),
    });
  });

  it('are withheld if another finding was hidden behind the removed one', async () => {
    const text =
      "import { createHash } from 'node:crypto';\nexport const key = (file) => createHash('md5').update(file).digest('hex');\nexport function check(password, session) {\n  session.token = createHash('md5').update(password).digest('hex');\n}\n";
    const { index, entries } = await reviewInput({ 'a.mjs': text });
    const { findings } = await runAgent('security.crypto-transport', index, entries);
    const weak = findings.filter((one) => one.ruleId === 'crypto/weak-hash');
    const reasons = await Promise.all(weak.map(async (one) => (await makePatch(one, index, entries)).reason));
    // A stronger digest of a password still has no salt.
    expect(reasons.at(-1)).toMatch(/another finding/);
  });

  it.each([
    ['views/a.ejs', '<p><%- user.name -%></p>\n', '<p><%= user.name -%></p>\n'],
    ['views/a.hbs', '<p>{{{ user.name }}}</p>\n', '<p>{{ user.name }}</p>\n'],
    ['templates/a.html', '<p>{{ user.name|safe }}</p>\n', '<p>{{ user.name }}</p>\n'],
    ['views/a.pug', 'p\n  span!= user.name\n', 'p\n  span= user.name\n'],
    ['a.blade.php', '<p>{!! $user->name !!}</p>\n', '<p>{{ $user->name }}</p>\n'],
    ['a.html.erb', '<p><%= raw(@user.name) %></p>\n', '<p><%= @user.name %></p>\n'],
    ['a.cshtml', '<p>@Html.Raw(Model.Name)</p>\n', '<p>@(Model.Name)</p>\n'],
    ['A.vue', '<p v-html="name"></p>\n', '<p v-text="name"></p>\n'],
    ['A.svelte', '<p>{@html name}</p>\n', '<p>{name}</p>\n'],
  ])('make the template %s escape its value', async (path, text, expected) => {
    const { index, entries } = await reviewInput({ [path]: text });
    const { findings } = await runAgent('security.injection', index, entries);
    const finding = findingOf(findings, 'injection/unescaped-output');
    const { patch } = await makePatch(finding, index, entries);
    expect(gitApply({ [path]: text }, patch, path)).toBe(expected);
  });

  it.each([
    ['environment:\n      POSTGRES_PASSWORD: "admin"\n', 'POSTGRES_PASSWORD: $'],
    ['environment:\n      - "MYSQL_PASS=root"\n', '- "MYSQL_PASS=$'],
  ])('take the password of a service from the environment: %j', async (environment, expected) => {
    const files = { 'compose.yml': `services:\n  db:\n    image: postgres:17.1\n    ${environment}` };
    const { index, entries } = await reviewInput(files);
    const { findings } = await runAgent('architecture.deployment', index, entries);
    const finding = findingOf(findings, 'compose/weak-password');
    const { patch } = await makePatch(finding, index, entries);
    const name = expected.match(/[A-Z_]{5,}/)?.[0];
    expect(gitApply(files, patch, 'compose.yml')).toContain(`${expected}{${name}:?}`);
  });

  it('are withheld if a caller in another file would get a finding', async () => {
    const { index, entries } = await reviewInput({
      'lib.mjs':
        "import { createHash } from 'node:crypto';\nexport const hash = (data) => createHash('md5').update(data).digest('hex');\n",
      'login.mjs':
        "import { hash } from './lib.mjs';\nexport const check = (user, password) => user.passwordHash === hash(password);\n",
    });
    const { findings } = await runAgent('security.crypto-transport', index, entries);
    const weak = findingOf(findings, 'crypto/weak-hash');
    expect((await makePatch(weak, index, entries)).reason).toMatch(/another finding/);
  });

  it.each([
    [{}, 'shop/.env.example', 'DB_PASSWORD=\n'],
    [{ 'shop/.env.sample': 'PORT=1\r\nA=b' }, 'shop/.env.sample', 'PORT=1\r\nA=b\r\nDB_PASSWORD=\r\n'],
    [{ 'README.md': 'Set `DB_PASSWORD`.\n' }, 'README.md', 'Set `DB_PASSWORD`.\n'],
  ])('of a secret add the new setting to the list of settings, given %j', async (given, path, expected) => {
    const shop = {
      ...given,
      'shop/package.json': '{"name":"shop"}\n',
      'shop/src/db.js': "exports.dbPassword = 'Xk29fkaPz!21';\n",
    };
    const { index, entries } = await reviewInput(shop);
    const [finding] = (await runAgent('security.secrets', index, entries)).findings;
    const { patch } = await makePatch(required(finding, 'the finding'), index, entries);
    expect(gitApply(shop, patch, path)).toBe(expected);
    const after = { ...shop, [path]: expected, 'shop/src/db.js': gitApply(shop, patch, 'shop/src/db.js') };
    const again = await reviewInput(after);
    const docs = await runAgent('documentation.project-docs', again.index, again.entries);
    expect(docs.findings.map((one) => one.ruleId)).not.toContain('project-docs/unlisted-settings');
  });

  it('keep a byte order mark, and are withheld for text that is not UTF-8', async () => {
    const text =
      "const { createHash } = require('crypto');\nexports.id = (x) => createHash('md5').update(x).digest('hex');\n";
    const marked = { 'a.js': `\ufeff${text}` };
    const { index, entries } = await reviewInput(marked);
    const [found] = (await runAgent('security.crypto-transport', index, entries)).findings;
    const finding = required(found, 'the finding');
    const { patch } = await makePatch(finding, index, entries);
    expect(gitApply(marked, patch, 'a.js')).toBe(marked['a.js'].replace('md5', 'sha256'));
    const wide = Buffer.from(`\ufeff${text}`, 'utf16le');
    const other = [{ path: 'a.js', sizeBytes: wide.length, read: () => wide }];
    expect(await makePatch(finding, index, other)).toMatchObject({ patch: null });
  });

  it('keep line ends and a missing newline at the end', () => {
    const before = 'a\r\nb\r\nc';
    const diff = unifiedDiff([{ path: 'x.txt', before, after: 'a\r\nB\r\nc' }]);
    expect(gitApply({ 'x.txt': before }, diff ?? null, 'x.txt')).toBe('a\r\nB\r\nc');
  });

  it('are not made of edits that overlap', () => {
    expect(
      applyEdits('abcdef', [
        { file: 'x', start: 0, end: 3, replacement: '' },
        { file: 'x', start: 2, end: 4, replacement: '' },
      ]),
    ).toBeUndefined();
  });
});
