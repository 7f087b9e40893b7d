import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { required } from '../../src/kit/required.ts';

export const root = join(import.meta.dirname, '../../../..');

export interface CodeBlock {
  /** Path from the root of the repository. */
  file: string;
  line: number;
  language: string;
  code: string;
}

/** Languages of blocks that cannot be run: answers and data. */
const shown = new Set(['json', 'text', '']);

/** Every document for readers. */
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'packages/sdk/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const blocks = documents.flatMap(readBlocks).filter(({ language }) => !shown.has(language));
const taken = new Set<CodeBlock>();

function readBlocks(file: string): CodeBlock[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/^```([\w-]*)[^\n]*\n(.*?)^```/gms)].map(({ 1: language, 2: code, index }) => ({
    file,
    line: text.slice(0, index).split('\n').length,
    language: required(language, 'language'),
    code: required(code, 'code'),
  }));
}

/** The blocks of a document in a language, in their order. The caller must run all of them. */
export function takeBlocks(file: string, language: string): string[] {
  const own = blocks.filter((block) => block.file === file && block.language === language);
  if (own.length === 0) throw new Error(`${file} has no code in ${language}.`);
  for (const block of own) taken.add(block);
  return own.map(({ code }) => code);
}

/** Places of code that no test has run. */
export function untakenBlocks(): string[] {
  return blocks.filter((block) => !taken.has(block)).map(({ file, line }) => `${file}:${line}`);
}
