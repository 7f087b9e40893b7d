// Preloaded by both threads of a sandbox process, and plain JavaScript for that reason: with the modules
// cached by `keep-stripped.ts`, neither thread loads the TypeScript stripper, which takes longer to load than
// the modules.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * URLs of modules that were not cached, so that Node stripped them here. Whoever reports them to the owner
 * removes them.
 */
export const missed = [];

/** A module's file name in the cache, derived from its text, so that a changed module is another file. */
export function nameOfStripped(text) {
  return `${hash('sha256', text)}.js`;
}

const { STRIPPED_MODULES: folder } = process.env;
// Code in the sandbox must not see anything in the environment.
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
