import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEdit, edited, type Files } from '../fixtures/random-edits.ts';
import { required } from '../fixtures/required.ts';
import { entriesOf } from '../fixtures/review-input.ts';
import { type Analysis, analyze } from '../scan/analyze.ts';

/** A small service in four languages, with files that call, import and configure each other. */
const service: Files = {
  'package.json': '{ "name": "svc", "dependencies": { "express": "4.18.2", "lodash": "4.17.4" } }\n',
  'README.md': '# Service\n',
  '.env': 'SHELL_NAME=sh\n',
  'web/server.js': [
    "const express = require('express');",
    "const { find } = require('./store');",
    'const app = express();',
    "app.get('/find', (req, res) => res.json(find(req.query.id)));",
    'app.listen(3000);',
    '',
  ].join('\n'),
  'web/store.js': [
    "const db = require('./db');",
    "exports.find = (id) => db.query('select * from t where id = ' + id);",
    '',
  ].join('\n'),
  'web/db.js':
    "const { Client } = require('pg');\nconst c = new Client();\nexports.query = (sql) => c.query(sql);\n",
  'web/alone.js':
    "const { exec } = require('child_process');\nexports.run = (req) => exec('ls ' + req.query.dir);\n",
  'py/app.py': [
    'from flask import Flask, request',
    'from .shell import run',
    'app = Flask(__name__)',
    "@app.route('/x')",
    'def x():',
    "    return run(request.args['c'])",
    '',
  ].join('\n'),
  'py/shell.py': 'import os\n\ndef run(command):\n    return os.system(command)\n',
  'go/main.go': [
    'package main',
    'import ("net/http"; "os/exec")',
    'func handle(w http.ResponseWriter, r *http.Request) {',
    '\tstart(r.FormValue("c"))',
    '}',
    'func main() { http.HandleFunc("/", handle) }',
    '',
  ].join('\n'),
  'go/start.go':
    'package main\nimport "os/exec"\nfunc start(c string) { exec.Command("sh", "-c", c).Run() }\n',
  // The imported file does not exist.
  'web/list.js': [
    "const { exec } = require('child_process');",
    "const { only } = require('./only');",
    "exports.list = (req, res) => exec('ls ' + only(req.query.dir));",
    '',
  ].join('\n'),
  'jvm/Hash.java': [
    'import java.security.MessageDigest;',
    'import java.util.Properties;',
    'class Hash {',
    '  byte[] of(Properties settings, byte[] password) throws Exception {',
    '    String name = settings.getProperty("hash");',
    '    return MessageDigest.getInstance(name).digest(password);',
    '  }',
    '}',
    '',
  ].join('\n'),
  'jvm/app.properties': 'hash=SHA-256\n',
  'test/server.test.js': "test('finds', () => { expect(1).toBe(1); });\n",
};

const edits: Record<string, (files: Files) => Files> = {
  nothing: (files) => files,
  'a document': (files) => ({ ...files, 'README.md': '# Service\n\nMore of it.\n' }),
  'a test': (files) => ({
    ...files,
    'test/server.test.js': "test('finds more', () => { expect(2).toBe(2); });\n",
  }),
  'the sink of another file is mended': (files) => ({
    ...files,
    'web/store.js': "const db = require('./db');\nexports.find = (id) => db.query('select 1', [id]);\n",
  }),
  'the callee becomes weak': (files) => ({
    ...files,
    'web/db.js': "const { execSync } = require('child_process');\nexports.query = (sql) => execSync(sql);\n",
  }),
  'a file that others import is gone': ({ 'web/store.js': _, ...files }) => files,
  'a file is renamed': ({ 'web/alone.js': moved = '', ...files }) => ({ ...files, 'web/other.js': moved }),
  'a second function of the name stands elsewhere': (files) => ({
    ...files,
    'go/other.go': 'package main\nfunc start2() {}\n',
    'lib/start.go': 'package lib\nfunc start(c string) {}\n',
  }),
  'the callee of Python is cleaned': (files) => ({
    ...files,
    'py/shell.py':
      'import os\nimport shlex\n\ndef run(command):\n    return os.system(shlex.quote(command))\n',
  }),
  'a module comes that was missing': (files) => ({ ...files, 'web/only.js': "exports.only = () => 'a';\n" }),
  'a setting that code reads': (files) => ({ ...files, 'jvm/app.properties': 'hash=MD5\n' }),
  'a setting': (files) => ({ ...files, '.env': 'SHELL_NAME=bash\nDEBUG=true\n' }),
  'a secret': (files) => ({ ...files, 'web/keys.js': "exports.key = 'AKIAQ3EGPXCKUVVJ5KZT';\n" }),
  'a package': ({ 'package.json': manifest = '', ...files }) => ({
    ...files,
    'package.json': manifest.replace('4.17.4', '4.17.21'),
  }),
  'lines above, in all files': (files) =>
    Object.fromEntries(
      Object.entries(files).map(([path, text]) => [path, path.endsWith('.js') ? `\n\n${text}` : text]),
    ),
  'a copy of a file': (files) => ({
    ...files,
    'web/copy.js': (files['web/server.js'] ?? '').repeat(6),
    'web/copy2.js': (files['web/server.js'] ?? '').repeat(6),
  }),
};

/** Everything in an analysis, except how long it took and what it reused. */
function told({ index, dependencies, findings, results, readiness, topActions }: Analysis) {
  const { timing: _, ...rest } = index;
  return { index: rest, dependencies, findings, results, readiness, topActions };
}

const analyzed = (files: Files, memo?: Uint8Array | null) =>
  analyze({ files: entriesOf(files) }, { keepsMemo: true, memo: memo ?? undefined });

test('an analysis that reuses an earlier one gives the result of a whole one, after each edit and after all edits in a row', async () => {
  let previous = (await analyzed(service)).memo;
  const first = previous;
  let files = service;
  for (const [name, edit] of Object.entries(edits)) {
    const whole = await analyze({ files: entriesOf(edit(service)) });
    expect(told(await analyzed(edit(service), first)), name).toEqual(told(whole));
    // Also after all previous edits, with the last memo.
    files = edit(files);
    const chained = await analyzed(files, previous);
    previous = chained.memo;
    expect(told(chained), `${name}, after those before`).toEqual(
      told(await analyze({ files: entriesOf(files) })),
    );
  }
}, 60_000);

test('gives the result of a whole analysis after any edits', async () => {
  const { memo } = await analyzed(service);
  await fc.assert(
    fc.asyncProperty(fc.array(anyEdit, { minLength: 1, maxLength: 5 }), async (some) => {
      const files = some.reduce((all, edit) => edited(all, edit, service), service);
      const whole = await analyze({ files: entriesOf(files) });
      expect(told(await analyzed(files, memo))).toEqual(told(whole));
    }),
    { numRuns: 25, seed: 20 },
  );
}, 60_000);

test('reuses what did not change, and data flows through files that did not change', async () => {
  const { memo } = await analyzed(service);
  const count = Object.keys(service).length;
  const reused = async (name: string) => (await analyzed(required(edits[name], name)(service), memo)).reused;
  expect(await reused('nothing')).toEqual({ files: count, flowParts: 1, entryPoints: 0, inspections: count });
  expect(await reused('a document')).toEqual({
    files: count - 1,
    flowParts: 1,
    entryPoints: 0,
    inspections: count - 1,
  });
  expect(await reused('a test')).toEqual({
    files: count - 1,
    flowParts: 1,
    entryPoints: 0,
    inspections: count - 1,
  });
  expect(await reused('the callee becomes weak')).toMatchObject({ files: count - 1, flowParts: 0 });
});

test.each([
  ['nothing that it can read', Buffer.from('no memo')],
  ['a cut one', undefined],
])('starts from scratch with %s', async (_, bytes) => {
  const { memo } = await analyzed(service);
  const given = bytes ?? memo?.subarray(0, memo.length / 2);
  const { reused } = await analyzed(service, given);
  expect(reused).toEqual({ files: 0, flowParts: 0, entryPoints: 0, inspections: 0 });
});

test('reuses nothing from an analysis with other agents or limits', async () => {
  const { memo } = await analyzed(service);
  const entries = entriesOf(service);
  for (const other of [{ agents: ['security.injection'] }, { maxFileBytes: 1_000 }]) {
    const { reused } = await analyze({ files: entries }, { ...other, memo: required(memo, 'the memo') });
    expect(reused).toEqual({ files: 0, flowParts: 0, entryPoints: 0, inspections: 0 });
  }
});

test('in a large application, only the parts that read a changed file are followed again', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 604 }, (_, at) => [
      `web/h${String(at).padStart(3, '0')}.js`,
      `exports.h${at} = (req, res) => ${at % 7 === 0 ? 'eval(req.query.a)' : 'res.json(req.query.a)'};\n`,
    ]),
  );
  const changed = {
    ...files,
    'web/h300.js': "exports.h300 = (req) => require('child_process').exec(req.query.b);\n",
  };
  const only = { agents: ['security.injection'] };
  const { memo } = await analyze({ files: entriesOf(files) }, { ...only, keepsMemo: true });
  const after = await analyze({ files: entriesOf(changed) }, { ...only, memo: required(memo, 'the memo') });
  expect(after.reused).toEqual({ files: 603, flowParts: 3, entryPoints: 300, inspections: 603 });
  expect(told(after)).toEqual(told(await analyze({ files: entriesOf(changed) }, only)));
}, 30_000);
