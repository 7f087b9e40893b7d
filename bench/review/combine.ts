// node bench/review/combine.ts <out.zip> <copies>x<zip>...: makes one large archive from several, each as often as
// given, to measure an analysis of millions of lines. The copies declare different names, like another project, so that
// the analysis does not recognize them as copies.
import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { openArchive } from '../../packages/scanner/src/read/archive/index.ts';

const [out = '', ...sources] = process.argv.slice(2);
const code = /\.(?:[cm]?[jt]sx?|java|cs|go|py|php|kt)$/;
const declared = /\b(const|let|var|String|int|def|func) (?=[A-Za-z_])/g;

const zip = new ZipFile();
const written = pipeline(zip.outputStream, createWriteStream(out));
for (const source of sources) {
  const [, copies = '1', path = source] = /^(\d+)x(.+)$/.exec(source) ?? [];
  const name = basename(path, '.zip');
  for (const file of openArchive(path).files) {
    for (let copy = 0; copy < Number(copies); copy++) {
      const read = () => {
        const bytes = Buffer.from(file.read());
        const isChanged = copy > 0 && code.test(file.path);
        return isChanged ? Buffer.from(bytes.toString('utf8').replace(declared, `$1 v${copy}_`)) : bytes;
      };
      // One at a time, because compressing them all at once takes gigabytes.
      const options = { compressionLevel: 1 };
      zip.addReadStreamLazy(`${name}-${copy}/${file.path}`, options, (give) =>
        give(null, Readable.from([read()])),
      );
    }
  }
}
zip.end();
await written;
