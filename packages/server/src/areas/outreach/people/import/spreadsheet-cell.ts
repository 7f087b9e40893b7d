import { formatCell } from './csv-rows.ts';

/**
 * Where a spreadsheet would start a formula: at the beginning of a cell, and after anything another program
 * takes for its end, with any spaces and quotes in between. Includes the full-width forms that some treat as
 * the plain ones.
 */
const FORMULA = /(^|[;\t\r\n|])([ "\u00a0\ufeff]*)('*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Some programs strip these leading characters, so the cell then begins with what follows. */
const LEADING_BREAK = /^('*)(?=[\t\r\n])/;

/**
 * A cell as CSV that no program opens as a formula: a `'` is inserted before anything that would start one.
 * Existing ones are doubled, so that removing one restores the value.
 */
export function formatSpreadsheetCell(cell: string | null): string {
  if (cell === null) return '';
  return formatCell(cell.replace(FORMULA, "$1$2'$3").replace(LEADING_BREAK, "'$1"));
}
