// Loaded before all else by both threads of a sandbox process, and plain JavaScript for that reason: with what
// `keep-stripped.ts` has kept, neither loads the stripper of TypeScript, which takes longer than the modules themselves.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Addresses of modules that nobody has kept yet, so that Node stripped them here. Whoever tells its owner of them takes them out. */
export const missed = [];

/** What a module is kept as: another text is another file. */
export function nameOfStripped(text) {
  return `${hash('sha256', text)}.js`;
}

const { STRIPPED_MODULES: folder } = process.env;
// Nothing in the environment is for what runs here.
delete process.env.STRIPPED_MODULES;

if (folder !== undefined)
  registerHooks({
    load(url, context, next) {
      if (!url.endsWith('.ts')) return next(url, context);
      try {
        const kept = join(folder, nameOfStripped(readFileSync(fileURLToPath(url))));
        return { format: 'module', source: readFileSync(kept), shortCircuit: true };
      } catch {
        missed.push(url);
        return next(url, context);
      }
    },
  });
