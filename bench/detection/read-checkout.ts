import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FileEntry } from '../../packages/scanner/src/types/file-entry.ts';

/** All files in a folder, as input of the analysis; without `.git` and dependencies. */
export function readCheckout(root: string, under = ''): FileEntry[] {
  const entries: FileEntry[] = [];
  const visit = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (entry.name !== '.git' && entry.name !== 'node_modules') visit(path);
      } else if (entry.isFile()) {
        const full = join(root, path);
        entries.push({ path, sizeBytes: statSync(full).size, read: () => readFileSync(full) });
      }
    }
  };
  visit(under);
  return entries;
}
