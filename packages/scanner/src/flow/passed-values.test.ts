// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the examples are code with templates of their own
import { expect, test } from 'vitest';
import { analyzeFiles } from '../analysis/index.ts';
import { entriesOf } from '../fixtures/expect-flows.ts';

const database = `const { exec } = require('child_process');
const { Pool } = require('pg');
const pool = new Pool();
async function query(text, values) {
  return pool.query(text, values); // sink
}
function run(command) {
  return new Promise((resolve) => exec(command, resolve)); // program
}
module.exports = { query, run };
`;

async function placesIn(files: Record<string, string>): Promise<string[]> {
  const { taint } = await analyzeFiles(entriesOf(files), {});
  return taint.map(({ kind, sink, passedAt }) => {
    const place = passedAt ?? sink;
    return `${kind} ${place.file}:${place.line}`;
  });
}

const routes = (...bodies: string[]): string =>
  [
    "const express = require('express');",
    "const db = require('./database');",
    'const app = express();',
    ...bodies.map((body, at) => `app.get('/${at}', (req, res) => { ${body} });`),
    'module.exports = app;',
  ].join('\n');

test('if several calls pass a text that they put together to one function, each is reported; if only one does, the sink is', async () => {
  const one = routes('db.query(`SELECT * FROM a WHERE n = ${req.query.n}`);');
  expect(await placesIn({ 'database.js': database, 'app.js': one })).toEqual(['sql database.js:5']);
  const more = routes(
    'db.query(`SELECT * FROM a WHERE n = ${req.query.n}`);',
    'db.query(`SELECT * FROM b WHERE n = ${req.query.n}`);',
    "db.query('SELECT * FROM c WHERE n = $1', [req.query.n]);",
    'db.run(`ls ${req.query.n}`);',
    'const line = `wc ${req.query.n}`; db.run(line);',
  );
  expect((await placesIn({ 'database.js': database, 'app.js': more })).sort()).toEqual([
    'command app.js:7',
    'command app.js:8',
    'sql app.js:4',
    'sql app.js:5',
  ]);
});

test('a value is reported where it is made, however many functions pass it on unchanged, and at the sink if one of them changes it', async () => {
  const store = `const db = require('./database');
const find = (text) => db.query(text);
const search = (name) => db.query(\`SELECT * FROM a WHERE n = '\${name}'\`);
module.exports = { find, search };
`;
  const app = routes(
    'store.find(`SELECT * FROM a WHERE n = ${req.query.n}`);',
    'store.search(req.query.n);',
    'store.search(req.query.m);',
  )
    .replace('./database', './store')
    .replace(/\bdb\b/, 'store');
  expect((await placesIn({ 'database.js': database, 'store.js': store, 'app.js': app })).sort()).toEqual([
    'sql app.js:4',
    'sql store.js:3',
  ]);
});

test('raw data that several calls pass is reported once, at the sink', async () => {
  const app = routes('db.query(req.query.a);', 'db.query(req.query.b);');
  expect(await placesIn({ 'database.js': database, 'app.js': app })).toEqual(['sql database.js:5']);
});
