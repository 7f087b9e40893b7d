import { formatCell } from './csv-rows.ts';

/**
 * Where a spreadsheet would begin a formula: at the begin of a cell, and behind what another spreadsheet takes for the
 * end of one, whatever spaces and quotes lie between. The wide forms are what some take for the plain ones.
 */
const FORMULA = /(^|[;\t\r\n|])([ "\u00a0\ufeff]*)('*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Cells that begin so are cut by some, and then begin with what follows. */
const LEADING_BREAK = /^('*)(?=[\t\r\n])/;

/**
 * A cell as CSV that nobody opens as a formula: a `'` stands before what would begin one. Where one stood already
 * there is one more, so that taking one away tells the value back.
 */
export function formatSpreadsheetCell(cell: string | null): string {
  if (cell === null) return '';
  return formatCell(cell.replace(FORMULA, "$1$2'$3").replace(LEADING_BREAK, "'$1"));
}
