import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { readFolder } from '@trivium/scanner';
import yazl from 'yazl';

export interface PackedFolder {
  path: string;
  files: number;
  remove(): Promise<void>;
}

/**
 * Packs a folder as Git sees it: without files that a .gitignore excludes, in the folder or above it in the repository,
 * and without `.git`.
 */
export async function packFolder(folder: string): Promise<PackedFolder> {
  const home = await mkdtemp(join(tmpdir(), 'trivium-review-'));
  const path = join(home, 'application.zip');
  const zip = new yazl.ZipFile();
  const written = finished(zip.outputStream.pipe(createWriteStream(path)));
  const files = await readFolder(folder);
  for (const file of files) {
    // Files are opened one after the other while the archive is written.
    zip.addReadStreamLazy(file.path, (done) => done(null, createReadStream(join(folder, file.path))));
  }
  zip.end();
  await written;
  return { path, files: files.length, remove: () => rm(home, { recursive: true, force: true }) };
}
