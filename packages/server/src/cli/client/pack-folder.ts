import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { finished } from 'node:stream/promises';
import ignore, { type Ignore } from 'ignore';
import yazl from 'yazl';

export interface PackedFolder {
  path: string;
  files: number;
  remove(): Promise<void>;
}

/** What a .gitignore judges. */
interface Rules {
  /** The path of a file of the folder, as the .gitignore sees it. */
  pathOf(path: string): string;
  matcher: Ignore;
}

/**
 * Zips a folder as Git would see it: without what any .gitignore in it, or above it in its repository, leaves out,
 * and without `.git`.
 */
export async function packFolder(folder: string): Promise<PackedFolder> {
  const home = await mkdtemp(join(tmpdir(), 'trivium-review-'));
  const path = join(home, 'application.zip');
  const zip = new yazl.ZipFile();
  const written = finished(zip.outputStream.pipe(createWriteStream(path)));
  let files = 0;
  for await (const file of listFiles(folder, '', await readOuterRules(resolve(folder)))) {
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

/** `base` is below the root, with a slash at its end; empty for the root. */
function readRules(root: string, base: string): Promise<Rules[]> {
  return readIgnoreFile(join(root, base), (path) => path.slice(base.length));
}

async function readIgnoreFile(folder: string, pathOf: Rules['pathOf']): Promise<Rules[]> {
  const text = await readFile(join(folder, '.gitignore'), 'utf8').catch(() => undefined);
  return text === undefined ? [] : [{ pathOf, matcher: ignore().add(text) }];
}

/** Those of the folders above, up to the root of the repository, the outermost first. */
async function readOuterRules(folder: string): Promise<Rules[]> {
  const above: string[] = [];
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    // In no repository.
    if (at === dirname(at)) return [];
    above.unshift(dirname(at));
  }
  const rules = above.map((outer) => {
    const prefix = `${relative(outer, folder).split(sep).join('/')}/`;
    return readIgnoreFile(outer, (path) => prefix + path);
  });
  return (await Promise.all(rules)).flat();
}

/** The rules nearest to the file have the last word. */
function isIgnored(path: string, rules: readonly Rules[]): boolean {
  let ignored = false;
  for (const { pathOf, matcher } of rules) {
    const verdict = matcher.test(pathOf(path));
    if (verdict.ignored) ignored = true;
    if (verdict.unignored) ignored = false;
  }
  return ignored;
}
