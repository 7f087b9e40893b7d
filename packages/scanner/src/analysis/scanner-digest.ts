import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

let known: string | undefined;

/** A digest of the scanner's own code, so that results of another version are never reused. */
export function scannerDigest(): string {
  known ??= digest();
  return known;
}

function digest(): string {
  const root = join(import.meta.dirname, '..');
  const hash = createHash('sha256').update(process.version);
  hash.update(readFileSync(join(root, '../package.json')));
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const name of names) hash.update(readFileSync(name));
  return hash.digest('base64');
}
