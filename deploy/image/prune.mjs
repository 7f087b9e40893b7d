// Takes out of node_modules what no running service reads, and says how much it was. Licences stay.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { remove, removeSpareFiles } from '../../scripts/spare-files.mjs';

const modules = join(import.meta.dirname, '../../node_modules');

/** Folders that stand for something else in this image, and second builds for loaders that the service does not use. */
const unused = [
  'node', // fetched apart, as /usr/local/bin/node
  '.bin',
  '.package-lock.json',
  '@trivium/console',
  '@trivium/sdk',
  'viem/_cjs',
  'viem/_types',
  'ox/_cjs',
  'ox/_types',
];

/** Node runs no TypeScript below node_modules, so these are for compilers. */
const forOthers = /\.(?:[cm]?ts|tsx|flow|tsbuildinfo)$/;
const readings =
  /^(?:readme|changelog|changes|history|contributing|security|upgrading)[^/]*\.(?:md|markdown|txt)$/i;

let freed = 0;
for (const name of unused) {
  const path = join(modules, name);
  if (existsSync(path)) freed += remove(path);
}
freed += removeSpareFiles(modules);
walk(modules);
process.stdout.write(`${Math.round(freed / 1e6)} MB taken out of node_modules.\n`);

function walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) walk(path);
    else if (entry.isFile() && (forOthers.test(entry.name) || readings.test(entry.name)))
      freed += remove(path);
  }
}
