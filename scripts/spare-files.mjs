import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes files from a folder of packages that none of our programs reads, not even in development: sources of
 * grammars, source maps, and the headers of Node. Returns how many bytes they had.
 */
export function removeSpareFiles(folder) {
  let freed = 0;
  const walk = (at) => {
    const entries = readdirSync(at, { withFileTypes: true });
    const isSpare = spareIn(at, new Set(entries.map(({ name }) => name)));
    for (const entry of entries) {
      const path = join(at, entry.name);
      if (isSpare(entry.name)) freed += remove(path);
      else if (entry.isDirectory()) walk(path);
    }
  };
  walk(folder);
  return freed;
}

function spareIn(folder, names) {
  // The analyser loads a grammar as WebAssembly; the generated C and the builds for each platform are not needed.
  if (names.has('tree-sitter.json')) {
    return (name) => name !== 'package.json' && !name.endsWith('.wasm') && !/^licen[cs]e/i.test(name);
  }
  if (/[\\/]node-(?:bin-)?(?:linux|darwin)-[^\\/]+$/.test(folder)) {
    return (name) => ['include', 'share', 'CHANGELOG.md'].includes(name);
  }
  return (name) => name.endsWith('.map');
}

/** Removes a file or a folder; returns its size in bytes. */
export function remove(path) {
  const bytes = sizeOf(path);
  rmSync(path, { recursive: true });
  return bytes;
}

function sizeOf(path) {
  const about = lstatSync(path);
  if (!about.isDirectory()) return about.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
