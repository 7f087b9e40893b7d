// Takes out of node_modules what no running service reads, and says how much it was. Licences stay.
import { existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

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

/** Node runs no TypeScript below node_modules, so these are for compilers and debuggers. */
const forOthers = /\.(?:[cm]?ts|tsx|flow|map|tsbuildinfo)$/;
const readings =
  /^(?:readme|changelog|changes|history|contributing|security|upgrading)[^/]*\.(?:md|markdown|txt)$/i;

let freed = 0;
for (const path of unused) remove(join(modules, path));
walk(modules);
process.stdout.write(`${Math.round(freed / 1e6)} MB taken out of node_modules.\n`);

function walk(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  const isGrammar = entries.some(({ name }) => name === 'tree-sitter.json');
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (isGrammar && !isOfGrammar(entry.name)) remove(path);
    else if (entry.isDirectory()) walk(path);
    else if (entry.isFile() && (forOthers.test(entry.name) || readings.test(entry.name))) remove(path);
  }
}

/** The analyser loads the grammar as WebAssembly; the generated C, and its builds for each platform, are for others. */
function isOfGrammar(name) {
  return name === 'package.json' || name.endsWith('.wasm') || /^licen[cs]e/i.test(name);
}

function remove(path) {
  if (!existsSync(path)) return;
  freed += sizeOf(path);
  rmSync(path, { recursive: true });
}

function sizeOf(path) {
  const about = lstatSync(path);
  if (!about.isDirectory()) return about.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
