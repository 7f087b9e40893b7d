import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildZip } from '../fixtures/build-zip.ts';
import { required } from '../fixtures/required.ts';
import { entriesOf } from '../fixtures/review-input.ts';
import { shop, writeShop } from '../fixtures/shop.ts';
import { type Analysis, analyze, InvalidArchive, makePatch, runAgent } from '../index.ts';

let folder: string;
let analysis: Analysis;
beforeAll(async () => {
  folder = writeShop();
  analysis = await analyze({ folder });
});
afterAll(() => rmSync(dirname(folder), { recursive: true }));

const tell = ({ findings }: Analysis) =>
  findings.map(({ ruleId, file, line }) => `${ruleId} ${file}:${line}`);

describe('analyze', () => {
  it('reports the flaws of a folder, most severe first, with the path of the data', () => {
    expect(analysis.findings[0]).toMatchObject({
      ruleId: 'injection/command',
      severity: 'critical',
      file: 'src/server.js',
      line: 7,
    });
    expect(analysis.findings[0]?.evidence.at(-1)).toMatchObject({ role: 'sink', line: 7 });
    expect(tell(analysis)).toContain('crypto/weak-hash src/server.js:9');
    expect(analysis.findings.find((one) => one.package?.name === 'lodash')).toBeDefined();
    expect(analysis.readiness.cloud.score).toBeLessThan(70);
    expect(analysis.topActions.length).toBeGreaterThan(0);
  });

  it('reads what Git would see', () => {
    expect(analysis.index.files.map(({ path }) => path)).toEqual([
      '.gitignore',
      'package.json',
      'src/server.js',
    ]);
  });

  it('finds the same in a folder, an archive and files in memory', async () => {
    const seen = Object.entries(shop).filter(([path]) => !path.startsWith('build/'));
    const archive = join(folder, 'shop.zip');
    writeFileSync(archive, buildZip({ entries: seen.map(([name, data]) => ({ name, data })) }));
    const ofArchive = await analyze({ archive });
    ofArchive.close();
    const ofFiles = await analyze({ files: entriesOf(Object.fromEntries(seen)) });
    expect(ofArchive.findings).toEqual(analysis.findings);
    expect(ofFiles.findings).toEqual(analysis.findings);
    rmSync(archive);
  });

  it('only runs the agents that are named', async () => {
    const { findings, results } = await analyze({ folder }, { agents: ['security.crypto-transport'] });
    expect(Object.keys(results)).toEqual(['security.crypto-transport']);
    expect(new Set(findings.map(({ agent }) => agent))).toEqual(new Set(['security.crypto-transport']));
    await expect(analyze({ folder }, { agents: ['security.nothing'] })).rejects.toThrow('security.nothing');
  });

  it('refuses an invalid archive by name', async () => {
    const archive = join(folder, 'package.json');
    await expect(analyze({ archive })).rejects.toThrow(InvalidArchive);
  });
});

it('a single agent gives the same result on an analysis as in it', async () => {
  const { index, files, results } = analysis;
  expect(await runAgent('security.injection', index, files)).toEqual(results['security.injection']);
});

it('a patch applies with git, and removes the finding', async () => {
  const { findings, index, files } = analysis;
  const finding = findings.find(({ ruleId }) => ruleId === 'injection/command');
  const { patch, checks } = await makePatch(required(finding, 'the finding'), index, files);
  expect(checks).toEqual({ applies: true, parses: true, resolves: true, noNew: true });
  execFileSync('git', ['apply', '-'], { cwd: folder, input: required(patch, 'the patch') });
  const text = readFileSync(join(folder, 'src/server.js'), 'utf8');
  expect(text).toContain('execFile');
  expect(tell(await analyze({ folder }))).not.toContain('injection/command src/server.js:7');
});
