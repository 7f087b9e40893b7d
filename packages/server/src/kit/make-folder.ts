import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/**
 * Creates a folder and its missing parents; an existing one stays as it is. Node's own `recursive` retries
 * forever where a file system refuses, such as `/proc`.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  const missing: string[] = [];
  let at = resolve(path);
  while (!(await exists(at))) {
    missing.unshift(at);
    at = dirname(at);
  }
  for (const folder of missing) {
    await mkdir(folder, { mode }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  if (missing.length === 0 && !(await stat(path)).isDirectory()) {
    throw Object.assign(new Error(`EEXIST: ${path} is a file`), { code: 'EEXIST' });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
