import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes from a folder of packages what no program of ours reads, in development neither, and tells how many bytes it
 * was: what grammars are made from, maps for debuggers, and the headers of Node.
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
  // The analyser loads a grammar as WebAssembly; the generated C, and its builds for each platform, are for others.
  if (names.has('tree-sitter.json')) {
    return (name) => name !== 'package.json' && !name.endsWith('.wasm') && !/^licen[cs]e/i.test(name);
  }
  if (/[\\/]node-(?:bin-)?(?:linux|darwin)-[^\\/]+$/.test(folder)) {
    return (name) => ['include', 'share', 'CHANGELOG.md'].includes(name);
  }
  return (name) => name.endsWith('.map');
}

/** Removes a file or a folder; its bytes. */
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
