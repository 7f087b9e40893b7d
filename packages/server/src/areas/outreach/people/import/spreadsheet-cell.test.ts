import fc from 'fast-check';
import { expect, test } from 'vitest';
import { required } from '../../../../kit/required.ts';
import { CsvRowReader } from './csv-rows.ts';
import { formatSpreadsheetCell } from './spreadsheet-cell.ts';

/** Restores the original value, as described in docs/outreach.md. */
function tellBack(cell: string): string {
  return cell
    .replace(/^'('*)(?=[\t\r\n])/, '$1')
    .replace(/(^|[;\t\r\n|])([ "\u00a0\ufeff]*)'('*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g, '$1$2$3');
}

function readBack(written: string): string {
  const reader = new CsvRowReader(',');
  const [row] = [...reader.push(`x,${written}\n`), ...reader.end()];
  return required(row?.cells[1], 'the cell');
}

/** The cells of a line for a spreadsheet that only recognizes quotes at the start of a cell. */
function cellsUnder(separator: string, line: string): string[] {
  return line.split(separator === '\t' ? /[\t\r\n]/ : new RegExp(`[${separator}\r\n]`));
}

const hostile = fc.array(
  fc.constantFrom(...'=+-@\t\r\n;|,"\' aé＝＠0'.split(''), "cmd|'/c calc'!A1", '=1+1', '""', "''"),
  { maxLength: 12 },
);

test('no cell starts a formula in a spreadsheet, with any separator, and its value can be restored', () => {
  fc.assert(
    fc.property(hostile, (parts) => {
      const value = parts.join('');
      const written = formatSpreadsheetCell(value);
      const cell = value.trim() === '' && !/[\t\r\n]/.test(value) ? value : readBack(written);
      expect(tellBack(cell)).toBe(value);
      for (const separator of [';', '\t', '|']) {
        for (const one of cellsUnder(separator, `2,email,${written}`)) {
          expect(one.replace(/^[ "\u00a0\ufeff]+/, '')).not.toMatch(/^[=+\-@\uff1d\uff0b\uff0d\uff20]/);
        }
      }
      expect(cell).not.toMatch(/^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/);
    }),
    { numRuns: 3_000 },
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ["'=1+1", "''=1+1"],
  ['-5', "'-5"],
  ['a@b.example', 'a@b.example'],
  ['x;=1', "x;'=1"],
  ['\t=1', "'\t'=1"],
])('%j is written as %j', (value, written) => {
  expect(formatSpreadsheetCell(value)).toBe(written);
});
