import { describe, expect, test } from 'vitest';
import { expectFlows } from '../../fixtures/expect-flows.ts';

describe('data followed through JavaScript and TypeScript', () => {
  test('Express handlers: query, body, headers into queries, commands, pages, files', async () => {
    await expectFlows({
      'app.js': `
const express = require('express');
const { exec, execFile } = require('child_process');
const fs = require('fs');
const path = require('path');
const mysql = require('mysql2');
const db = mysql.createConnection({});
const app = express();
app.get('/a', (req, res) => {
  db.query('SELECT * FROM t WHERE a = ' + req.query.a); // !sql
  db.query('SELECT * FROM t WHERE a = ?', [req.query.a]);
  exec(\`ping \${req.body.host}\`); // !command
  execFile('ping', [req.body.host]);
  res.send('<b>' + req.headers.referer + '</b>'); // !xss
  res.json({ a: req.query.a });
  fs.readFile(path.join('/srv', req.params.file), () => {}); // !path
  fs.readFile(path.join('/srv', path.basename(req.params.file)), () => {});
});
`,
    });
  });

  test('dead branches, fields and elements are distinguished', async () => {
    await expectFlows({
      'app.js': `
const { exec } = require('child_process');
module.exports = function handler(req, res) {
  const flag = 3 > 4;
  let command = 'ls';
  if (flag) command = req.query.c;
  exec(command);
  const box = { theirs: req.query.c, ours: 'ls' };
  exec(box.ours);
  exec(box.theirs); // !command
  const list = ['ls', req.query.c];
  exec(list[0]);
  exec(list[1]); // !command
  const { theirs } = box;
  exec(theirs); // !command
};
`,
    });
  });

  test('calls through modules, classes, promises and callbacks are followed', async () => {
    await expectFlows({
      'routes.ts': `
import { Router } from 'express';
import { Store } from './store.ts';
import * as tools from './tools.ts';
const router = Router();
const store = new Store();
router.post('/x', async (req, res) => {
  const name = await Promise.resolve(req.body.name);
  await store.find(tools.same(name));
  await store.find(tools.fixed(name));
  [req.body.b].forEach((entry) => store.find(entry));
});
export default router;
`,
      'store.ts': `
import { Pool } from 'pg';
export class Store {
  private pool = new Pool();
  async find(name: string) {
    return this.pool.query(\`SELECT * FROM users WHERE name = '\${name}'\`); // !sql
  }
}
`,
      'tools.ts':
        'export const same = (value: string) => value.trim();\nexport function fixed(_value: string) { return "fixed"; }\n',
    });
  });

  test('allow lists, patterns, types and escaping make data harmless', async () => {
    await expectFlows({
      'app.js': `
const { exec } = require('child_process');
const allowed = ['a', 'b'];
exports.run = (req, res) => {
  const name = req.query.name;
  if (allowed.includes(name)) exec('run ' + name);
  if (!/^[a-z0-9]+$/.test(name)) return;
  exec('run ' + name);
};
exports.other = (req, res) => {
  const name = req.query.name;
  exec('run ' + parseInt(name, 10));
  exec('run ' + name.replace(/[^a-z]/g, ''));
  if (/[a-z]/.test(name)) exec('run ' + name); // !command
};
`,
    });
  });

  test('a property that every object has, such as toString, is not data from outside', async () => {
    await expectFlows({
      'page.ts': `
import { toString, valueOf, constructor } from 'lodash';
export const show = (icon) => {
  icon.innerHTML = \`<b>\${toString(icon.title)}</b>\` + valueOf + constructor + hasOwnProperty;
};
`,
    });
  });

  test('a redirect to a fixed place with data after it is not an open redirect', async () => {
    await expectFlows({
      'app.js': `
const axios = require('axios');
exports.go = async (req, res) => {
  res.redirect(req.query.next); // !redirect
  res.redirect('/item/' + req.query.id);
  res.redirect('https://example.com/x?a=' + req.query.id);
  await axios.get(req.query.url); // !ssrf
  await axios.get('https://api.example.com/users/' + req.query.id);
};
`,
    });
  });

  test('operators in a query object, code from text, prototype writes', async () => {
    await expectFlows({
      'app.js': `
exports.login = async (req, res, db) => {
  await db.collection('users').findOne({ name: req.body.name }); // !nosql
  await db.collection('users').findOne({ name: String(req.body.name) });
  eval(req.body.code); // !code
  const target = {};
  target[req.body.a][req.body.b] = req.body.c; // !prototype_pollution
};
`,
    });
  });

  test('an exported function that builds a command counts for less, and one that passes it on not at all', async () => {
    const index = await expectFlows({
      'index.js': `
const { exec } = require('child_process');
exports.clone = function (url, done) {
  exec('git clone ' + url, done); // !command
};
exports.run = function (command, done) {
  exec(command, done);
};
`,
    });
    expect(index.taint[0]).toMatchObject({ exposure: 'library', sourceKind: 'exported_parameter' });
    expect(index.taint[0]?.confidence).toBeLessThan(0.6);
  });

  test('a finding shows the path from its source to its sink across files', async () => {
    const index = await expectFlows({
      'a.js':
        "const { save } = require('./b');\nexports.post = (req, res) => {\n  const body = req.body.text;\n  save(body);\n};\n",
      'b.js': "exports.save = (text) => {\n  const code = 'f(' + text + ')';\n  eval(code); // !code\n};\n",
    });
    const [finding] = index.taint;
    expect(finding).toMatchObject({
      source: { file: 'a.js', line: 3 },
      sink: { file: 'b.js', line: 3 },
      crossesFiles: true,
      crossesFunctions: true,
      sourceKind: 'body',
      enclosingSymbol: 'save',
    });
    expect(finding?.steps.map((step) => `${step.file}:${step.line}`)).toEqual(
      expect.arrayContaining(['a.js:4', 'b.js:2']),
    );
  });
});
