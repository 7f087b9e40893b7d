import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { openArchive } from '../../packages/scanner/src/read/archive/index.ts';

const code = /\.(?:java|py|go|cs|php|rb|rs|kt|c|h|cpp|cc|[cm]?js|jsx|ts|tsx|swift|dart|scala|sol)$/;
const MAX_BYTES = 200_000;

/**
 * Writes a copy of an archive in which `count` code files, evenly distributed, have an additional empty line in the
 * middle.
 */
export async function writeChanged(path: string, count: number, to: string): Promise<void> {
  const archive = openArchive(path);
  const zip = new ZipFile();
  const written = finished(zip.outputStream.pipe(createWriteStream(to)));
  const eligible = archive.files.filter(
    (file) => code.test(file.path) && !/test|spec/i.test(file.path) && file.sizeBytes < MAX_BYTES,
  );
  const step = eligible.length / count;
  const changed = new Set(
    Array.from({ length: count }, (_, at) => eligible[Math.floor((at + 0.5) * step)]?.path),
  );
  for (const file of archive.files) {
    const bytes = Buffer.from(file.read());
    zip.addBuffer(changed.has(file.path) ? withEmptyLine(bytes) : bytes, file.path);
  }
  zip.end();
  await written;
  archive.close();
}

function withEmptyLine(bytes: Buffer): Buffer {
  const lines = bytes.toString('utf8').split('\n');
  return Buffer.from(lines.toSpliced(lines.length >> 1, 0, '').join('\n'));
}
