import { describe, expect, it } from 'vitest';
import { reviewInput } from '../fixtures/review-input.ts';
import type { Finding } from '../types/finding.ts';
import { agents } from './agent-list.ts';
import { runAgent } from './run-agent.ts';
import { runAgents } from './run-agents.ts';

const strangersTitle = ['$', '{{ github.event.issue.title }}'].join('');
const texts = {
  'src/app.py':
    'import yaml, hashlib, requests\n\n\ndef load(text):\n    return yaml.load(text)\n\n\ndef token_hash(password):\n    return hashlib.md5(password)\n\n\ndef call():\n    return requests.get("https://a.b", verify=False)\n',
  'src/Login.java':
    'class Login {\n  void a(javax.servlet.http.Cookie cookie) {\n    cookie.setSecure(false);\n  }\n  String token() {\n    return "" + new java.util.Random().nextInt();\n  }\n}\n',
  'src/web.js':
    "const session = require('express-session');\nconst app = require('express')();\napp.use(session({ secret: process.env.S }));\napp.post('/x', (req, res) => res.end());\n",
  Dockerfile: 'FROM node\nCMD ["node"]\n',
  '.github/workflows/ci.yml': `on: issues\njobs:\n  a:\n    steps:\n      - run: echo "${strangersTitle}"\n`,
};

async function review(files: Record<string, string>): Promise<Finding[]> {
  const { index, entries, dependencies } = await reviewInput(files);
  const found: Finding[] = [];
  for (const agent of agents) {
    if (agent.category !== 'meta')
      found.push(...(await runAgent(agent.id, index, entries, { dependencies })).findings);
  }
  const verified = await runAgent('meta.verifier', index, entries, { dependencies, findings: found });
  return (await runAgent('meta.synthesizer', index, entries, { dependencies, findings: verified.findings }))
    .findings;
}

describe('the agents', () => {
  it('are 23 in 7 categories, with unique names', () => {
    expect(agents).toHaveLength(23);
    expect(new Set(agents.map((agent) => agent.id)).size).toBe(23);
    for (const agent of agents) expect(agent.id.startsWith(`${agent.category}.`)).toBe(true);
  });

  it('skip an application that has nothing for them to check, so that no findings is not a good result', async () => {
    const { index, entries, dependencies } = await reviewInput({
      'a.bin': '\0\0\0',
      'b.min.js': 'a=1;'.repeat(5_000),
    });
    for (const agent of agents) {
      if (agent.category === 'meta') continue;
      const { status, reason, findings } = await runAgent(agent.id, index, entries, { dependencies });
      if (findings.length === 0) expect([agent.id, status, reason]).toEqual([agent.id, 'skipped', reason]);
    }
  });

  it('give the same result for the same files, byte for byte', async () => {
    expect(JSON.stringify(await review(texts))).toBe(JSON.stringify(await review(texts)));
  });

  it('keep fingerprints when lines and comments are inserted above', async () => {
    const moved = Object.fromEntries(
      Object.entries(texts).map(([path, text]) => [
        path,
        `${path.endsWith('.java') || path.endsWith('.js') ? '// a note\n' : '# a note\n'}\n\n${text}`,
      ]),
    );
    const [before, after] = [await review(texts), await review(moved)];
    expect(before.length).toBeGreaterThan(8);
    expect(after.map((one) => one.fingerprint).sort()).toEqual(before.map((one) => one.fingerprint).sort());
    expect(after.map((one) => one.line)).not.toEqual(before.map((one) => one.line));
  });

  it('find flaws that no data flow shows, each with its weakness', async () => {
    const found = (await review(texts)).map((one) => `${one.file} ${one.ruleId}`);
    expect(found).toEqual(
      expect.arrayContaining([
        'src/app.py injection/deserialization',
        'src/app.py crypto/weak-hash',
        'src/app.py transport/unchecked-certificate',
        'src/app.py resources/no-timeout',
        'src/Login.java access/cookie-flags',
        'src/Login.java crypto/weak-random',
        'src/web.js access/no-csrf-protection',
        'Dockerfile docker/runs-as-root',
        '.github/workflows/ci.yml ci/script-injection',
      ]),
    );
  });

  it('find nothing once the flaw is fixed', async () => {
    const mended = {
      'src/app.py':
        'import yaml, hashlib, requests\n\n\ndef load(text):\n    return yaml.safe_load(text)\n\n\ndef digest(text):\n    # yaml.load(text) and hashlib.md5 would be wrong here\n    return hashlib.sha256(text)\n\n\ndef call():\n    return requests.get("https://a.b", timeout=5)\n',
      'src/Login.java':
        'class Login {\n  void a(javax.servlet.http.Cookie cookie) {\n    cookie.setSecure(true);\n    String shown = "cookie.setSecure(false)";\n  }\n  String token() {\n    return "" + new java.security.SecureRandom().nextInt();\n  }\n}\n',
      Dockerfile: 'FROM node:24.1@sha256:0f1e2d\nUSER node\nCMD ["node"]\n',
      '.github/workflows/ci.yml': `on: issues\njobs:\n  a:\n    steps:\n      - run: echo "$TITLE"\n        env:\n          TITLE: ${strangersTitle}\n`,
    };
    const left = (await review(mended)).filter((one) => one.source !== null);
    expect(left.map((one) => `${one.file} ${one.ruleId}`)).toEqual([]);
  });

  it('drop findings that a reviewer has suppressed, and say so', async () => {
    const { index, entries } = await reviewInput({
      'a.py': 'import yaml\ndef f(t):\n    return yaml.load(t)  # nosec\n',
    });
    const { findings } = await runAgent('security.injection', index, entries);
    const verified = await runAgent('meta.verifier', index, entries, { findings });
    expect(verified.findings).toEqual([]);
    expect(verified.dropped).toMatchObject([{ reason: 'false_positive', line: 3 }]);
  });

  it('do not read a sentence in a docstring as a statement that leaves the function', async () => {
    const { index, entries } = await reviewInput({
      'a.py':
        "from flask import request\n\ndef f():\n    '''\n    Read the name,\n    return what it gives.\n    '''\n    eval(request.args[\"n\"])\n",
    });
    const { findings } = await runAgent('security.injection', index, entries);
    const verified = await runAgent('meta.verifier', index, entries, { findings });
    expect(verified.findings).toMatchObject([{ ruleId: 'injection/code', line: 8 }]);
  });

  it('report one problem at one place once, with all agents that found it', async () => {
    const { index, entries } = await reviewInput(texts);
    const [first] = (await runAgent('security.injection', index, entries)).findings as [Finding];
    const twice = [
      first,
      {
        ...first,
        agent: 'security.other',
        agents: ['security.other'],
        fingerprint: 'f'.repeat(64),
        confidence: 0.1,
      },
    ];
    const merged = await runAgent('meta.synthesizer', index, entries, { findings: twice });
    expect(merged.findings.map((one) => one.agents)).toEqual([['security.injection', 'security.other']]);
    expect(merged.dropped.map((one) => one.reason)).toEqual(['duplicate']);
    expect(merged.topActions?.length).toBe(1);
  });

  it('count one flaw once, whether or not its findings are ranked', async () => {
    const { index, entries, dependencies } = await reviewInput({
      'x.php': "<?php\nmysqli_query($c, \"select '{$_GET['q']}'\");\necho $_GET['z'];\n",
      'main.go': 'package main\nimport "net/http"\nfunc main() { http.ListenAndServe(":80", nil) }\n',
    });
    const application = { index, dependencies, files: entries };
    const ids = agents.map(({ id }) => id);
    const ranked = await runAgents(ids, application);
    const plain = await runAgents(
      ids.filter((id) => !id.startsWith('meta.')),
      application,
    );
    expect(plain.findings.map(({ fingerprint }) => fingerprint).sort()).toEqual(
      ranked.findings.map(({ fingerprint }) => fingerprint).sort(),
    );
    const at = (file: string, cwe: string) =>
      plain.findings.filter((one) => one.file === file && one.cwe.includes(cwe)).map(({ ruleId }) => ruleId);
    expect(at('x.php', 'CWE-79')).toEqual(['injection/xss']);
    expect(at('main.go', 'CWE-400')).toEqual(['performance/no-timeouts']);
  });

  it('are more certain if two of them agree, unless both asked the model', async () => {
    const { index, entries } = await reviewInput(texts);
    const [first] = (await runAgent('security.injection', index, entries)).findings as [Finding];
    const confidenceOf = async (said: Partial<Finding>) => {
      const told = { ...first, ...said, confidence: 0.8 };
      const again = { ...told, agent: 'security.other', agents: ['security.other'] };
      const merged = await runAgent('meta.synthesizer', index, entries, { findings: [told, again] });
      return merged.findings.map((one) => one.confidence);
    };
    expect(await confidenceOf({ ruleId: 'injection/sql' })).toEqual([0.85]);
    expect(await confidenceOf({ ruleId: 'injection/model', driver: 'llm' })).toEqual([0.8]);
  });

  it('refuse an unknown name', async () => {
    const { index, entries } = await reviewInput({ 'a.js': 'x();\n' });
    await expect(runAgent('security.magic', index, entries)).rejects.toThrow('security.magic');
  });
});
