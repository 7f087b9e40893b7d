import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runProgram } from '../../packages/server/src/kit/processes/index.ts';
import { compileFile } from './compile-file.ts';

interface Manifest {
  version: string;
  license: string;
  description: string;
  engines: Record<string, string>;
  dependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
  /** The repository of the release, as written by a release (deploy/release/stamp.mjs). */
  repository?: object;
  homepage?: string;
}

/** Files that are copied unchanged. A test checks that each exists. */
export const copiedFiles = [
  'LICENSE',
  'CHANGELOG.md',
  'docs',
  'packages/server/openapi.json',
  'packages/server/migrations',
  'scripts/hand-over.mjs',
  'scripts/lifeline.mjs',
  'scripts/node-settings.mjs',
  'scripts/package/trivium.mjs',
  'scripts/pinned-node.mjs',
  'scripts/run-npm.mjs',
];

const sources = ['packages/server/src', 'packages/scanner/src', 'packages/sdk/src'];
const notShipped =
  /\.test\.ts$|\.test-d\.ts$|\.fixture\.ts$|^packages\/server\/.*\/testing\/|^packages\/scanner\/src\/fixtures\//;

/**
 * Builds the package `trivium` in the folder: the service as JavaScript, because Node runs no TypeScript below
 * node_modules, and the built pages of the console.
 */
export async function stageService(root: string, stage: string): Promise<void> {
  for (const path of copiedFiles) cpSync(join(root, path), join(stage, path), { recursive: true });
  for (const folder of ['packages/server', 'packages/scanner']) writeInnerManifest(root, stage, folder);
  cpSync(join(root, 'scripts/package/README.md'), join(stage, 'README.md'));
  for (const path of shippedSources(root)) {
    const target = join(stage, path.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    if (/\.(?:ts|mjs)$/.test(path))
      writeFileSync(target, compileFile(path, readFileSync(join(root, path), 'utf8')));
    else cpSync(join(root, path), target);
  }
  checkImports(stage);
  await makeConsole(root, join(stage, 'packages/console/built'));
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(describePackage(root), null, 2)}\n`);
}

/** The source files that are published, by path from the root. */
export function shippedSources(root: string): string[] {
  return sources
    .flatMap((folder) => globSync(`${folder}/**/*`, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !notShipped.test(path) && !path.endsWith('.d.ts'));
}

/** The manifest of the package, with all dependencies of the service and the analyser. */
export function describePackage(root: string): Record<string, unknown> {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Manifest;
  const { version, license, description, engines, allowScripts, repository, homepage } = read('package.json');
  const dependencies: Record<string, string> = {};
  for (const path of ['packages/server/package.json', 'packages/scanner/package.json']) {
    for (const [name, wanted] of Object.entries(read(path).dependencies)) {
      if (name.startsWith('@trivium/')) continue;
      if ((dependencies[name] ?? wanted) !== wanted) throw new Error(`${name} is required in two versions.`);
      dependencies[name] = wanted;
    }
  }
  return {
    name: 'trivium',
    version,
    type: 'module',
    license,
    description,
    keywords: ['webhooks', 'events', 'smart-contracts', 'outreach', 'code-review', 'self-hosted'],
    engines,
    bin: { trivium: 'scripts/package/trivium.mjs' },
    exports: { './package.json': './package.json' },
    dependencies: Object.fromEntries(Object.entries(dependencies).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    allowScripts,
    ...(repository && { repository }),
    ...(homepage && { homepage }),
  };
}

/** The service reads its version from this file; other fields only matter at the top of a package. */
function writeInnerManifest(root: string, stage: string, folder: string): void {
  const { version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  mkdirSync(join(stage, folder), { recursive: true });
  writeFileSync(join(stage, folder, 'package.json'), JSON.stringify({ version, type: 'module' }));
}

/** Finds imports of unpublished files here, before users would. */
function checkImports(stage: string): void {
  const missing: string[] = [];
  for (const path of globSync('packages/**/*.{js,mjs}', { cwd: stage })) {
    const text = readFileSync(join(stage, path), 'utf8');
    for (const [, target] of text.matchAll(
      /(?:from|import\(?)\s*['"](\.{1,2}\/[^'"]+)['"]|new URL\(['"](\.{1,2}\/[^'"]+\.js)['"]/g,
    )) {
      if (target !== undefined && !existsSync(join(stage, dirname(path), target)))
        missing.push(`${path}: ${target}`);
    }
  }
  if (missing.length > 0) throw new Error(`Imported files are not in the package:\n${missing.join('\n')}`);
}

async function makeConsole(root: string, folder: string): Promise<void> {
  const script = join(root, 'packages/console/scripts/build.ts');
  const { code, stderr, startError } = await runProgram(process.execPath, [script, folder], { cwd: root });
  if (code !== 0)
    throw new Error(`The console could not be built: ${startError?.message ?? stderr.slice(-2_000)}`);
}
