import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeShop } from '../fixtures/shop.ts';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const entry = join(import.meta.dirname, '../index.ts');
let folder: string;
beforeAll(() => {
  folder = writeShop();
});
afterAll(() => rmSync(dirname(folder), { recursive: true }));

test('the example in the README runs as written', () => {
  const [, sample = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const file = join(folder, 'sample.mts');
  writeFileSync(file, sample.replace("'@trivium/scanner'", JSON.stringify(entry)));
  const told = execFileSync(process.execPath, [file], { cwd: dirname(folder), encoding: 'utf8' });
  expect(told).toMatch(/^critical src\/server\.js:7 /);
  expect(told).toContain("execFile('ping', [req.query.host]");
});

test('the options in the README are those of the command', () => {
  const usage = execFileSync(process.execPath, [join(import.meta.dirname, '../../bin/scan.mjs'), '--help'], {
    encoding: 'utf8',
  });
  const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const options = commands.match(/--[a-z-]{3,}/g) ?? [];
  expect(options.length).toBeGreaterThan(3);
  for (const option of options) expect(usage).toContain(option);
});
