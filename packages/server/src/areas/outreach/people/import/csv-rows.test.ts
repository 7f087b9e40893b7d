import { describe, expect, test } from 'vitest';
import { CsvRowReader } from './csv-rows.ts';

/** Reads the text in pieces, like a file. */
function read(text: string, pieceLength = 262_144) {
  const reader = new CsvRowReader(',');
  const rows = [];
  for (let at = 0; at < text.length; at += pieceLength)
    rows.push(...reader.push(text.slice(at, at + pieceLength)));
  rows.push(...reader.end());
  return rows;
}

const lines = (count: number, line: string) => `${line}\n`.repeat(count);

test.each([1, 2, 3, 1_000])(
  'cells with line breaks and quotes stay one record, in pieces of %i',
  (length) => {
    expect(read('a,"b\r\n""c"", d\n",e\n\nf,"g" \n', length)).toEqual([
      { line: 1, cells: ['a', 'b\r\n"c", d\n', 'e'] },
      { line: 5, cells: ['f', 'g'] },
    ]);
  },
);

describe('an unclosed quote only affects its own line, however large the file is', () => {
  const LINES = 150_000;

  test('one in the first line', () => {
    const rows = read(`"a@x.test,A\n${lines(LINES, 'b@x.test,"B"')}`);
    expect(rows).toHaveLength(LINES + 1);
    expect(rows.filter(({ problem }) => problem !== undefined).map(({ line }) => line)).toEqual([1]);
  });

  // Each of these lines closes what the previous line opened, and opens a quote itself.
  test.each([
    ['behind a quote in the middle of a cell', '5"x,"y'],
    ['behind a quote at the end of a cell', 'x",y,"z'],
    ['behind a quote that closes', '"x","y'],
  ])('one in every line, %s', (_name, line) => {
    const rows = read(lines(LINES, line));
    expect(rows).toHaveLength(LINES);
    expect(rows.every(({ problem, raw }) => problem === 'unterminated_quote' && raw === line)).toBe(true);
  });

  test('one before a thousand lines, closed too late', () => {
    const rows = read(`"a\n${lines(1_001, 'b')}c"\n`);
    expect(rows).toHaveLength(1_003);
    expect(rows[0]).toMatchObject({ line: 1, problem: 'unterminated_quote' });
    expect(read(`"a\n${lines(998, 'b')}c"\n`)).toHaveLength(1);
  });
});
