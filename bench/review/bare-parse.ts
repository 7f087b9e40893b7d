import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { Language, Parser } from 'web-tree-sitter';
import { openArchive } from '../../packages/scanner/src/read/archive/index.ts';
import { required } from '../../packages/server/src/kit/required.ts';

// The reference: one thread that parses every file with the official grammar of its language and visits the whole tree,
// without analysing it. `node bench/review/bare-parse.ts <zip>` prints one line of JSON.

const grammars: Record<string, string> = {
  '.java': 'tree-sitter-java/tree-sitter-java.wasm',
  '.py': 'tree-sitter-python/tree-sitter-python.wasm',
  '.go': 'tree-sitter-go/tree-sitter-go.wasm',
  '.cs': 'tree-sitter-c-sharp/tree-sitter-c_sharp.wasm',
  '.php': 'tree-sitter-php/tree-sitter-php.wasm',
  '.rb': 'tree-sitter-ruby/tree-sitter-ruby.wasm',
  '.rs': 'tree-sitter-rust/tree-sitter-rust.wasm',
  '.kt': '@tree-sitter-grammars/tree-sitter-kotlin/tree-sitter-kotlin.wasm',
  '.c': 'tree-sitter-c/tree-sitter-c.wasm',
  '.h': 'tree-sitter-c/tree-sitter-c.wasm',
  '.cpp': 'tree-sitter-cpp/tree-sitter-cpp.wasm',
  '.js': 'tree-sitter-javascript/tree-sitter-javascript.wasm',
  '.mjs': 'tree-sitter-javascript/tree-sitter-javascript.wasm',
  '.jsx': 'tree-sitter-javascript/tree-sitter-javascript.wasm',
  '.ts': 'tree-sitter-typescript/tree-sitter-typescript.wasm',
  '.tsx': 'tree-sitter-typescript/tree-sitter-tsx.wasm',
};

const require = createRequire(import.meta.url);
const parsers = new Map<string, Parser>();

async function parserOf(extension: string): Promise<Parser> {
  const known = parsers.get(extension);
  if (known !== undefined) return known;
  // The grammar must be loaded before its parser is created: a parser created while a grammar loads fails in the
  // grammar's own scanner.
  const language = await Language.load(
    new Uint8Array(readFileSync(require.resolve(required(grammars[extension], 'one of grammars')))),
  );
  const parser = new Parser();
  parser.setLanguage(language);
  parsers.set(extension, parser);
  return parser;
}

function walkTree(parser: Parser, text: string): number {
  const tree = required(parser.parse(text), 'the tree');
  const cursor = tree.walk();
  let nodes = 0;
  for (let isDone = false; !isDone; ) {
    nodes++;
    if (cursor.gotoFirstChild()) continue;
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        isDone = true;
        break;
      }
    }
  }
  tree.delete();
  return nodes;
}

await Parser.init();
const archive = openArchive(required(process.argv[2], 'the path of the archive'));
const figures = { files: 0, bytes: 0, lines: 0, nodes: 0, ms: 0, cpuMs: 0 };
const startedAt = performance.now();
const cpuAtStart = process.cpuUsage();
for (const file of archive.files) {
  const extension = extname(file.path);
  if (!Object.hasOwn(grammars, extension) || file.sizeBytes > 1_048_576 || file.path.endsWith('.min.js'))
    continue;
  const text = Buffer.from(file.read()).toString('utf8');
  figures.nodes += walkTree(await parserOf(extension), text);
  figures.files++;
  figures.bytes += file.sizeBytes;
  figures.lines += text.split('\n').length;
}
figures.ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpuAtStart);
figures.cpuMs = (user + system) / 1000;
process.stdout.write(`${JSON.stringify(figures)}\n`);
