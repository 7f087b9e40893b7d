import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive, as listed in its manifest. */
export interface ArchivedFile {
  name: string;
  /** Lines in a file of rows; null for an uploaded file. */
  rows: number | null;
  bytes: number;
  /** Lowercase hex. */
  sha256: string;
}

/** A file to add to an archive; it is read when its turn comes. */
export interface ArchiveSource {
  name: string;
  /** Chunks of whole lines, or raw bytes. */
  content: AsyncIterable<string[] | Buffer>;
  isLines: boolean;
}

/**
 * A ZIP of the files, produced as it is read, with a manifest at its end. `describe` builds the manifest from
 * what was written and is called before the archive ends.
 */
export function packArchive(
  sources: AsyncIterable<ArchiveSource>,
  describe: (files: ArchivedFile[]) => object,
): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  zip.on('error', (error: Error) => out.destroy(error));
  let current: Readable | undefined;
  // The reader of the archive may stop midway.
  out.once('close', () => current?.destroy());
  const write = async () => {
    const files: ArchivedFile[] = [];
    for await (const source of sources) {
      const file = { name: source.name, rows: source.isLines ? 0 : null, bytes: 0, sha256: '' };
      const stream = Readable.from(measure(source, file), { objectMode: false });
      current = stream;
      zip.addReadStream(stream, source.name);
      // The next file is opened once this one is written, so that only one is open at a time.
      await finished(stream);
      files.push(file);
    }
    zip.addBuffer(Buffer.from(`${JSON.stringify(describe(files), undefined, 2)}\n`), 'manifest.json');
    zip.end();
  };
  write().catch((error: Error) => out.destroy(error));
  return out;
}

async function* measure({ content }: ArchiveSource, file: ArchivedFile): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of content) {
    const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(`${piece.join('\n')}\n`);
    if (!Buffer.isBuffer(piece) && file.rows !== null) file.rows += piece.length;
    file.bytes += bytes.length;
    hash.update(bytes);
    yield bytes;
  }
  file.sha256 = hash.digest('hex');
}
