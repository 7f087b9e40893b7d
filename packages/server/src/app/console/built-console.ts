import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuiltPage } from '../../../../console/scripts/build.ts';
import { runProgram } from '../../kit/processes/index.ts';
import { required } from '../../kit/required.ts';

export type BuiltPages = Record<'main' | 'portal', BuiltPage>;

export interface BuiltConsole {
  folder: string;
  pages: BuiltPages;
}

const root = join(import.meta.dirname, '../../../../..');
const cache = join(root, 'node_modules/.cache/console');
const script = join(root, 'packages/console/scripts/build.ts');
const sources = ['packages/console/src', 'packages/console/scripts', 'packages/sdk/src'];
/** Earlier builds to keep: other processes started from this checkout may serve them. */
const KEPT = 3;

/** Where an image or package has prebuilt pages, instead of their sources and the bundler. */
const shipped = join(root, 'packages/console/built');

/** The console's files: prebuilt ones, or built now unless the same sources were built before. */
export async function findBuiltConsole(): Promise<BuiltConsole> {
  if (existsSync(join(shipped, 'pages.json'))) return open(shipped);
  const folder = join(cache, await hashSources());
  return existsSync(folder) ? open(folder) : build(folder);
}

async function open(folder: string): Promise<BuiltConsole> {
  return { folder, pages: JSON.parse(await readFile(join(folder, 'pages.json'), 'utf8')) as BuiltPages };
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(root, 'package-lock.json')));
  for (const source of sources) {
    const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const texts = await Promise.all(files.toSorted().map((file) => readFile(file)));
    for (const [at, file] of files.toSorted().entries())
      hash.update(`\n${file.slice(root.length)}\n`).update(required(texts[at], 'the text of a file'));
  }
  return hash.digest('hex').slice(0, 24);
}

/**
 * Built in a separate process, whose exit frees the bundler's memory. Several may build at once; the first
 * one's result is kept.
 */
async function build(folder: string): Promise<BuiltConsole> {
  const draft = await makeDraft();
  const { code, stderr, startError } = await runProgram(process.execPath, [script, draft], { cwd: root });
  if (code !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new Error(`The console could not be built: ${startError?.message ?? stderr.slice(-2_000)}`);
  }
  if (!draft.startsWith(cache)) return open(draft);
  await rename(draft, folder).catch(async (error: unknown) => {
    await rm(draft, { recursive: true });
    if (!existsSync(folder)) throw error;
  });
  await removeOld(folder);
  return open(folder);
}

/** Beside the other builds, or in this process's own folder if the checkout is not writable. */
async function makeDraft(): Promise<string> {
  try {
    await mkdir(cache, { recursive: true });
    return await mkdtemp(join(cache, '.draft-'));
  } catch {
    return mkdtemp(join(tmpdir(), 'trivium-console-'));
  }
}

async function removeOld(current: string): Promise<void> {
  const entries = await readdir(cache, { withFileTypes: true });
  const builds = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
  const dated = await Promise.all(
    builds.map(async ({ name }) => ({
      folder: join(cache, name),
      at: (await stat(join(cache, name))).mtimeMs,
    })),
  );
  const others = dated.filter(({ folder }) => folder !== current).toSorted((a, b) => b.at - a.at);
  await Promise.all(others.slice(KEPT).map(({ folder }) => rm(folder, { recursive: true, force: true })));
}
