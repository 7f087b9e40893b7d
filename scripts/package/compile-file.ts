import { stripTypeScriptTypes } from 'node:module';
import { dirname, posix } from 'node:path';

const scanner = 'packages/scanner/src/index.js';

/**
 * Compiles a source file to JavaScript: types become spaces, so that lines and columns stay, and imports of source
 * files are changed to their JavaScript. `path` is relative to the root.
 */
export function compileFile(path: string, text: string): string {
  const code = path.endsWith('.ts') ? stripTypeScriptTypes(text, { mode: 'strip' }) : text;
  const toScanner = posix.relative(dirname(path), scanner);
  return code
    .replaceAll(/(['"])(\.{1,2}\/[^'"\s]+)\.ts\1/g, '$1$2.js$1')
    .replaceAll(/(['"])@trivium\/scanner\1/g, `$1${toScanner}$1`);
}
