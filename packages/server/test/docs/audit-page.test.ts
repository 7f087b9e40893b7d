import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const page = await readFile(join(root, 'docs/contributing/audit.md'), 'utf8');

/** Paths of files and folders in the page's code spans, without commands. */
const named = [
  ...new Set([...page.matchAll(/`([^`\s]*\/[^`\s]*|[\w-]+\.test\.ts)`/g)].map(([, name = '']) => name)),
];

test('every file named on the page of the audit exists, and is a test where it says so', async () => {
  const places = ['packages', 'scripts'].map(async (folder) => {
    const paths = await readdir(join(root, folder), { recursive: true });
    return paths.filter((path) => !path.includes('node_modules')).map((path) => `${folder}/${path}`);
  });
  const files = (await Promise.all(places)).flat();
  const isThere = (name: string) => {
    if (existsSync(join(root, name))) return true;
    const pattern = new RegExp(`(^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
    return files.some((path) => pattern.test(path));
  };
  const tests = named.filter((name) => name.endsWith('.test.ts'));
  expect(tests.length).toBeGreaterThan(20);
  expect(tests.filter((name) => !isThere(name))).toEqual([]);
  const folders = named.filter((name) => /^(packages|scripts|test)\//.test(name) && !tests.includes(name));
  expect(folders.filter((name) => !isThere(name))).toEqual([]);
});

test('every bench and soak that it names can be run', async () => {
  const run = await readFile(join(root, 'bench/run.ts'), 'utf8');
  const parts = [...page.matchAll(/`npm run bench -- ([\w-]+)`/g)].map(([, name = '']) => name);
  expect(parts.length).toBeGreaterThan(0);
  for (const name of parts) expect(run).toMatch(new RegExp(`^ {2}(${name}|'${name}'): `, 'm'));
});
