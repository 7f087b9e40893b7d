import { describe, expect, it } from 'vitest';
import { runAgent } from '../agents/run-agent.ts';
import { reviewInput } from '../fixtures/review-input.ts';
import { proposeChange } from './make-patch.ts';

/** The file after the first proposed change for a finding of the rule; undefined if there is none. */
async function mended(
  files: Readonly<Record<string, string>>,
  agent: string,
  rule: string,
): Promise<string | undefined> {
  const { index, entries } = await reviewInput(files);
  const { findings } = await runAgent(agent, index, entries);
  const own = findings.filter(({ ruleId }) => ruleId === rule);
  expect(own.length, `${rule} in ${Object.keys(files)}`).toBeGreaterThan(0);
  for (const finding of own) {
    const { proposal } = await proposeChange(finding, index, entries);
    if (proposal) return proposal.changes[0]?.after;
  }
  return undefined;
}

const version = (manifest: string) => ({
  agent: 'security.supply-chain',
  rule: 'supply-chain/vulnerable-package',
  manifest,
});
const lodash = (range: string) => `{"name":"a","dependencies":{"lodash":"${range}"}}\n`;

describe('patches that would break a program', () => {
  it('of a version are withheld for another major version, and if a lockfile would contradict it', async () => {
    const { agent, rule } = version('');
    expect(await mended({ 'package.json': lodash('4.17.4') }, agent, rule)).toMatch(/"lodash":"4\.17\.\d\d"/);
    expect(await mended({ 'package.json': lodash('3.10.1') }, agent, rule)).toBeUndefined();
    const locked = { 'requirements.txt': 'pyyaml==5.3 --hash=sha256:1f2a\n' };
    expect(await mended(locked, agent, rule)).toBeUndefined();
  });

  it('of a secret change every place that must be equal, and no comparison or constant', async () => {
    const secret = (text: string, path: string) =>
      mended({ [path]: text }, 'security.access-control', 'access/fixed-signing-key');
    const signed = await secret(
      "import jwt\n\ndef make(p):\n    return jwt.encode(p, 'one-long-secret', algorithm='HS256')\n\ndef read(t):\n    return jwt.decode(t, 'one-long-secret', algorithms=['HS256'])\n",
      'tokens.py',
    );
    expect(signed).not.toContain('one-long-secret');
    expect(signed?.match(/os\.environ\["TOKEN_SIGNING_KEY"\]/g)).toHaveLength(2);
    const password = (text: string, path: string) =>
      mended({ [path]: text }, 'security.secrets', 'secrets/password');
    expect(
      await password("exports.isAdmin = (req) => req.body.password === 'Xk29fkaPz!21';\n", 'a.js'),
    ).toBeUndefined();
    expect(
      await password("<?php\nclass Db {\n  private $password = 'Xk29fkaPz!21';\n}\n", 'Db.php'),
    ).toBeUndefined();
    expect(
      await password('import os\n\npassword = os.getenv("DB_PASSWORD", "Xk29fkaPz!21")\n', 'db.py'),
    ).toContain('password = os.environ["DB_PASSWORD"]\n');
  });

  it('of a secret look at what a script uses before its folder', async () => {
    const text =
      "const fs = require('fs');\nexports.dbPassword = 'Xk29fkaPz!21';\nexports.read = fs.readFile;\n";
    const page = "const dbPassword = 'Xk29fkaPz!21';\ndocument.title = dbPassword;\n";
    const secret = (files: Record<string, string>) => mended(files, 'security.secrets', 'secrets/password');
    expect(await secret({ 'data/static/db.js': text })).toContain('process.env.DB_PASSWORD');
    expect(await secret({ 'lib/db.js': page })).toBeUndefined();
  });

  it.each([
    ['views/a.html', '<p>{{ link | safe }}</p>\n', { 'app.py': 'link = "<a href=\'/x\'>x</a>"\n' }],
    ['A.vue', '<template><div v-html="diffContent"></div></template>\n', {}],
    ['a.html.erb', "<%= @ok ? @yes.html_safe : '<b>no</b>'.html_safe %>\n", {}],
    ['b.html.erb', '<script>\n  var url = <%= @user.name.inspect.html_safe %>;\n</script>\n', {}],
  ])('of the template %s are withheld if markup is intended', async (path, text, others) => {
    expect(
      await mended({ [path]: text, ...others }, 'security.injection', 'injection/unescaped-output'),
    ).toBeUndefined();
  });

  it('of a digest are withheld if the code names it', async () => {
    const digest = (body: string) =>
      mended(
        { 'a.js': `const crypto = require('crypto');\nexports.sum = (x) => {\n${body}\n};\n` },
        'security.crypto-transport',
        'crypto/weak-hash',
      );
    expect(await digest("  return crypto.createHash('md5').update(x).digest('hex');")).toContain('sha256');
    expect(
      await digest("  const sum = crypto.createHash('md5').update(x).digest('hex');\n  save('a.md5', sum);"),
    ).toBeUndefined();
  });

  it('of a loader pass no argument that it does not accept', async () => {
    const text =
      'import yaml\nfrom flask import Flask, request\n\napp = Flask(__name__)\n\n@app.route("/a", methods=["POST"])\ndef a():\n    data = yaml.load(request.data, yaml.Loader)\n    return str(data)\n';
    expect(await mended({ 'app.py': text }, 'security.injection', 'injection/deserialization')).toContain(
      'yaml.safe_load(request.data)\n',
    );
  });

  it('of a session also send its cookie over plain HTTP, if the middleware can decide', async () => {
    const text =
      "const session = require('express-session');\nconst app = require('express')();\napp.use(session({\n  secret: process.env.SECRET,\n  resave: false\n}));\n";
    expect(await mended({ 'a.js': text }, 'security.access-control', 'access/cookie-flags')).toContain(
      "session({\n  cookie: { httpOnly: true, secure: 'auto', sameSite: 'lax' },\n  secret",
    );
  });
});
