import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Tree, TreeCursor } from 'web-tree-sitter';
import { required } from '../../fixtures/required.ts';
import { readExamples } from '../../rules/catalog/examples.ts';
import { addressOf, checkMemory, grammarFiles, leaves, parserRuntime } from './syntax-tree.ts';
import { openMemory, TreeMemory, type TreeNames } from './tree-memory.ts';
import type { TreeNode } from './tree-node.ts';

const endings: Record<string, string> = {
  Java: 'java',
  Python: 'py',
  Go: 'go',
  'C#': 'cs',
  PHP: 'php',
  Ruby: 'rb',
  Rust: 'rs',
  Kotlin: 'kt',
  Scala: 'scala',
  C: 'c',
  'C++': 'cpp',
};

const languages = join(import.meta.dirname, '..');
/** The rules for Scala are tested with its own examples. */
const scala = globSync('scala/examples/*.txt', { cwd: languages }).map((path): [string, string] => [
  path.replace(/\.txt$/, ''),
  readFileSync(join(languages, path), 'utf8'),
]);
const examples = [...readExamples().values()]
  .flat()
  .flatMap(({ weak, safe }) => [...Object.entries(weak), ...Object.entries(safe)])
  .concat(scala);

let runtime: Awaited<ReturnType<typeof parserRuntime>>;
beforeAll(async () => {
  runtime = await parserRuntime();
});

async function openGrammar(language: string) {
  const { Language, Parser } = runtime;
  const file = required(grammarFiles[language], 'the grammar of the language');
  const grammar = await Language.load(createRequire(import.meta.url).resolve(file));
  return { grammar, parser: new Parser().setLanguage(grammar) };
}

/** Whole examples, some truncated, some without every fifth line, and some with wider characters. */
function textsOf(ending: string): string[] {
  return examples
    .filter(([path]) => path.endsWith(`.${ending}`))
    .slice(0, 60)
    .flatMap(([, text]) => [
      text,
      text.slice(0, text.length / 2),
      text
        .split('\n')
        .filter((_, at) => at % 5 !== 3)
        .join('\n'),
      `  // ж 🚲 a note\n${text.replaceAll('a', 'жя')}`,
    ]);
}

/** The tree as the parser's own cursor shows it. A cursor left to garbage collection frees memory of others. */
function shown(tree: Tree, length: number, names: TreeNames): TreeNode {
  const cursor = tree.walk();
  const top = visited(cursor, length, names);
  cursor.delete();
  return top;
}

function visited(
  cursor: TreeCursor,
  length: number,
  { types, isNamed, isLeaf, fields }: TreeNames,
): TreeNode {
  const top: TreeNode = { type: cursor.nodeType, field: null, start: 0, end: length, kids: [] };
  const visit = (parent: TreeNode): void => {
    if (!cursor.gotoFirstChild()) return;
    do {
      const typeId = cursor.nodeTypeId;
      const named = typeId === 65_535 || isNamed[typeId] === 1;
      const field = cursor.currentFieldId;
      if (!named && field === 0) continue;
      const node: TreeNode = {
        type: types[typeId] ?? 'ERROR',
        field: fields[field] ?? null,
        start: cursor.startIndex,
        end: cursor.endIndex,
        kids: [],
      };
      parent.kids.push(node);
      if (named && isLeaf[typeId] !== 1 && node.end > node.start) visit(node);
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  };
  visit(top);
  return top;
}

test.each(Object.entries(endings))(
  "a tree of %s is read from memory as the parser's own cursor shows it",
  async (language, ending) => {
    const { grammar, parser } = await openGrammar(language);
    const { types, fields } = grammar;
    const names: TreeNames = {
      types,
      fields,
      isNamed: Uint8Array.from(types, (_, id) => (grammar.nodeTypeIsNamed(id) ? 1 : 0)),
      isLeaf: Uint8Array.from(types, (type) => (leaves.has(type) ? 1 : 0)),
    };
    const trees = new TreeMemory(runtime.memory, names);
    const texts = textsOf(ending);
    expect(texts.length).toBeGreaterThan(3);
    for (const text of ['', ' ', '\n/* a */', '((((', ...texts]) {
      const tree: Tree = required(parser.parse(text), 'the tree');
      const copied = trees.copy(addressOf(tree), text.length);
      expect(copied).toEqual(shown(tree, text.length, names));
      tree.delete();
    }
  },
  60_000,
);

test('a tree as deep as its text is long needs no stack', async () => {
  const { grammar, parser } = await openGrammar('Java');
  const { types, fields } = grammar;
  const none = new Uint8Array(types.length);
  const trees = new TreeMemory(runtime.memory, {
    types,
    fields,
    isNamed: none.fill(1),
    isLeaf: new Uint8Array(0),
  });
  const text = `class A { int a = ${'1 + '.repeat(20_000)}1; }`;
  const tree = required(parser.parse(text), 'the tree');
  let depth = 0;
  for (let open = [trees.copy(addressOf(tree), text.length)]; open.length > 0; depth++)
    open = open.flatMap(({ kids }) => kids);
  expect(depth).toBeGreaterThan(20_000);
  tree.delete();
});

test('a parser with another memory is refused, not read as empty', async () => {
  const { grammar, parser } = await openGrammar('Java');
  const { types, fields } = grammar;
  const names = {
    types,
    fields,
    isNamed: new Uint8Array(types.length),
    isLeaf: new Uint8Array(types.length),
  };
  expect(() => checkMemory(parser, new TreeMemory(runtime.memory, names))).not.toThrow();
  expect(() => checkMemory(parser, new TreeMemory(openMemory(), names))).toThrow('was set up before');
});
