import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import ignore, { type Ignore } from 'ignore';
import yazl from 'yazl';

export interface PackedFolder {
  path: string;
  files: number;
  remove(): Promise<void>;
}

/** What a .gitignore judges, and from where. */
interface Rules {
  /** Below the root, with a slash at its end; empty for the root. */
  base: string;
  matcher: Ignore;
}

/** Zips a folder as Git would see it: without what any .gitignore in it leaves out, and without `.git`. */
export async function packFolder(folder: string): Promise<PackedFolder> {
  const home = await mkdtemp(join(tmpdir(), 'trivium-review-'));
  const path = join(home, 'application.zip');
  const zip = new yazl.ZipFile();
  const written = finished(zip.outputStream.pipe(createWriteStream(path)));
  let files = 0;
  for await (const file of listFiles(folder, '', [])) {
    // Streams are opened one after the other as the archive is written.
    zip.addReadStreamLazy(file, (done) => done(null, createReadStream(join(folder, file))));
    files++;
  }
  zip.end();
  await written;
  return { path, files, remove: () => rm(home, { recursive: true, force: true }) };
}

async function* listFiles(root: string, base: string, outer: readonly Rules[]): AsyncGenerator<string> {
  const rules = [...outer, ...(await readRules(root, base))];
  const entries = await readdir(join(root, base), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name === '.git') continue;
    const path = base + entry.name;
    if (entry.isDirectory()) {
      if (!isIgnored(`${path}/`, rules)) yield* listFiles(root, `${path}/`, rules);
    } else if (entry.isFile() && !isIgnored(path, rules)) {
      yield path;
    }
  }
}

async function readRules(root: string, base: string): Promise<Rules[]> {
  const text = await readFile(join(root, base, '.gitignore'), 'utf8').catch(() => undefined);
  return text === undefined ? [] : [{ base, matcher: ignore().add(text) }];
}

/** The rules nearest to the file have the last word. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
  let ignored = false;
  for (const { base, matcher } of rules) {
    const verdict = matcher.test(path.slice(base.length));
    if (verdict.ignored) ignored = true;
    if (verdict.unignored) ignored = false;
  }
  return ignored;
}
