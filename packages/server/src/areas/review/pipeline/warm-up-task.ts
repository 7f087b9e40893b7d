import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';
import { analyzeTask } from './analyze-task.ts';

/**
 * Enough code to compile everything that each analysis runs; more would not make the first application
 * faster.
 */
const SAMPLE = fileURLToPath(new URL('../../../kit', import.meta.url));

/**
 * Analyses some of the service's own code and discards the result. V8 compiles only code that has run, so
 * without it a thread's first application would take three times as long as later ones.
 */
export async function warmUpTask(): Promise<null> {
  const folder = await mkdtemp(join(tmpdir(), 'trivium-warm-up-'));
  try {
    const archivePath = join(folder, 'sample.zip');
    await packFolder(SAMPLE, archivePath);
    const agents = { advisoryDbPath: undefined, osv: undefined };
    await analyzeTask({ archivePath, agents, largestBytes: Number.POSITIVE_INFINITY, alwaysInTwo: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return null;
}

async function packFolder(folder: string, path: string): Promise<void> {
  const zip = new ZipFile();
  const written = finished(zip.outputStream.pipe(createWriteStream(path)));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) zip.addFile(file, relative(folder, file), { compress: false });
  }
  zip.end();
  await written;
}
