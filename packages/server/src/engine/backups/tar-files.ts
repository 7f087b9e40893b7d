import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract as extractTar, pack as packTar } from 'tar-stream';
import { openCopiedFile } from '../../kit/copied-file.ts';
import { BackupError } from './backup-error.ts';

/** An archive entry: a file, or a folder when there is no content. */
export interface TarFile {
  path: string;
  content?: { size: number; read(): AsyncIterable<Buffer> } | undefined;
}

/** The files as one tar, produced as it is read. */
export function packFiles(files: AsyncIterable<TarFile>): Readable {
  const pack = packTar();
  const add = async () => {
    for await (const { path, content } of files) {
      if (content === undefined) {
        if (path !== '') pack.entry({ name: `${path}/`, type: 'directory', mode: 0o700 });
        continue;
      }
      const entry = pack.entry({ name: path, size: content.size, mode: 0o600 });
      await pipeline(Readable.from(content.read()), entry as unknown as NodeJS.WritableStream);
    }
    pack.finalize();
  };
  add().catch((error) => pack.destroy(error));
  return Readable.from(pack as AsyncIterable<Buffer>, { objectMode: false });
}

/** Extracts a tar into an empty folder. */
export async function unpackFiles(source: Readable, folder: string): Promise<void> {
  const extract = extractTar();
  const fed = pipeline(source, extract as unknown as NodeJS.WritableStream);
  const write = async () => {
    const made = new Set<string>();
    for await (const entry of extract) {
      const { name, type } = entry.header;
      const path = join(folder, name);
      if (!path.startsWith(folder + sep))
        throw new BackupError(`The backup holds a file ${name} outside of it.`);
      const parent = type === 'directory' ? path : dirname(path);
      if (!made.has(parent)) await mkdir(parent, { recursive: true, mode: 0o700 });
      made.add(parent);
      if (type === 'directory') entry.resume();
      else await pipeline(entry as AsyncIterable<Buffer>, createWriteStream(path, { mode: 0o600 }));
    }
  };
  const [isFed, isWritten] = await Promise.allSettled([fed, write()]);
  for (const result of [isWritten, isFed]) if (result.status === 'rejected') throw result.reason;
}

/** Names of files below a folder; none if the folder does not exist. */
export async function namesBelow(folder: string, isWanted: (path: string) => boolean): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter(isWanted).sort();
}

/** These files, each as it is when its turn comes. */
export async function* copiedFiles(folder: string, names: readonly string[]): AsyncGenerator<TarFile> {
  for (const name of names) {
    const file = await openCopiedFile(folder, name);
    if (file !== undefined) yield file;
  }
}
