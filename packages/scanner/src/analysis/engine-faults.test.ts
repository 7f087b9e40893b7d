import { expect, test, vi } from 'vitest';
import type { Parser } from 'web-tree-sitter';
import { entriesOf } from '../fixtures/expect-flows.ts';
import { required } from '../fixtures/required.ts';
import { parserRuntime } from '../languages/frontend/syntax-tree.ts';
import { modelFor } from '../languages/models.ts';
import type { EngineFault } from '../types/application-index.ts';
import { analyzeFiles } from './index.ts';

const handler = `
const { exec } = require('child_process');
exports.run = (req, res) => { exec('ls ' + req.query.dir); };
`;

test('if the analysis itself fails at a file, only that file counts as not fully read', async () => {
  const { sinksByName } = modelFor('JavaScript');
  const rulesOf = sinksByName.get.bind(sinksByName);
  vi.spyOn(sinksByName, 'get').mockImplementation((name) => {
    if (name === 'unlucky') throw new TypeError('nothing to read of');
    return rulesOf(name);
  });
  const [scanned, ...others] = entriesOf({
    'scanned.js': handler,
    'followed.js': handler.replace('exec(', 'unlucky('),
    'sound.js': handler,
  });
  const broken = { ...required(scanned, 'the file'), read: () => null as never };
  const faults: EngineFault[] = [];
  const index = await analyzeFiles([broken, ...others], { onFault: (fault) => faults.push(fault) });
  expect(index.files.map(({ path, status, reason }) => [path, status, reason])).toEqual([
    ['followed.js', 'partial', 'engine_fault'],
    ['scanned.js', 'skipped', 'engine_fault'],
    ['sound.js', 'full', null],
  ]);
  expect(index.taint.map(({ sink }) => sink.file)).toEqual(['sound.js']);
  expect(new Set(faults.map(({ path }) => path))).toEqual(new Set(['followed.js', 'scanned.js']));
  expect(faults[0]?.error).toMatch(/^TypeError: /);
});

test('if the parser crashes at a file, only that file is not read, in this analysis and in later ones', async () => {
  // That of this thread: each crash leads to another module.
  const { prototype } = (await parserRuntime()).Parser;
  const parse = prototype.parse;
  vi.spyOn(prototype, 'parse').mockImplementation(function (this: Parser, ...given) {
    const [input] = given;
    const text = typeof input === 'string' ? input : input(0, { row: 0, column: 0 });
    if (text?.includes('unlucky')) throw new Error('Aborted()');
    return parse.apply(this, given);
  });
  const handlerOf = (name: string) => `package ${name}
import ("net/http"; "os/exec")
func Run(w http.ResponseWriter, r *http.Request) { exec.Command("sh", "-c", r.FormValue("c")).Run() }
`;
  const files = { 'a.go': handlerOf('a'), 'b.go': handlerOf('unlucky'), 'c.go': handlerOf('c') };
  const faults: EngineFault[] = [];
  const index = await analyzeFiles(entriesOf(files), { onFault: (fault) => faults.push(fault) });
  expect(index.files.map(({ path, status, reason }) => [path, status, reason])).toEqual([
    ['a.go', 'full', null],
    ['b.go', 'partial', 'engine_fault'],
    ['c.go', 'full', null],
  ]);
  expect(index.taint.map(({ sink }) => sink.file)).toEqual(['a.go', 'c.go']);
  expect(faults.map(({ path }) => path)).toEqual(['b.go']);
  const next = await analyzeFiles(entriesOf({ 'd.go': handlerOf('d') }));
  expect(next.taint.map(({ sink }) => sink.file)).toEqual(['d.go']);
});
