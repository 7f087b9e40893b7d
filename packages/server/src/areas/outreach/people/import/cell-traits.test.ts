import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CellWatcher } from './cell-traits.ts';
import { formatCell } from './csv-rows.ts';

const COLUMNS = 3;
const cell = fc.string({
  unit: fc.constantFrom(
    'a',
    'ü',
    'à',
    ' ',
    '\u00a0',
    '\u200b',
    '\u202f',
    '\u3000',
    '\ufeff',
    '"',
    ',',
    ';',
    '\n',
    '\r',
    '\t',
  ),
  maxLength: 6,
});
const rows = fc.array(fc.array(cell, { minLength: COLUMNS, maxLength: COLUMNS }), {
  minLength: 1,
  maxLength: 8,
});

test('a column that is reported as clean is clean, however its cells are written and wherever the bytes are split', () => {
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(',', ';', '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.integer({ min: 1, max: 9 }),
      (table, delimiter, newline, quotes, chunkBytes) => {
        const write = (text: string) =>
          quotes ? `"${text.replaceAll('"', '""')}"` : formatCell(text, delimiter);
        const bytes = Buffer.from(table.map((row) => row.map(write).join(delimiter)).join(newline));
        const watcher = new CellWatcher(delimiter, COLUMNS);
        for (let at = 0; at < bytes.length; at += chunkBytes)
          watcher.take(bytes.subarray(at, at + chunkBytes));
        const { padded, broken, quoted, longestRowBytes } = watcher.result();
        for (const row of table) {
          for (const [column, text] of row.entries()) {
            if (/^[ \u00a0\u200b\u202f\u3000\ufeff]|[ \u00a0\u200b\u202f\u3000\ufeff]$/.test(text))
              expect(padded).toContain(column);
            if (/[\r\n]/.test(text)) expect(broken).toContain(column);
            if (/["\r\n]/.test(text) || text.includes(delimiter)) expect(quoted).toContain(column);
            expect(Buffer.byteLength(text)).toBeLessThanOrEqual(longestRowBytes);
          }
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('columns without outer spaces, quotes or line breaks need no cleaning', () => {
  const watcher = new CellWatcher(',', 3);
  watcher.take(Buffer.from('email,name,note\na@b.test,Ann Lee,"one, two"\nc@d.test,"Bo","a\nb"\n'));
  expect(watcher.result()).toEqual({ padded: [], broken: [2], quoted: [1, 2], longestRowBytes: 28 });
});
