import { describe, expect, test } from 'vitest';
import { scanFile } from '../../analysis/scan-file.ts';
import { threadMs } from '../../fixtures/thread-ms.ts';
import { lex } from '../../read/lexer/lex.ts';
import { lexerRules } from '../../read/lexer/lexer-rules.ts';
import { lowerFile } from './lower-file.ts';
import { lowerWithTree } from './lower-tree.ts';
import { loadGrammar } from './syntax-tree.ts';

/** A file of each family of languages, by its ending. */
const endings = 'js vue java py go cs php rb rs kt swift dart scala c sql sh css clj md'.split(' ');
/** What opens and never closes, and what opens and closes as often. */
const pieces = [
  '(',
  '({[<',
  'a<',
  '()',
  '{}',
  '`${',
  '"${',
  "f'{",
  '"""',
  '/*',
  '<!--',
  '<<A\n',
  'if(a){',
  '#',
];
const SMALL_LENGTH = 8_192;
const GROWTH = 8;
/** One large file takes as long as eight small ones where the time grows as the text does, eight times as long where it grows with its square. */
const MAX_GROWTH = 3;
/** Of whatever else the thread has to do, and of the clock. */
const NOISE_MS = 10;

function cpuMs(work: () => void): number {
  const before = threadMs();
  work();
  return threadMs() - before;
}

function scan(ending: string, text: string): void {
  const bytes = Buffer.from(ending === 'php' ? `<?php ${text}` : text);
  const entry = { path: `src/a.${ending}`, sizeBytes: bytes.length, read: () => bytes };
  const { fault } = scanFile(entry, { maxFileBytes: 1_048_576, fileBudgetMs: 60_000 });
  if (fault !== null) throw new Error(`${ending}: ${fault.error}`);
}

/** Lines of 60 or so: what has fewer is taken for code that was made smaller, and is not read. */
function fill(piece: string, size: number): string {
  const line = `${piece.repeat(Math.ceil(60 / piece.length))}\n`;
  return line.repeat(Math.ceil(size / line.length));
}

const fillLine = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));

/**
 * Whether a large text takes as long as so many small ones, of which no more are read than decide it. A measure may meet
 * a collection of garbage; what is quadratic does not pass four times.
 */
function isLinear(work: (text: string) => void, piece: string, filled = fill): boolean {
  const one = filled(piece, SMALL_LENGTH);
  const large = filled(piece, SMALL_LENGTH * GROWTH);
  for (let tries = 0; tries < 4; tries++) {
    const largeMs = cpuMs(() => work(large));
    let apart = 0;
    for (let time = 0; time < GROWTH && largeMs >= MAX_GROWTH * apart + NOISE_MS; time++)
      apart += cpuMs(() => work(one));
    if (largeMs < MAX_GROWTH * apart + NOISE_MS) return true;
  }
  return false;
}

/** What the readers of our own take for the beginning of much. */
const code = [
  ...pieces,
  '[',
  '"\\(',
  "'${",
  '{a in ',
  '{ (a: [B], c) -> D in ',
  'if let a=b{',
  'switch a{case .b(let c):',
  'a<b<c',
  'a?.b![0]',
  '#"',
  '#/',
  '/a',
  '@a(',
  '(a)=>',
  'class A<B>{',
  'var a:[B<C>]={',
  'a..b(',
  '>>',
  '`',
];

describe('a file of nothing but openings', () => {
  test.each(['Swift', 'Dart'])('is lowered from %s in as long as it is large', (language) => {
    const lower = (text: string) => void lowerFile('a', language, text, 60_000);
    for (const piece of code) lower(fill(piece, SMALL_LENGTH / 8));
    expect(code.filter((piece) => !isLinear(lower, piece))).toEqual([]);
  });

  test.each(endings)('.%s takes as long as it is large', (ending) => {
    for (const piece of pieces) scan(ending, fill(piece, SMALL_LENGTH / 8));
    const read = (text: string) => scan(ending, text);
    for (const piece of pieces) expect(isLinear(read, piece), JSON.stringify(piece)).toBe(true);
  });

  test.each(Object.entries(lexerRules))('in one line, its words in %s take as long', (_family, rules) => {
    const read = (text: string) => void lex(text, rules);
    for (const piece of code) read(fillLine(piece, SMALL_LENGTH / 8));
    expect(code.filter((piece) => !isLinear(read, piece, fillLine))).toEqual([]);
  });

  test.each([
    ['Python', '#'],
    ['Python', 'x=>'],
    ['Java', '({['],
    ['C#', '"${'],
    ['Go', '('],
    ['PHP', '[]'],
  ])('in %s of %s keeps no parser for much longer than it was granted', async (language, piece) => {
    await loadGrammar(language);
    const budgetMs = 60;
    const text = fill(piece, 700_000);
    // What was granted, and as much once more for what the parser does between two questions, and for copying.
    expect(cpuMs(() => lowerWithTree('a', language, text, budgetMs))).toBeLessThan(10 * budgetMs);
  });
});
