// Takes out of node_modules what no running service reads, and says how much it was. Licences stay.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { removeDevelopmentFiles } from '../../scripts/runtime-files.mjs';
import { remove, removeSpareFiles } from '../../scripts/spare-files.mjs';

const modules = join(import.meta.dirname, '../../node_modules');

/** Folders that stand for something else in this image. */
const unused = [
  'node', // fetched apart, as /usr/local/bin/node
  '.bin',
  '.package-lock.json',
  '@trivium/console',
  '@trivium/sdk',
];

let freed = 0;
for (const name of unused) {
  const path = join(modules, name);
  if (existsSync(path)) freed += remove(path);
}
freed += removeSpareFiles(modules);
freed += removeDevelopmentFiles(modules);
process.stdout.write(`${Math.round(freed / 1e6)} MB taken out of node_modules.\n`);
