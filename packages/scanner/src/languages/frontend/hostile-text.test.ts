import { describe, expect, test } from 'vitest';
import { scanFile } from '../../analysis/scan-file.ts';
import { threadMs } from '../../fixtures/thread-ms.ts';
import { lex } from '../../read/lexer/lex.ts';
import { lexerRules } from '../../read/lexer/lexer-rules.ts';
import { lowerFile } from './lower-file.ts';
import { lowerWithTree } from './lower-tree.ts';
import { loadGrammar } from './syntax-tree.ts';

/** One file extension for each family of languages. */
const endings = 'js vue java py go cs php rb rs kt swift dart scala c sql sh css clj md'.split(' ');
/** Text that opens and never closes, and text that opens and closes equally often. */
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
/** If time is linear, one large file takes as long as eight small ones; if it is quadratic, eight times as long. */
const MAX_GROWTH = 3;
/** Allowance for other work of the thread and the resolution of the clock. */
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

/** Lines of about 60 characters. With longer lines, the text would count as minified and would not be parsed. */
function fill(piece: string, size: number): string {
  const line = `${piece.repeat(Math.ceil(60 / piece.length))}\n`;
  return line.repeat(Math.ceil(size / line.length));
}

const fillLine = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length));

/**
 * Whether a large text takes as long as the small ones together; it reads only as many as are needed to decide. A
 * garbage collection may disturb one measurement, but quadratic code fails all four.
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

/** Text that our own parsers take for the beginning of something long. */
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

describe('a file of unclosed openings', () => {
  test.each(['Swift', 'Dart'])('is lowered from %s in linear time', (language) => {
    const lower = (text: string) => void lowerFile('a', language, text, 60_000);
    for (const piece of code) lower(fill(piece, SMALL_LENGTH / 8));
    expect(code.filter((piece) => !isLinear(lower, piece))).toEqual([]);
  });

  test.each(endings)('.%s takes linear time', (ending) => {
    for (const piece of pieces) scan(ending, fill(piece, SMALL_LENGTH / 8));
    const read = (text: string) => scan(ending, text);
    for (const piece of pieces) expect(isLinear(read, piece), JSON.stringify(piece)).toBe(true);
  });

  test.each(Object.entries(lexerRules))('on one line, its words in %s take linear time', (_family, rules) => {
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
  ])('in %s of %s does not keep a parser much longer than its budget', async (language, piece) => {
    await loadGrammar(language);
    const budgetMs = 60;
    const text = fill(piece, 700_000);
    // The budget, plus as much again for the parser's work between two checks of the clock, and for copying.
    expect(cpuMs(() => lowerWithTree('a', language, text, budgetMs))).toBeLessThan(10 * budgetMs);
  });
});
