// `node build.ts <folder>`: makes the pages of the console in the folder: scripts split by page, one style sheet, each also
// compressed, and `pages.json`, which tells what each page loads. The service runs it when somebody first opens a page.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';

/** What a page loads, by the names of files in the folder. */
export interface BuiltPage {
  script: string;
  /** What the script imports, so that all of it is asked for at once. */
  imports: string[];
  style: string;
}

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const { 2: folder = '' } = process.argv;
if (folder === '') throw new Error('Say into which folder the pages go.');

/** The components bring their few words in thirty languages; the console speaks English. */
const oneLanguage: Plugin = {
  name: 'one-language',
  load: {
    filter: { id: /[\\/]intl[\\/][^\\/]+[\\/](?!en-US)[a-z]{2}-[A-Z]{2}\.m?js$/ },
    handler: () => 'export default {};',
  },
};

/** uPlot asks for the browser's language when it is loaded, and breaks on those that are no language tag: `en-US@posix`. */
const plainNumbers: Plugin = {
  name: 'plain-numbers',
  transform: {
    filter: { id: /uPlot\.esm\.js$/ },
    handler: (code) => code.replace('domEnv ? nav.language : ', ''),
  },
};

async function buildScripts(): Promise<OutputChunk[]> {
  const bundle = await rolldown({
    input: { main: join(root, 'src/main.tsx'), portal: join(root, 'src/portal.tsx') },
    platform: 'browser',
    // Of the 1,700 icons only those in use are read.
    experimental: { lazyBarrel: true },
    plugins: [oneLanguage, plainNumbers],
    transform: { define: { 'process.env.NODE_ENV': '"production"' }, target: 'es2023' },
    // `use client` means nothing here.
    onLog: (level, log, next) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && next(level, log),
  });
  const { output } = await bundle.generate({
    format: 'esm',
    minify: true,
    comments: false,
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  return output.filter((part): part is OutputChunk => part.type === 'chunk');
}

async function buildStyle(): Promise<{ name: string; text: string }> {
  const own = join(root, 'src/styles');
  const files = [
    require.resolve('uplot/dist/uPlot.min.css'),
    ...(await readdir(own)).toSorted().map((file) => join(own, file)),
  ];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const text = texts
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\n\s*/g, '\n');
  return { name: `style-${createHash('sha256').update(text).digest('base64url').slice(0, 8)}.css`, text };
}

async function write(name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([
    writeFile(join(folder, name), bytes),
    writeFile(join(folder, `${name}.br`), brotli),
    writeFile(join(folder, `${name}.gz`), gzipped),
  ]);
}

const [chunks, style] = await Promise.all([buildScripts(), buildStyle()]);
const pages = chunks
  .filter(({ isEntry }) => isEntry)
  .map((entry): [string, BuiltPage] => [
    entry.name,
    { script: entry.fileName, imports: entry.imports, style: style.name },
  ]);
await mkdir(folder, { recursive: true });
// One after another: each file that is being compressed takes megabytes, and there are more than a hundred.
for (const { fileName, code } of chunks) await write(fileName, code);
await write(style.name, style.text);
await writeFile(join(folder, 'pages.json'), JSON.stringify(Object.fromEntries(pages)));
