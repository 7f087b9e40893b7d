import { Readable } from 'node:stream';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { type LeadImport, readRejects } from './import.repository.ts';
import { formatSpreadsheetCell } from './spreadsheet-cell.ts';

const PAGE_ROWS = 1_000;

/** An import's rejected rows as CSV without formulas: line, column, code, detail, raw. */
export function rejectReport(db: AnyDatabase, one: LeadImport): Readable {
  return Readable.from(reportLines(db, one.orgId, one.rejectsOf ?? one.id));
}

async function* reportLines(db: AnyDatabase, orgId: string, importId: string): AsyncGenerator<string> {
  yield 'line,column,code,detail,raw\r\n';
  for (let after = -1; ; ) {
    const rejects = await readRejects(db, orgId, importId, after, PAGE_ROWS);
    const last = rejects.at(-1);
    if (last === undefined) return;
    yield rejects
      .map(({ line, column, code, detail, raw }) => {
        return `${[String(line), column, code, detail, raw].map((cell) => formatSpreadsheetCell(cell)).join(',')}\r\n`;
      })
      .join('');
    after = last.rowNumber;
  }
}
