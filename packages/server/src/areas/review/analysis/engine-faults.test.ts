import { expect, test, vi } from 'vitest';
import type { EngineFault } from '../types/application-index.ts';
import { analyzeFiles } from './index.ts';
import { modelFor } from './models/models.ts';
import { entriesOf } from './testing/expect-flows.ts';

const handler = `
const { exec } = require('child_process');
exports.run = (req, res) => { exec('ls ' + req.query.dir); };
`;

test('where the analysis itself fails at a file, that file alone is said not to be read in full', async () => {
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
  const broken = { ...scanned!, read: () => null as never };
  const faults: EngineFault[] = [];
  const index = await analyzeFiles([broken, ...others], { onFault: (fault) => faults.push(fault) });
  expect(index.files.map(({ path, status, reason }) => [path, status, reason])).toEqual([
    ['followed.js', 'partial', 'engine_fault'],
    ['scanned.js', 'skipped', 'engine_fault'],
    ['sound.js', 'full', null],
  ]);
  expect(index.taint.map(({ sink }) => sink.file)).toEqual(['sound.js']);
  expect(new Set(faults.map(({ path }) => path))).toEqual(new Set(['followed.js', 'scanned.js']));
  expect(faults[0]!.error).toMatch(/^TypeError: /);
});
