import { describe, expect, it } from 'vitest';
import { entriesOf } from '../fixtures/review-input.ts';
import { type Analysis, analyze, type ScanOptions } from '../index.ts';

const code = {
  'lib/tools.js': `
const { exec } = require('child_process');
const list = (name, done) => exec('ls ' + name, done);
exports.first = (name, done) => list(name, done);
exports.trim = (text) => text.replace(/\\s+$/, '');
list('.', () => {});
`,
};
const library = { ...code, 'package.json': '{"name": "tools", "version": "1.0.0", "main": "lib/tools.js"}' };
const application = { ...code, 'package.json': '{"name": "tools", "private": true}' };

async function told(files: Record<string, string>, options: ScanOptions = {}) {
  const analysis = await analyze({ files: entriesOf(files) }, { agents: ['security.injection'], ...options });
  analysis.close();
  return analysis;
}

const rulesOf = ({ findings }: Analysis) => findings.map(({ ruleId, severity }) => `${severity} ${ruleId}`);

describe('arguments of exported functions', () => {
  it("are followed in a package that other programs call, and reported as callers' data, less severe than a request", async () => {
    const analysis = await told(library);
    expect(rulesOf(analysis)).toEqual(['medium injection/command', 'low injection/slow-match']);
    expect(analysis.findings[0]?.description).toContain("a caller's argument (lib/tools.js:4)");
  });

  it('are trusted in a program, unless the setting says otherwise', async () => {
    expect(rulesOf(await told(application))).toEqual([]);
    expect(rulesOf(await told(application, { callers: 'on' }))).toContain('medium injection/command');
    expect(rulesOf(await told(library, { callers: 'off' }))).toEqual([]);
  });

  it("are judged by the repository's file, which cannot weaken what its organization decides", async () => {
    const off = { ...library, '.trivium/rules.yml': 'callers: off\n' };
    expect(rulesOf(await told(off))).toEqual([]);
    expect(rulesOf(await told(off, { callers: 'auto' }))).toEqual([]);
    const kept = rulesOf(await told(off, { ignoresRepositorySettings: true }));
    expect(kept).toContain('medium injection/command');
    expect(kept).toContain('low own-rules/not-supported');
    const on = { ...application, '.trivium/rules.yml': 'callers: on\n' };
    expect(rulesOf(await told(on, { ignoresRepositorySettings: true }))).toContain(
      'medium injection/command',
    );
  });

  it('are dropped with the reason if an organization trusts callers, and nothing else is', async () => {
    const server = {
      'server.js': "require('express')().get('/', (q, s) => require('child_process').exec(q.query.a));\n",
    };
    const rules = [{ owner: 'organization', text: 'callers: off\n' }];
    const { results, findings } = await told({ ...library, ...server }, { rules });
    expect(findings.map(({ file }) => file)).toEqual(['server.js']);
    expect(results['security.injection']?.dropped).toContainEqual(
      expect.objectContaining({ ruleId: 'injection/command', file: 'lib/tools.js', reason: 'disabled' }),
    );
  });

  it('give an error for an invalid setting, or for one that asks an organization for more than was analysed', async () => {
    const refused = (owner: string, text: string) => told(library, { rules: [{ owner, text }] });
    await expect(refused('config', 'callers: sometimes\n')).rejects.toThrow('off or auto or on');
    await expect(refused('organization', 'callers: on\n')).rejects.toThrow(
      'A repository sets `on` in its file',
    );
  });
});
